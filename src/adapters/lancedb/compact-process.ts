/**
 * Compacts one table in a process of its own, whose memory ends with it: building an index takes several times what
 * searching does, and so does copying thousands of rows. Ends when its parent does.
 */
import { once } from 'node:events'
import { connect } from '@lancedb/lancedb'
import { compactTable } from './compact.ts'
import { copyRows } from './copy-rows.ts'

process.on('disconnect', () => process.exit(1))

const [folder, name, from] = process.argv.slice(2)
const connection = await connect(folder!, { readConsistencyInterval: 0 })
const table = await connection.openTable(name!)
if (from !== undefined) {
  const source = await connection.openTable(from)
  // Its parent says when nothing else writes there.
  const told = once(process, 'message')
  process.send?.(0)
  await told
  process.send?.(await copyRows(source, table))
}
await compactTable(table)
process.exit(0)
