// Adds the platform packages that npm left out of package-lock.json, so that `npm ci` accepts the lock.
// npm drops an optional dependency from a new lock when the registry it asked does not carry it, and `npm ci`
// then refuses the lock as out of step. Run `npm run lock` after any change of dependencies.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const processors = [
  'arm64',
  'arm',
  'ia32',
  'loong64',
  'mips64el',
  'ppc64',
  'riscv64',
  's390x',
  'wasm32',
  'x64',
]

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const [path, entry] of Object.entries(lock.packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isLocked(path, name)) continue
    lock.packages[`node_modules/${name}`] = placeholder(name, range)
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
for (const entry of Object.values(lock.packages)) delete entry.resolved
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(
  added.length ? `completed the lock with ${added.length} platform packages` : 'the lock was complete',
)

/** Looks where Node would: in the dependent's own node_modules, then in each parent's. */
function isLocked(path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1))) {
    if (lock.packages[`${at ? `${at}/` : ''}node_modules/${name}`]) return true
    if (!at) return false
  }
}

function placeholder(name, range) {
  const words = name.split(/[-/]/)
  const entry = { version: range.replace(/^[\^~]/, ''), optional: true }
  const cpu = processors.find((cpu) => words.includes(cpu))
  const os = systems.find((os) => words.includes(os))
  if (cpu) entry.cpu = [cpu]
  if (os) entry.os = [os]
  if (words.includes('musl')) entry.libc = ['musl']
  if (words.includes('gnu')) entry.libc = ['glibc']
  return entry
}
