import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { z } from 'zod'
import { RememberScope, Ruling } from './contract/approvals.ts'

/**
 * Every setting, each with its schema, default and explanation in one place. A setting named `llm.baseUrl` is
 * `WINNOW_LLM_BASE_URL` in the environment, `{"llm": {"baseUrl": …}}` in winnow.config.json and
 * `--llm-base-url` as a flag. Flags win over the environment, the environment over the file.
 */
interface Setting<T extends z.ZodType = z.ZodType> {
  readonly schema: T
  readonly about: string
  readonly env?: string
  readonly secret?: true
}

const setting = <T extends z.ZodType>(
  schema: T,
  about: string,
  options: { env?: string; secret?: true } = {},
): Setting<T> => ({ schema, about, ...options })

/** Text from the environment or a flag; an empty string counts as unset. */
const optionalText = z.string().min(1).optional()
const port = z.coerce.number().int().min(0).max(65_535)
const count = z.coerce.number().int().min(0)
const rate = z.coerce.number().min(0)
const dollars = z.coerce.number().min(0)
const days = z.coerce.number().int().min(1)
const flag = z.union([
  z.boolean(),
  z.stringbool({ truthy: ['1', 'true', 'on', 'yes'], falsy: ['0', 'false', 'off', 'no'] }),
])
const list = z.union([
  z.array(z.string()),
  z.string().transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  ),
])
const url = z.url({ protocol: /^https?$/ })

export const settings = {
  port: setting(port.default(7700), 'Port of the API and the web app; 0 takes a free one.'),
  host: setting(z.string().min(1).default('127.0.0.1'), 'Address to listen on.'),
  dataDir: setting(
    z.string().min(1).default('./.winnow'),
    'Folder of the database, the index and the credentials.',
  ),
  modelsDir: setting(
    z.string().min(1).optional(),
    'Folder of the built-in models as they run, which servers may share; unset keeps them in the data folder.',
  ),
  apiKey: setting(
    z.string().min(16, 'at least 16 characters').optional(),
    "Fixes the owner's key; otherwise one is made at first start.",
    { secret: true },
  ),
  role: setting(z.enum(['all', 'api', 'worker']).default('all'), 'Which parts this process runs.'),
  databaseUrl: setting(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'a postgresql:// address')
      .optional(),
    'An existing PostgreSQL ≥ 15; unset starts the embedded one.',
    { env: 'DATABASE_URL', secret: true },
  ),
  publicUrl: setting(
    url.optional(),
    'Address that clients use, when it differs from host and port (behind a proxy).',
  ),
  allowedHosts: setting(
    list.default([]),
    'Further host names under which the server may be reached, separated by commas.',
  ),
  corsOrigins: setting(
    list.default([]),
    'Web origins that may call the API from a browser, separated by commas.',
  ),
  logLevel: setting(
    z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
    'Least severe level that is logged.',
  ),
  drainMs: setting(
    count.default(10_000),
    'How long a stopping server waits for requests and steps under way.',
  ),
  maxBodyBytes: setting(count.default(10_485_760), 'Largest request body.'),
  egress: setting(
    z.enum(['allow', 'deny']).default('allow'),
    'With `deny` nothing leaves this machine but connections to the database and to models on this machine.',
  ),
  egressAllow: setting(
    list.default([]),
    'Hosts, or `host:port`, of models and issuers on other machines that `deny` leaves reachable, separated by commas.',
  ),
  proxy: setting(url.optional(), 'HTTP proxy for everything that leaves this machine.'),
  sample: setting(
    flag.default(true),
    'Load the sample web, about two hundred invented pages, at the first start.',
  ),
  'fetch.allow': setting(
    list.default([]),
    "Intranet hosts, `*.suffixes`, addresses or CIDR ranges that may be fetched; their pages are a team's own.",
  ),
  'fetch.userAgent': setting(optionalText, 'How requests to other sites identify themselves.'),
  'fetch.siteConcurrency': setting(count.min(1).default(2), 'Requests at once to one site.'),
  'fetch.siteIntervalMs': setting(count.default(250), 'Pause between two requests to one site.'),
  'fetch.maxBytes': setting(count.min(1).default(10_485_760), 'Largest page, also after decompression.'),
  'fetch.maxCharacters': setting(
    count.min(100).default(20_000),
    'Characters of a page that `exa_fetch` gives an agent at most.',
  ),
  'render.chromium': setting(
    optionalText,
    'Path of a Chromium, for pages whose text only appears when their scripts have run.',
  ),
  'llm.baseUrl': setting(
    url.optional(),
    'OpenAI-compatible endpoint of a language model; unset reads extractively.',
  ),
  'llm.model': setting(optionalText, 'Name of the language model.'),
  'llm.apiKey': setting(optionalText, 'Key of the language model endpoint.', { secret: true }),
  'llm.timeoutMs': setting(count.min(1).default(60_000), 'How long the language model may stay silent.'),
  'llm.concurrency': setting(count.min(1).default(4), 'Calls of the language model at once.'),
  'llm.maxSourceTokens': setting(
    count.min(500).default(12_000),
    'Tokens of pages that one call may hold; longer ones are cut to what has to do with the question.',
  ),
  'llm.maxOutputTokens': setting(
    count.min(100).default(4_000),
    'Tokens that one answer of the language model may have.',
  ),
  'llm.maxTokensPerHour': setting(
    count.optional(),
    'Tokens that a process may use in an hour before it reads extractively; unset sets no limit.',
  ),
  'llm.maxTokensPerDay': setting(count.optional(), 'The same for a day.'),
  'llm.cassette': setting(
    optionalText,
    'File that calls of the language model are recorded in and played back from.',
  ),
  'llm.cassetteMode': setting(
    z.enum(['auto', 'record', 'replay']).default('auto'),
    'Whether that file is added to, begun anew, or only played back, which needs no language model.',
  ),
  'llm.pricePerMillionInput': setting(
    dollars.default(0),
    'Dollars that a million tokens to the language model cost, for the usage ledger.',
  ),
  'llm.pricePerMillionOutput': setting(dollars.default(0), 'The same for a million tokens from it.'),
  'embeddings.baseUrl': setting(
    url.optional(),
    'OpenAI-compatible /embeddings endpoint; unset uses the built-in model.',
  ),
  'embeddings.model': setting(optionalText, 'Name of the embedding model.'),
  'embeddings.apiKey': setting(optionalText, 'Key of the embeddings endpoint.', { secret: true }),
  upstream: setting(
    z.enum(['self', 'exa']).default('self'),
    "Where the agent side does its work: this server, or Exa's cloud.",
  ),
  upstreamUrl: setting(
    url.default('https://api.exa.ai'),
    "Where Exa's cloud is reached; another server of the same API will do.",
  ),
  exaApiKey: setting(optionalText, "Key for Exa's cloud; needed with upstream `exa`.", {
    env: 'EXA_API_KEY',
    secret: true,
  }),
  'mcp.compatMode': setting(
    z.string().default('safe'),
    'Whether tools repair arguments (`safe`) or take them as they are (`strict`).',
  ),
  'mcp.maxResultBytes': setting(
    z.coerce.number().int().min(4000).max(10_000_000).default(60_000),
    'Largest answer of a tool; longer lists are cut, with a cursor that leads on.',
  ),
  'mcp.tools': setting(
    list.default(['manage', 'query', 'exa']),
    'Which tools are offered: `manage`, `query` (which only reads), `exa` (search and fetch).',
  ),
  'mcp.extras': setting(
    flag.default(false),
    'Whether tools offer operations beyond the 56 (search, contents, answers, agent runs, notes and others) and workflows beyond the six.',
  ),
  'mcp.apiKey': setting(
    optionalText,
    'Key that `winnow mcp` works with; unset, it is an agent of this machine, which cannot approve.',
    { secret: true },
  ),
  'oauth.issuer': setting(
    list.default([]),
    'Issuers whose access tokens are accepted at /mcp, separated by commas; unset accepts keys only.',
  ),
  'oauth.audience': setting(
    list.default([]),
    'What a token must be made out to (`aud`), any one of these; unset, the address of /mcp by WINNOW_PUBLIC_URL.',
  ),
  'oauth.jwksUrl': setting(
    url.optional(),
    "Where the issuer's public keys are; unset, its metadata says (RFC 8414 or OpenID Connect).",
  ),
  'oauth.teamClaim': setting(
    z.string().min(1).default('sub'),
    'Claim whose every value is a team of its own, made when it is first seen.',
  ),
  'oauth.team': setting(optionalText, 'Id of the one team that all tokens speak for instead.'),
  'task.ttlMs': setting(count.min(1000).default(3_600_000), 'How long a task is kept after its end.'),
  'task.maxConcurrent': setting(count.min(1).default(20), 'Tasks that one process works on at once.'),
  'task.maxQueued': setting(count.min(1).default(100), 'Tasks of a team that may wait for that.'),
  'approval.search': setting(Ruling.default('ask'), 'Searches of agents: `ask`, `allow` or `deny`.'),
  'approval.fetch': setting(Ruling.default('ask'), 'Pages that agents fetch: `ask`, `allow` or `deny`.'),
  'approval.spend': setting(
    z.enum(['budget', ...Ruling.options]).default('budget'),
    "What costs money in agents' hands: `budget` allows it below the two amounts that follow.",
  ),
  'approval.budgetUsd': setting(
    dollars.default(5),
    'Dollars that one call of an agent may cost by estimate before somebody is asked.',
  ),
  'approval.dailyBudgetUsd': setting(dollars.default(25), 'The same for all calls of one key in a day.'),
  'approval.destroy': setting(Ruling.default('ask'), 'What agents cannot undo: `ask`, `allow` or `deny`.'),
  'approval.remember': setting(
    RememberScope.default('once'),
    'How far an approval reaches if the approver does not say: `once`, `conversation`, `domain` or `key`.',
  ),
  'approval.timeoutMs': setting(
    count.min(1000).max(604_800_000).default(120_000),
    'How long a question waits for an approver; then it is rejected.',
  ),
  'approval.unavailable': setting(
    z.enum(['deny', 'allow']).default('deny'),
    "What happens when nobody can be asked over an agent's connection.",
  ),
  'approval.elicitation': setting(
    flag.default(true),
    "Whether the form of an agent's own program may answer; off, only approvers of this server do.",
  ),
  'ingest.concurrency': setting(
    z.coerce.number().int().min(1).max(500).default(16),
    'Pages that one crawl fetches at once, over all hosts.',
  ),
  'ingest.commonCrawlIndexUrl': setting(
    url.default('https://index.commoncrawl.org'),
    "Where Common Crawl's index is asked.",
  ),
  'ingest.commonCrawlDataUrl': setting(
    url.default('https://data.commoncrawl.org'),
    "Where Common Crawl's archives lie.",
  ),
  'discovery.kind': setting(
    z.enum(['searxng', 'brave', 'exa']).optional(),
    'Search engine that is asked for addresses of pages to fetch; unset asks none.',
  ),
  'discovery.url': setting(url.optional(), 'Its address; needed for SearXNG.'),
  'discovery.apiKey': setting(optionalText, 'Its key.', { secret: true }),
  'ingest.maxUploadBytes': setting(count.default(2_147_483_648), 'Largest file that can be uploaded.'),
  'websets.running': setting(count.min(1).default(8), 'Websets that one process works on at once.'),
  'websets.concurrency': setting(
    count.min(1).default(4),
    'Candidates, and besides them enrichments, that a webset works on at once.',
  ),
  'websets.liveFetch': setting(
    flag.default(true),
    'Whether websets may fetch pages that the index does not have, and their monitors look at pages again.',
  ),
  'webhooks.allowLocal': setting(
    flag.default(false),
    'Whether webhooks may be on this machine, which is otherwise out of their reach.',
  ),
  'webhooks.concurrency': setting(count.min(1).default(16), 'Webhooks that one process sends to at once.'),
  'webhooks.timeoutMs': setting(count.min(1).default(15_000), 'How long a webhook has to answer.'),
  'webhooks.attempts': setting(
    count.min(1).default(8),
    'Tries until an event is given up; with the delays below, over about a day.',
  ),
  'webhooks.firstRetryMs': setting(count.min(1).default(10_000), 'Delay before the second try.'),
  'webhooks.retryFactor': setting(
    z.coerce.number().min(1).max(100).default(4.3),
    'How much longer each delay is than the one before.',
  ),
  'webhooks.inactiveAfterHours': setting(
    count.default(72),
    'Hours without a success after which giving up an event makes a webhook inactive.',
  ),
  'exports.maxBundleBytes': setting(
    count.min(1).default(1_073_741_824),
    'Largest `.webset` bundle that is verified or imported.',
  ),
  'runs.running': setting(
    count.min(1).default(16),
    'Research and agent runs that one process works on at once.',
  ),
  'limits.searchPerSecond': setting(
    rate.default(10),
    'Requests a second a team may make to /search, /findSimilar and /answer.',
  ),
  'limits.contentsPerSecond': setting(rate.default(100), 'The same for /contents.'),
  'limits.websetsPerSecond': setting(rate.default(5), 'The same for the Websets API.'),
  'limits.otherPerSecond': setting(rate.default(20), 'The same for everything else.'),
  'limits.concurrentWebsets': setting(
    count.default(10),
    'Websets of a team that may be at work at once; 0 lifts the limit.',
  ),
  'limits.queuedWebsets': setting(
    count.default(100),
    'Websets of a team that may wait for that; 0 lifts the limit.',
  ),
  'limits.concurrentResearch': setting(
    count.default(15),
    'Research runs a team may have under way; 0 lifts the limit.',
  ),
  'limits.concurrentAgentRuns': setting(
    count.optional(),
    "Agent runs a team may have under way; unset, a fifth of the team's searches a second; 0 lifts the limit.",
  ),
  'prices.search': setting(dollars.default(0.007), 'Dollars for a search of up to ten results.'),
  'prices.extraResult': setting(dollars.default(0.001), 'Dollars for each result beyond ten.'),
  'prices.deepSearch': setting(dollars.default(0.012), 'Dollars for a `deep` or `deep-lite` search.'),
  'prices.deepReasoningSearch': setting(dollars.default(0.015), 'Dollars for a `deep-reasoning` search.'),
  'prices.contentsPage': setting(dollars.default(0.001), 'Dollars for a page and content type of /contents.'),
  'prices.summary': setting(dollars.default(0.001), 'Dollars for a page summary.'),
  'prices.answer': setting(dollars.default(0.005), 'Dollars for an answer.'),
  'prices.monitorRun': setting(dollars.default(0.015), 'Dollars for a run of a search monitor.'),
  'prices.websetCandidate': setting(
    dollars.default(0),
    'Dollars for a candidate of a webset that is verified.',
  ),
  'prices.websetEnrichment': setting(dollars.default(0), 'Dollars for an enrichment of one item.'),
  'prices.researchSearch': setting(dollars.default(0.005), 'Dollars for a search of a research run.'),
  'prices.researchPage': setting(
    dollars.default(0.005),
    'Dollars for a thousand tokens of pages that a research run reads.',
  ),
  'prices.researchProPage': setting(dollars.default(0.01), 'The same for `exa-research-pro`.'),
  'prices.researchMillionTokens': setting(
    dollars.default(5),
    'Dollars for a million tokens of the language model in a research run.',
  ),
  'prices.agentMinimal': setting(dollars.default(0.012), 'Dollars for an agent run of the effort `minimal`.'),
  'prices.agentLow': setting(dollars.default(0.025), 'The same for `low`.'),
  'prices.agentMedium': setting(dollars.default(0.1), 'The same for `medium`.'),
  'prices.agentHigh': setting(dollars.default(0.5), 'The same for `high`.'),
  'prices.agentXhigh': setting(dollars.default(1), 'The same for `xhigh`.'),
  'prices.agentComputeUnit': setting(
    dollars.default(0.1),
    'Dollars for a hundred pages that an agent run of another effort reads, or 20,000 tokens of the language model.',
  ),
  'prices.agentSearch': setting(dollars.default(0.005), 'Dollars for a search of such a run.'),
  'prices.agentEmail': setting(dollars.default(0.02), 'Dollars for an e-mail address that such a run finds.'),
  'prices.agentPhoneNumber': setting(
    dollars.default(0.07),
    'Dollars for a phone number that such a run finds.',
  ),
  'retention.eventDays': setting(days.default(60), 'Days that events are kept.'),
  'retention.usageDays': setting(days.default(400), 'Days that single usage entries are kept.'),
  'retention.uploadDays': setting(days.default(7), 'Days that uploads which no job reads are kept.'),
  'retention.exportDays': setting(days.default(7), 'Days that exports and rejudgements are kept.'),
  'retention.jobDays': setting(days.default(7), 'Days that finished jobs are kept.'),
  'retention.readingDays': setting(
    days.default(180),
    'Days that answers, verdicts and extractions are kept to be verified.',
  ),
  'retention.egressDays': setting(
    days.default(30),
    'Days that the record of what left this machine is kept.',
  ),
  'retention.toolCallDays': setting(
    days.default(30),
    'Days that calls of agent tools are kept with their results; until then repeating one answers the same.',
  ),
  'retention.runDays': setting(days.default(180), 'Days that ended runs are kept, with their events.'),
  evalData: setting(optionalText, 'Folder of the evaluation data that benchmarks of search read.'),
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settings

type Nested<Flat> = {
  [
    Name in keyof Flat as Name extends `${infer Group}.${string}` ? Group : Name
  ]: Name extends `${infer Group}.${string}`
    ? { [Inner in keyof Flat as Inner extends `${Group}.${infer Rest}` ? Rest : never]: Flat[Inner] }
    : Flat[Name]
}

export type Config = Readonly<Nested<{ [Name in SettingName]: z.output<(typeof settings)[Name]['schema']> }>>

export const environmentName = (name: SettingName): string => {
  const { env }: Setting = settings[name]
  return (
    env ??
    `WINNOW_${name
      .replaceAll('.', '_')
      .replaceAll(/([A-Z])/g, '_$1')
      .toUpperCase()}`
  )
}

/** Says which setting is wrong, where it came from and what it should be; never shows a secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

export interface ConfigSources {
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly flags?: Partial<Record<SettingName, unknown>>
  /** Where winnow.config.json is looked for, and what relative paths are relative to. */
  readonly folder?: string
}

export interface LoadedConfig {
  readonly config: Config
  /** Where each value came from: `flag`, `environment`, `file` or `default`. */
  readonly origins: Readonly<Record<SettingName, 'flag' | 'environment' | 'file' | 'default'>>
}

export function loadConfig(sources: ConfigSources = {}): LoadedConfig {
  const { environment = process.env, flags = {}, folder = process.cwd() } = sources
  const fromFile = readConfigFile(resolve(folder, 'winnow.config.json'))
  const config: Record<string, unknown> = {}
  const origins: Record<string, string> = {}
  const problems: string[] = []

  for (const name of Object.keys(settings) as SettingName[]) {
    const variable = environmentName(name)
    // An empty variable is how shells and compose files spell "not set".
    const candidates = [
      ['flag', flags[name]],
      ['environment', environment[variable] || undefined],
      ['file', fromFile[name]],
    ] as const
    const [origin, value] =
      candidates.find(([, value]) => value !== undefined) ?? (['default', undefined] as const)
    const setting: Setting = settings[name]
    const parsed = setting.schema.safeParse(value)
    if (parsed.success) {
      assign(config, name, parsed.data)
      origins[name] = origin
    } else {
      const shown = setting.secret ? '(secret)' : JSON.stringify(value)
      const reason = parsed.error.issues.map((issue) => issue.message).join('; ')
      problems.push(`${origin === 'environment' ? variable : name} is ${shown}: ${reason}`)
    }
  }
  if (problems.length > 0)
    throw new ConfigError(`The configuration is not valid.\n  ${problems.join('\n  ')}`)

  // The table above names every key of Config, which the mapped type repeats.
  const complete = config as Config
  if (complete.upstream === 'exa' && !complete.exaApiKey) {
    throw new ConfigError('WINNOW_UPSTREAM is "exa", which needs EXA_API_KEY.')
  }
  checkOauth(complete)
  return {
    config: {
      ...complete,
      dataDir: resolve(folder, complete.dataDir),
      modelsDir: complete.modelsDir && resolve(folder, complete.modelsDir),
    },
    origins: origins as LoadedConfig['origins'],
  }
}

/** Whoever can read along, or answer for the issuer, could let anybody in. */
function checkOauth({ oauth, publicUrl }: Config): void {
  const { issuer: issuers, audience, jwksUrl } = oauth
  if (issuers.length === 0) return
  for (const [variable, address] of [
    ...issuers.map((issuer) => ['WINNOW_OAUTH_ISSUER', issuer] as const),
    ...(jwksUrl ? [['WINNOW_OAUTH_JWKS_URL', jwksUrl] as const] : []),
  ])
    if (!URL.canParse(address) || !isSecure(new URL(address)))
      throw new ConfigError(
        `${variable} is "${address}": an https:// address is needed, or one on this machine.`,
      )
  if (audience.length === 0 && !publicUrl)
    throw new ConfigError(
      'WINNOW_OAUTH_ISSUER is set, which needs WINNOW_OAUTH_AUDIENCE or WINNOW_PUBLIC_URL: tokens must be made out to this server.',
    )
  if (jwksUrl && issuers.length > 1)
    throw new ConfigError(
      'WINNOW_OAUTH_JWKS_URL is for one issuer; of several, each one says where its keys are.',
    )
}

const isSecure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname))

function readConfigFile(path: string): Partial<Record<SettingName, unknown>> {
  if (!existsSync(path)) return {}
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    throw new ConfigError(`${path} cannot be read as JSON: ${String(cause)}`, { cause })
  }
  const flat: Partial<Record<SettingName, unknown>> = {}
  for (const [name, value] of flatten(content)) {
    if (!(name in settings)) throw new ConfigError(`${path} has an unknown setting "${name}".`)
    flat[name as SettingName] = value
  }
  return flat
}

function flatten(content: unknown, prefix = ''): [string, unknown][] {
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    return [[prefix.slice(0, -1), content]]
  return Object.entries(content).flatMap(([name, value]) => flatten(value, `${prefix}${name}.`))
}

function assign(target: Record<string, unknown>, name: string, value: unknown): void {
  const [group, inner] = name.split('.') as [string, string?]
  if (inner === undefined) target[group] = value
  else target[group] = { ...(target[group] as object | undefined), [inner]: value }
}
