import type { Json } from '../src/agent-side/index.ts'
import type { Recorded, StandInOptions } from './exa-stand-in.ts'
import type { Body } from './exa-stand-in-endpoint.ts'
import { maker, type WorkflowScene } from './workflow-scene.ts'

const pages: Readonly<Record<string, Body>> = {
  'https://northwind-robotics.example/': {
    title: 'Northwind Robotics',
    text: 'Northwind Robotics builds robots for pipelines.\n\nIt employs 340 people. Its chief executive is Ada Marsh.',
  },
  'https://helio-drones.example/': {
    title: 'Helio Drones',
    text: 'Helio Drones flies over power lines. It employs 95 people. Its chief executive is Tom Reed.',
  },
  'https://news.example/robots': {
    title: 'Robots in pipes',
    text: 'Orders for pipeline robots rose by 12 % in March.',
  },
}
export const pageOf = (url: string): Body | null => pages[url] ?? null
const hit = (url: string): Body => ({ id: url, url, title: pageOf(url)?.title ?? null, highlights: ['…'] })

/** A small web: three pages that can be read, and one that is gone. */
export const smallWeb: StandInOptions = {
  search: ({ query }) =>
    [...Object.keys(pages), 'https://gone.example/'].map(hit).slice(0, query === 'one' ? 1 : 4),
  similar: () => [hit('https://www.news.example/robots/?utm_source=x'), hit('https://helio-drones.example/')],
  page: pageOf,
  answer: () => ({
    answer: 'Northwind Robotics builds robots for pipelines. [1] It employs 340 people. [1]',
    citations: [{ id: 'x', url: 'https://northwind-robotics.example/', title: 'Northwind Robotics' }],
  }),
  monitorRun: (_, count) => ({
    results: [hit(Object.keys(pages)[count % 3] ?? '')],
    content: `Run ${count + 1}.`,
  }),
  items: () => [maker('Northwind Robotics', 'y'), maker('Helio Drones', 'y')],
  enrich: (item, { description }) =>
    description === 'CEO'
      ? ['Ada Marsh']
      : [JSON.stringify(item.properties).includes('Northwind') ? '340' : '120'],
}

const webhook = { url: 'https://receiver.example/hook' }

/** Every additive workflow with all of its steps; `prepare` makes what it works on. */
export const additiveCases: readonly {
  readonly type: string
  readonly args: (scene: WorkflowScene) => Promise<Json>
  /** The progress that is told when all goes well. */
  readonly told: string
}[] = [
  {
    type: 'retrieval.searchAndRead',
    args: async () => ({ query: 'robots', readCount: 4 }),
    told: 'searching 1/3, reading 2/3, done 3/3',
  },
  {
    type: 'retrieval.expandAndCollect',
    args: async () => ({ queries: ['one', 'two'], seeds: ['https://northwind-robotics.example/'] }),
    told: 'searching 1/6, searching 2/6, searching 3/6, searching 4/6, collecting 5/6, done 6/6',
  },
  {
    type: 'retrieval.verifiedAnswer',
    args: async () => ({ query: 'Who builds robots for pipelines?' }),
    told: 'answering 1/5, checking 2/5, done 5/5',
  },
  {
    type: 'semantic.cron',
    args: async () => ({ query: 'robots', webhook }),
    told: 'creating 1/5, running 2/5, comparing 3/5, remembering 4/5, done 5/5',
  },
  {
    type: 'verify.enrichments',
    args: async (scene) => ({ websetId: await someWebset(scene) }),
    told: 'collecting 1/4, checking 2/4, counting 3/4, done 4/4',
  },
]

/** Two makers with two cells each, of which Northwind's are right. */
export async function someWebset({ standIn }: WorkflowScene): Promise<string> {
  const ask = async (method: string, path: string, body?: object): Promise<Body> => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    return (await standIn.fetch(`http://stand-in.example${path}`, init)).json() as Promise<Body>
  }
  const { id } = await ask('POST', '/websets/v0/websets', {
    search: { query: 'makers', count: 2 },
    enrichments: [{ description: 'CEO' }, { description: 'Number of people it employs', format: 'number' }],
  })
  for (let look = 0; look < 5; look++) await ask('GET', `/websets/v0/websets/${String(id)}`)
  standIn.requests.length = 0
  return String(id)
}

/** What leaves something behind on the server, or costs it a run. */
export const lastingOf = (requests: readonly Recorded[]): string[] =>
  requests
    .filter(({ method, path }) => method === 'POST' && path.startsWith('/monitors'))
    .map(({ path }) => path.replaceAll(/_\d+/g, ''))
