import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * surface → operation → domain service → port ← adapter. Imports point right, never left; all may import the
 * contract. The rules are read off the import statements, so they hold for every file there is.
 */
const notDomains = new Set(['contract', 'ports', 'adapters', 'operations', 'surfaces', 'bench'])
const root = 'src'

interface Source {
  readonly path: string
  readonly layer: string
  readonly imports: readonly string[]
}

const sources: Source[] = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.(test|suite)\.ts$/.test(path))
  .map((path) => ({ path, layer: layerOf(path), imports: importsOf(path) }))

/** `contract`, `ports`, a domain's folder…; a file directly under src is its own layer, `app.ts` for example. */
function layerOf(path: string): string {
  return path.split('/')[0] ?? path
}

function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const specifiers = [
    ...text.matchAll(/^import\s+(?:[^'"]*?\bfrom\s+)?['"]([^'"]+)['"]/gm),
    ...text.matchAll(/^export\s+(?:type\s+)?[*{][^'"]*?\bfrom\s+['"]([^'"]+)['"]/gm),
  ]
  const dynamic = [...text.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g)]
  return [...specifiers, ...dynamic].map(([, specifier = '']) =>
    specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : `npm:${specifier}`,
  )
}

const isDomain = (layer: string) => !layer.endsWith('.ts') && !notDomains.has(layer)
const local = (source: Source) => source.imports.filter((path) => !path.startsWith('npm:'))
const violations = (rule: (source: Source) => readonly string[]) =>
  sources.flatMap((source) => rule(source).map((imported) => `${source.path} imports ${imported}`))

test('the rules see the code', () => {
  expect(sources.length).toBeGreaterThan(40)
  expect(sources.flatMap(local).length).toBeGreaterThan(100)
})

describe('imports', () => {
  test('the contract knows zod and itself', () => {
    expect(
      violations(({ layer, imports }) =>
        layer === 'contract'
          ? imports.filter((path) => path !== 'npm:zod' && layerOf(path) !== 'contract')
          : [],
      ),
    ).toEqual([])
  })

  test('ports know the contract and each other', () => {
    const allowed = new Set(['ports', 'contract'])
    expect(
      violations((source) =>
        source.layer === 'ports' ? local(source).filter((path) => !allowed.has(layerOf(path))) : [],
      ),
    ).toEqual([])
  })

  test('adapters know ports and the contract, and no other adapter', () => {
    expect(
      violations((source) => {
        if (source.layer !== 'adapters') return []
        const own = source.path.split('/').slice(0, 2).join('/')
        return local(source).filter(
          (path) => !['ports', 'contract'].includes(layerOf(path)) && !path.startsWith(`${own}/`),
        )
      }),
    ).toEqual([])
  })

  test('only the composition knows adapters', () => {
    const composition = new Set([
      'agent-stdio.ts',
      'app.ts',
      'backups.ts',
      'checks.ts',
      'engine.ts',
      'find-server.ts',
      'language-model.ts',
      'bench',
    ])
    expect(
      violations((source) =>
        source.layer === 'adapters' || composition.has(source.layer)
          ? []
          : local(source).filter((path) => layerOf(path) === 'adapters'),
      ),
    ).toEqual([])
  })

  test('domains know contract, ports and the index of other domains', () => {
    expect(
      violations((source) =>
        isDomain(source.layer)
          ? local(source).filter((path) => {
              const target = layerOf(path)
              if (target === source.layer || target === 'contract' || target === 'ports') return false
              return !(isDomain(target) && path === `${target}/index.ts`)
            })
          : [],
      ),
    ).toEqual([])
  })

  test('domains have no cycles', () => {
    const edges = new Map<string, Set<string>>()
    for (const source of sources.filter(({ layer }) => isDomain(layer))) {
      const targets = edges.get(source.layer) ?? new Set<string>()
      for (const path of local(source))
        if (isDomain(layerOf(path)) && layerOf(path) !== source.layer) targets.add(layerOf(path))
      edges.set(source.layer, targets)
    }
    const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
      [...(edges.get(from) ?? [])].some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      )
    expect([...edges.keys()].filter((domain) => reaches(domain, domain))).toEqual([])
  })

  test('the agent side knows the world through exa-js alone', () => {
    const agentSide = new Set(['agent-side', 'approvals', 'workflows'])
    const allowed = new Set([...agentSide, 'concurrency', 'contract', 'ports'])
    const isAgents = ({ path, layer }: Source) => agentSide.has(layer) || path.startsWith('surfaces/mcp/')
    const agents = sources.filter(isAgents)
    expect(agents.length).toBeGreaterThan(20)
    expect(agents.flatMap(({ imports }) => imports)).toContain('npm:exa-js')
    expect(
      violations((source) =>
        isAgents(source)
          ? local(source).filter((path) => !allowed.has(layerOf(path)) && !path.startsWith('surfaces/mcp/'))
          : [],
      ),
    ).toEqual([])
  })

  test('operations know no surface, and surfaces meet domains only at their index', () => {
    expect(
      violations((source) =>
        source.layer === 'operations'
          ? local(source).filter((path) => ['surfaces', 'adapters'].includes(layerOf(path)))
          : source.layer === 'surfaces'
            ? local(source).filter((path) => isDomain(layerOf(path)) && !path.endsWith('/index.ts'))
            : [],
      ),
    ).toEqual([])
  })
})

test('config.ts alone reads the environment', () => {
  const readers = sources.filter(({ path }) =>
    /\bprocess\.env\b/.test(readFileSync(join(root, path), 'utf8')),
  )
  // main.ts hands NO_COLOR to the terminal, which is about the terminal and not a setting; and it, like the models,
  // sets what only the environment tells to a child or a library.
  expect(readers.map(({ path }) => path).toSorted()).toEqual([
    'adapters/small-bert/model-thread.ts',
    'config.ts',
    'main.ts',
  ])
})

test('there are no default exports and no cast to any', () => {
  const offending = sources.filter(({ path }) =>
    /^export default\b|\bas any\b/m.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(offending.map(({ path }) => path)).toEqual([])
})

test('nobody goes around the team guard', () => {
  const around = sources.filter(({ path }) =>
    /\bwithoutPlugins\(/.test(readFileSync(join(root, path), 'utf8')),
  )
  expect(around.map(({ path }) => path)).toEqual([])
})
