// Starts the database of a data folder from the built code, as a server would, and keeps it until it is killed.
import { startDatabase } from '../../dist/adapters/postgres/database.js'

const [dataDir, label = 'serve'] = process.argv.slice(2)
const ignore = () => {}
const log = { debug: ignore, info: ignore, warn: ignore, error: ignore, child: () => log }

// A terminal sends Ctrl-C to the whole group; the server decides by itself when to stop its database.
process.on('SIGINT', ignore)
const database = await startDatabase({ dataDir, volatile: true }, log)
const ownership = await database.acquireOwnership(label)
process.stdout.write(
  `${JSON.stringify({ connectionString: database.connectionString, held: ownership.held })}\n`,
)
// Ends when the test that started it has, in whatever way.
process.stdin.on('end', () => process.exit()).resume()
