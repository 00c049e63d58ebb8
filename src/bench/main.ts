import { parseArgs, type ParseArgsConfig } from 'node:util'
import type { Bench } from './bench.ts'
import { tableOf } from './table.ts'

/** Loaded when asked for: one benchmark must not pay for what another one imports. */
const benches: Readonly<Record<string, () => Promise<{ bench: Bench }>>> = {
  start: () => import('./start.ts'),
  jobs: () => import('./jobs.ts'),
  quality: () => import('./quality.ts'),
  fusion: () => import('./fusion.ts'),
  search: () => import('./search.ts'),
  crawl: () => import('./crawl.ts'),
  reader: () => import('./reader.ts'),
  websets: () => import('./websets.ts'),
  streams: () => import('./streams.ts'),
  ingest: () => import('./ingest.ts'),
  import: () => import('./import.ts'),
  web: () => import('./web.ts'),
}

process.exitCode = await main(process.argv.slice(2))

/** Exit code 2 for a mistake in the command; a missed target is a result like any other, and no failure. */
async function main([name, ...rest]: readonly string[]): Promise<number> {
  const load = name === undefined ? undefined : benches[name]
  if (name === undefined || load === undefined) {
    if (name !== undefined) console.error(`There is no benchmark "${name}".`)
    await listBenches()
    return name === undefined ? 0 : 2
  }
  const { bench } = await load()
  const parsed = readOptions(bench, rest)
  if (parsed instanceof Error) {
    console.error(parsed.message)
    return 2
  }
  const stopped = new AbortController()
  process.once('SIGINT', () => stopped.abort(new Error('stopped')))
  const figures = await bench.run({
    options: parsed.options,
    signal: stopped.signal,
    progress: (text) => console.error(text),
  })
  if (parsed.json) console.log(JSON.stringify({ bench: name, node: process.version, figures }, null, 2))
  else console.log(tableOf(figures))
  return 0
}

async function listBenches(): Promise<void> {
  console.log('npm run bench -- <name> [--json] [options]\n')
  for (const [name, load] of Object.entries(benches)) {
    const { bench } = await load()
    console.log(`  ${name.padEnd(12)}${bench.about}`)
    for (const [option, { about, default: value }] of Object.entries(bench.options)) {
      const form = value === false ? `--${option}  ${about}` : `--${option} <number>  ${about} (${value})`
      console.log(`  ${''.padEnd(12)}  ${form}`)
    }
  }
}

function readOptions(bench: Bench, args: readonly string[]) {
  const known: NonNullable<ParseArgsConfig['options']> = { json: { type: 'boolean' } }
  for (const [name, { default: value }] of Object.entries(bench.options))
    known[name] = { type: value === false ? 'boolean' : 'string' }
  try {
    const { values } = parseArgs({ args: [...args], options: known })
    const options = Object.fromEntries(
      Object.entries(bench.options).map(([name, { default: value }]) => [
        name,
        value === false ? values[name] === true : Number(values[name] ?? value),
      ]),
    )
    const wrong = Object.entries(options).find(
      ([, value]) => typeof value === 'number' && (!Number.isInteger(value) || value < 1),
    )
    if (wrong) return new Error(`--${wrong[0]} takes a whole number above 0.`)
    return { json: values.json === true, options }
  } catch (error) {
    return error as Error // parseArgs throws TypeErrors that say what is wrong
  }
}
