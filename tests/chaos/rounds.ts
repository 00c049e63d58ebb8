import { setTimeout as sleep } from 'node:timers/promises'
import type { ApiKey, Team } from '../../src/contract/access.ts'
import type { UsageReport } from '../../src/contract/usage.ts'
import { serverProcess, type ServerProcess } from '../harness/server-process.ts'
import { createClient, type Client } from './client.ts'
import { disasters, interruptStarts, type Disaster } from './disasters.ts'
import { createPromises, type Promises } from './promises.ts'
import { createRandom, type Random } from './random.ts'
import { startWriters } from './writers.ts'

export interface RoundsOptions {
  readonly rounds: number
  readonly seed: number
  readonly progress?: (line: string) => void
}

export interface RoundsSummary {
  readonly asked: number
  readonly acknowledged: number
  readonly keys: number
  /** From the start of a process, or from the death of the database, until it could work again. */
  readonly recoveriesMs: readonly number[]
  readonly disasters: ReadonlyMap<string, number>
}

/** How long a server may take to work again, however it was treated. */
const recoveryMs = 30_000

/**
 * Writes, lets a disaster happen at a random moment, brings the server back and looks: nothing acknowledged is
 * missing or changed, nothing is there twice, nothing of the dead generation still runs. Throws at the first
 * broken promise; the seed in the message repeats the choices, though not the timing.
 */
export async function runRounds({
  rounds,
  seed,
  progress = () => {},
}: RoundsOptions): Promise<RoundsSummary> {
  const random = createRandom(seed)
  const server = await serverProcess({ flags: ['--log-level', 'warn'] })
  const promises = createPromises()
  const happened = new Map<string, number>()
  const recoveriesMs: number[] = []
  const totals = { asked: 0, acknowledged: 0, created: 0 }
  let round = 0
  let name = 'the very first start is killed'
  try {
    await interruptStarts(server, random)
    await server.start()
    for (round = 1; round <= rounds; round++) {
      const disaster = nextDisaster(round, random)
      name = disaster.name
      happened.set(name, (happened.get(name) ?? 0) + 1)
      const client = createClient(server.url, await server.ownerKey())
      const writers = startWriters(round, client, promises, random)
      try {
        await sleep(random.between(20, 400))
        await disaster.strike(server, random)
        const struckAt = performance.now()
        await (disaster.after === 'dead' ? server.start() : healed(server, client))
        recoveriesMs.push(performance.now() - struckAt)
      } finally {
        await writers.stop()
      }
      const { asked, acknowledged, created } = writers.counts
      totals.asked += asked
      totals.acknowledged += acknowledged
      totals.created += created
      await verify(server, promises, totals.created)
      progress(`${round}: ${name}; ${acknowledged} of ${asked} acknowledged`)
    }
    await server.restart()
    await verify(server, promises, totals.created)
  } catch (error) {
    const where = `round ${round} of ${rounds}, seed ${seed}: ${name}`
    throw new Error(`${where}\n${(error as Error).message}\n${server.stderr().slice(-4000)}`, {
      cause: error,
    })
  }
  return { ...totals, keys: promises.size(), recoveriesMs, disasters: happened }
}

/** Each of them in turn first, so that a short run leaves none out that it has rounds for; then as chance wills. */
const nextDisaster = (round: number, random: Random): Disaster => {
  const chosen = disasters[round - 1] ?? random.one(disasters)
  if (!chosen) throw new Error('there are no disasters')
  return chosen
}

async function healed(server: ServerProcess, client: Client): Promise<void> {
  for (const deadline = performance.now() + recoveryMs; ; await sleep(20)) {
    const ready = await client.send('GET', '/ready')
    if (ready.kind === 'answer') return
    if (performance.now() > deadline) throw new Error(`not ready again after ${recoveryMs} ms: ${server.url}`)
  }
}

async function verify(server: ServerProcess, promises: Promises, created: number): Promise<void> {
  const client = createClient(server.url, await server.ownerKey())
  const keys = await client.keys()
  const problems = promises.judge(keys.filter(({ id }) => id !== 'key_owner'))
  problems.push(...(await judgeUse(client, promises)), ...(await judgeLedger(client, keys, created)))
  for (const { pid, command } of await server.strays()) problems.push(`${pid} was left behind: ${command}`)
  if (problems.length > 0) throw new Error(problems.slice(0, 20).join('\n'))
}

/** The newest keys do what their state says: a key works at once and a revoked one never again. */
async function judgeUse(client: Client, promises: Promises): Promise<string[]> {
  const problems: string[] = []
  for (const { secret, id, works } of promises.usable().slice(-20)) {
    const status = await client.status('/winnow/v1/me', secret)
    if (status !== (works ? 200 : 401))
      problems.push(`${id} was answered ${status}, and is ${works ? '' : 'not '}valid`)
  }
  return problems
}

/** What is counted on keys and teams is the sum of the entries, and no request is counted twice. */
async function judgeLedger(client: Client, keys: readonly ApiKey[], created: number): Promise<string[]> {
  const usage = (by: string) => client.ask<UsageReport>('GET', `/winnow/v1/usage?groupBy=${by}`)
  const [byKey, byOperation, teams] = await Promise.all([
    usage('key'),
    usage('operation'),
    client.ask<{ data: Team[] }>('GET', '/winnow/v1/teams'),
  ])
  const problems: string[] = []
  const spent = new Map(byKey.data.map(({ keyId, costDollars }) => [keyId, costDollars]))
  for (const { id, spentDollars } of keys) {
    if (spentDollars !== (spent.get(id) ?? 0))
      problems.push(`${id} has spent ${spentDollars}, its entries ${spent.get(id)}`)
  }
  const team = teams.data.find(({ isOwner }) => isOwner)
  if (team?.spentDollars !== byKey.total.costDollars) {
    problems.push(`the team has spent ${team?.spentDollars}, its entries ${byKey.total.costDollars}`)
  }
  const counted = byOperation.data.find(({ operation }) => operation === 'keys.create')?.requests ?? 0
  if (counted > created) problems.push(`${counted} keys.create were counted, and ${created} asked for`)
  return problems
}
