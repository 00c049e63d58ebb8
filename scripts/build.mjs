// Compiles src/ to dist/ and copies the files the compiler leaves behind. Incremental: nothing to do costs 0.2 s.
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
const { status } = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)

chmodSync('dist/main.js', 0o755)
// Each file changes in one step, if at all: what was built before may be running.
for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || entry.name.endsWith('.ts')) continue
  const from = join(entry.parentPath, entry.name)
  const to = join('dist', from.slice('src/'.length))
  if (isSameFile(from, to)) continue
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, `${to}.new`)
  renameSync(`${to}.new`, to)
}
// A migration that was renamed would otherwise stay under both names.
const migrations = 'adapters/postgres/migrations'
const kept = new Set(readdirSync(join('src', migrations)))
for (const name of readdirSync(join('dist', migrations)))
  if (!kept.has(name)) rmSync(join('dist', migrations, name))

// The web app takes seconds to bundle: only when something it is made of is newer than the bundle.
const bundledAt = statSync('dist/web/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const sources = ['web', 'src/contract', 'package-lock.json'].flatMap((root) =>
  statSync(root).isDirectory()
    ? readdirSync(root, { recursive: true, encoding: 'utf8' }).map((path) => join(root, path))
    : [root],
)
if (sources.some((path) => statSync(path).mtimeMs > bundledAt)) {
  process.env.NODE_ENV = 'production' // tests build what users get, too, not a slower React that renders twice
  const { build } = await import('vite')
  await build({ configFile: 'web/vite.config.ts', logLevel: 'warn' })
}

function isSameFile(one, other) {
  const there = statSync(other, { throwIfNoEntry: false })
  return there?.size === statSync(one).size && readFileSync(one).equals(readFileSync(other))
}
