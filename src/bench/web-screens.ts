import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { IndexStatus } from '../contract/index-status.ts'
import type { Monitor } from '../contract/monitors.ts'
import type { RowList } from '../contract/webset-rows.ts'
import type { Webset } from '../contract/websets.ts'
import type { Api } from './api-client.ts'

/** What the screens are to show, made on a server with the sample web. */
export interface Scene {
  readonly websetId: string
  readonly itemId: string
}

export interface Screen {
  /** Its pictures are called like this. */
  readonly name: string
  readonly path: (scene: Scene) => string
  /** Done when everything is there that belongs to it. */
  readonly settle: (page: Page) => Promise<unknown>
}

/** Every screen of the web app. A screen is added here, with what it needs in `makeScene`. */
export const screens: readonly Screen[] = [
  {
    name: 'search',
    path: () => '/?q=robots+that+inspect+storage+tanks',
    settle: (page) => page.getByRole('region', { name: 'Results' }).getByRole('listitem').first().waitFor(),
  },
  {
    name: 'search-page',
    path: () =>
      `/?q=robots+that+inspect+storage+tanks&page=${encodeURIComponent('https://www.kestrel-robotics.example/press/series-b')}`,
    settle: (page) => page.getByRole('complementary', { name: 'Page' }).locator('mark').first().waitFor(),
  },
  {
    name: 'answer',
    path: () => '/?q=Who+founded+Kestrel+Robotics%3F&mode=answer',
    async settle(page) {
      await page.getByRole('button', { name: 'Source 1' }).first().click()
      await page.getByRole('button', { name: 'Read in its page' }).first().waitFor()
    },
  },
  {
    name: 'websets',
    path: () => '/websets',
    settle: (page) => page.locator('.webset-line').first().waitFor(),
  },
  {
    name: 'webset-preview',
    path: () => '/websets?wish=Robotics+companies+in+Europe+with+more+than+100+employees',
    settle: (page) => page.getByLabel('Criteria 1', { exact: true }).waitFor(),
  },
  {
    name: 'webset',
    path: ({ websetId }) => `/websets/${websetId}`,
    settle: (page) => page.locator('.value').first().waitFor(),
  },
  {
    name: 'webset-evidence',
    path: ({ websetId, itemId }) => `/websets/${websetId}?item=${itemId}&cell=0`,
    async settle(page) {
      await page.locator('.piece.chosen blockquote').first().waitFor()
      await page.locator('.value').first().waitFor()
    },
  },
  {
    name: 'webset-changes',
    path: ({ websetId }) => `/websets/${websetId}?view=changes`,
    settle: (page) => page.getByRole('region', { name: 'Added' }).waitFor(),
  },
  {
    name: 'webset-monitors',
    path: ({ websetId }) => `/websets/${websetId}?view=monitors`,
    settle: (page) => page.getByText('Next run').first().waitFor(),
  },
]

/** Waits for the sample, and makes what the screens show. */
export async function makeScene(api: Api): Promise<Scene> {
  await until(async () => {
    const { documents, backlog } = await api<IndexStatus>('GET', '/winnow/v1/index')
    return documents > 200 && backlog.documents === 0 && backlog.passages === 0
  })
  const webset = await api<Webset>('POST', '/websets/v0/websets', {
    title: 'European companies with more than 50 people',
    search: {
      query: 'Companies in Europe with more than 50 employees',
      count: 12,
      entity: { type: 'company' },
      criteria: [{ description: 'Headquartered in Europe' }, { description: 'Has more than 50 employees' }],
      recall: true,
    },
    enrichments: [
      { description: 'Number of employees', format: 'number' },
      { description: 'Headquarters city', format: 'text' },
      { description: 'Chief executive', format: 'text' },
    ],
  })
  await api<Monitor>('POST', '/websets/v0/monitors', {
    websetId: webset.id,
    cadence: { cron: '0 7 * * 1', timezone: 'Europe/Berlin' },
    behavior: { type: 'search', config: { count: 10 } },
  })
  await until(async () => (await api<Webset>('GET', `/websets/v0/websets/${webset.id}`)).status === 'idle')
  const { data } = await api<RowList>('GET', `/winnow/v1/websets/${webset.id}/rows?sort=name`)
  const item = data.find(({ name }) => name.includes('Kestrel')) ?? data[0]
  return { websetId: webset.id, itemId: item?.id ?? '' }
}

const patienceMs = 180_000

async function until(isDone: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await sleep(500))
    if (await isDone().catch(onlyBrokenOff)) return
  throw new Error('what the screens are to show was not made in time')
}

/** A connection that both ends gave up at the same moment is no answer of the server. */
function onlyBrokenOff(error: unknown): false {
  if (error instanceof TypeError) return false
  throw error
}

/** Signs a browser in at a server, and opens a screen of it. */
export async function signIn(page: Page, url: string, key: string): Promise<void> {
  await page.goto(url)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
}
