/**
 * Compacts one table in a process of its own, whose memory ends with it: building an index takes several times what
 * searching does. Ends when its parent does.
 */
import { connect } from '@lancedb/lancedb'
import { compactTable } from './compact.ts'

process.on('disconnect', () => process.exit(1))

const [folder, name] = process.argv.slice(2)
const connection = await connect(folder!, { readConsistencyInterval: 0 })
await compactTable(await connection.openTable(name!))
process.exit(0)
