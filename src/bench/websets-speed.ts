import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { apiClient, ownerKey, type Api } from './api-client.ts'
import type { Figure } from './bench.ts'
import { inventCompanies } from './invented-companies.ts'
import { memoryOf, processTree } from './processes.ts'
import { startServerChild } from './server-child.ts'
import { takeIn, untilIndexed } from './take-in.ts'

interface Needs {
  readonly folder: string
  /** How many items the large webset has. */
  readonly items: number
  readonly progress: (text: string) => void
}

interface Webset {
  readonly id: string
  readonly status: string
  readonly searches: readonly { readonly progress: { readonly found: number; readonly analyzed: number } }[]
}

const samplePages = 200
const inSample = {
  query: 'articles about companies',
  entity: { type: 'article' },
  criteria: [{ description: 'Published in 2024 or later' }],
}
const invented = {
  query: 'companies with more than ten employees',
  entity: { type: 'company' },
  criteria: [{ description: 'Has more than 10 employees' }, { description: 'Headquartered in Europe' }],
}
const enrichments = [
  { description: 'Name of the company', format: 'text' },
  { description: 'Number of employees', format: 'number' },
  { description: 'Contact e-mail', format: 'email' },
]

/** Through the HTTP API of a running server, as a client sees it. */
export async function websetSpeed({ folder, items, progress }: Needs): Promise<Figure[]> {
  const environment = {
    WINNOW_API_KEY: ownerKey,
    WINNOW_LIMITS_WEBSETS_PER_SECOND: '1000',
    WINNOW_LIMITS_OTHER_PER_SECOND: '1000',
  }
  const server = startServerChild({ dataDir: join(folder, 'data'), cwd: folder, environment })
  try {
    const api = apiClient(await server.ready)
    await untilIndexed(api, samplePages, progress)
    const first = await createAndFollow(api, { search: { ...inSample, count: 5 } })
    const small = await createAndFollow(api, { search: { ...inSample, count: 25 }, enrichments })
    const smallMemory = await memoryOf(await processTree(server.pid))
    progress(
      `${small.found} items with ${enrichments.length} enrichments after ${small.idleMs.toFixed(0)} ms`,
    )

    const path = join(folder, 'companies.jsonl')
    const records = inventCompanies(items).map((record) => JSON.stringify(record))
    await writeFile(path, records.join('\n'))
    await untilIndexed(api, samplePages + (await takeIn(api, path)), progress)
    const before = await memoryOf(await processTree(server.pid))
    const large = await createAndFollow(api, { search: { ...invented, count: items }, enrichments }, progress)
    const after = await memoryOf(await processTree(server.pid))
    const perItem = (run: Followed): number => run.idleMs / Math.max(1, run.found)
    return [
      { name: 'first item after creation', value: first.firstItemMs, unit: 'ms', target: { atMost: 1000 } },
      {
        name: `${small.found} items × ${enrichments.length} enrichments, idle after`,
        value: small.idleMs / 1000,
        unit: 's',
        target: { atMost: 10 },
      },
      { name: 'memory of the server then', value: megabytes(smallMemory), unit: 'MB' },
      {
        name: `${large.found} items × ${enrichments.length} enrichments, idle after`,
        value: large.idleMs / 1000,
        unit: 's',
      },
      { name: 'items a second', value: (1000 * large.found) / large.idleMs, unit: '/s' },
      { name: 'memory before', value: megabytes(before), unit: 'MB' },
      { name: 'memory after', value: megabytes(after), unit: 'MB' },
      { name: 'time of an item, large to small', value: perItem(large) / perItem(small), unit: '×' },
    ]
  } finally {
    await server.end('SIGTERM')
  }
}

const megabytes = ({ pssBytes }: Awaited<ReturnType<typeof memoryOf>>): number => pssBytes / 1024 ** 2

interface Followed {
  readonly firstItemMs: number
  readonly idleMs: number
  readonly found: number
}

async function createAndFollow(
  api: Api,
  body: object,
  progress: (text: string) => void = () => {},
): Promise<Followed> {
  const startedAt = performance.now()
  const { id } = await api<Webset>('POST', '/websets/v0/websets', body)
  let firstItemMs = Number.NaN
  for (let wait = 20; ; wait = Math.min(1000, wait * 1.05)) {
    if (Number.isNaN(firstItemMs)) {
      const { data } = await api<{ data: readonly unknown[] }>(
        'GET',
        `/websets/v0/websets/${id}/items?limit=1`,
      )
      if (data.length > 0) firstItemMs = performance.now() - startedAt
    }
    const { status, searches } = await api<Webset>('GET', `/websets/v0/websets/${id}`)
    const { found = 0, analyzed = 0 } = searches[0]?.progress ?? {}
    if (status === 'idle') return { firstItemMs, idleMs: performance.now() - startedAt, found }
    if (wait === 1000) progress(`${found} found of ${analyzed} analysed`)
    await sleep(wait)
  }
}
