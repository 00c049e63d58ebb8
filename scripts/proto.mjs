// Generates the code of proto/ into src/agent-side/proto/. Run `npm run proto` after a change there; with --check it
// only says whether what is committed is what would be generated.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'

const target = 'src/agent-side/proto'
if (process.argv.includes('--check')) {
  const folder = mkdtempSync(join(tmpdir(), 'winnow-proto-'))
  try {
    generate(folder)
    if (JSON.stringify(read(join(folder, target))) !== JSON.stringify(read(target))) {
      console.error('The generated code is not that of proto/: run `npm run proto`.')
      process.exitCode = 1
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
} else {
  rmSync(join(target, 'agent'), { recursive: true, force: true })
  generate('.')
}

function generate(output) {
  const bin = resolve('node_modules/.bin')
  const { status } = spawnSync(join(bin, 'buf'), ['generate', '--output', output], {
    stdio: 'inherit',
    env: { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH}` },
  })
  if (status !== 0) throw new Error('buf could not generate the code.')
}

function read(folder) {
  const inside = join(folder, 'agent')
  return readdirSync(inside, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .toSorted()
    .map((path) => [path, readFileSync(join(inside, path), 'utf8')])
}
