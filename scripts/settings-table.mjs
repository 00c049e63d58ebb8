// Writes the table of settings into README.md from the schema in src/config.ts. Run `npm run docs` after a change
// there; a test fails while the two differ.
import { readFileSync, writeFileSync } from 'node:fs'
import { environmentName, loadConfig, settings } from '../dist/config.js'

const { config } = loadConfig({ environment: {}, folder: '/nowhere' })
const defaultOf = (name) => {
  if (name === 'dataDir') return '`./.winnow`'
  const [group, inner] = name.split('.')
  const value = inner === undefined ? config[group] : config[group][inner]
  return value === undefined || (Array.isArray(value) && value.length === 0) ? '' : `\`${value}\``
}
const rows = Object.entries(settings).map(
  ([name, { about }]) => `| \`${environmentName(name)}\` | ${defaultOf(name)} | ${about} |`,
)
const table = ['| Variable | Default | What it is |', '|---|---|---|', ...rows].join('\n')

const readme = readFileSync('README.md', 'utf8')
const [begin, end] = ['<!-- settings -->\n', '\n<!-- /settings -->']
const updated =
  readme.slice(0, readme.indexOf(begin) + begin.length) + table + readme.slice(readme.indexOf(end))
if (process.argv.includes('--check')) {
  if (updated !== readme) {
    console.error('README.md does not show the settings as they are: run `npm run docs`.')
    process.exit(1)
  }
} else writeFileSync('README.md', updated)
