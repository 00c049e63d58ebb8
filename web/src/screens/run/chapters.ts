import type { ResearchEvent } from '../../../../src/contract/research.ts'
import type { ServerEvent } from '../../api/events.ts'
import type { RunKind } from '../../api/runs.ts'
import { blocksOf, inlinesOf } from '../../parts/markdown.ts'

/** What a run does, as it is told: in chapters, each with what happened in it. */
export interface Chapter {
  readonly key: string
  readonly kind: 'plan' | 'task' | 'list' | 'end'
  readonly title: string
  readonly says: readonly string[]
  readonly entries: readonly Entry[]
  /** What came of it, as Markdown. */
  readonly outcome: string | null
  readonly isOpen: boolean
}

export type Entry =
  | {
      readonly type: 'search'
      readonly key: string
      readonly query: string
      readonly found: number | null
      readonly urls: readonly string[]
    }
  | { readonly type: 'page'; readonly key: string; readonly url: string; readonly title: string | null }
  | { readonly type: 'thought'; readonly key: string; readonly text: string }

type Writable = { -readonly [Field in keyof Chapter]: Chapter[Field] } & { entries: Entry[] }

export const chaptersOf = (kind: RunKind, events: readonly ServerEvent[]): Chapter[] =>
  kind === 'research' ? ofResearch(events) : ofAgentRun(events)

/** Where the stream of a run ends. */
export const isLastEvent = ({ name }: ServerEvent): boolean =>
  name === 'research-output' || /^agent_run\.(?:completed|failed|cancelled)$/.test(name ?? '')

function ofResearch(events: readonly ServerEvent[]): Chapter[] {
  const chapters = new Map<string, Writable>()
  for (const { data } of events) {
    const event = data as ResearchEvent // the contract says what it is
    if (event.eventType === 'plan-output') {
      const { output, planId } = event
      if (output.outputType === 'tasks') {
        const title = `Plan: ${output.tasksInstructions.length === 1 ? 'one question' : `${output.tasksInstructions.length} questions`}`
        chapters.set(planId, chapter(planId, 'plan', title, [output.reasoning], false))
      } else chapters.set(planId, chapter(planId, 'end', 'Enough is known', [output.reasoning], false))
    }
    if (event.eventType === 'task-definition')
      chapters.set(event.taskId, chapter(event.taskId, 'task', event.instructions, [], true))
    if (event.eventType === 'task-operation') {
      const entry = entryOf(event.operationId, event.data)
      chapters.get(event.taskId)?.entries.push(entry)
    }
    if (event.eventType === 'task-output') {
      const task = chapters.get(event.taskId)
      if (task) Object.assign(task, { outcome: event.output.content, isOpen: false })
    }
  }
  return [...chapters.values()]
}

type Operation = Extract<ResearchEvent, { eventType: 'task-operation' }>['data']

function entryOf(key: string, operation: Operation): Entry {
  if (operation.type === 'think') return { type: 'thought', key, text: operation.content }
  if (operation.type === 'crawl') return { type: 'page', key, url: operation.result.url, title: null }
  const urls = operation.results.map(({ url }) => url)
  return { type: 'search', key, query: operation.query, found: urls.length, urls }
}

const chapter = (
  key: string,
  kind: Chapter['kind'],
  title: string,
  says: readonly string[],
  isOpen: boolean,
): Writable => ({ key, kind, title, says, entries: [], outcome: null, isOpen })

interface Told {
  readonly text?: string
  readonly tool?: string
  readonly callId?: string
  readonly source?: { readonly url: string; readonly title?: string; readonly callId?: string }
  readonly item?: { readonly call_id: string; readonly metadata?: { readonly sourceCount?: number } }
  readonly preliminaryList?: { readonly round: number; readonly answer: string }
}

/** Its events name no chapters: a plan, and a list that is looked for, begin one. */
function ofAgentRun(events: readonly ServerEvent[]): Chapter[] {
  const chapters: Writable[] = []
  const current = (): Writable => {
    const last = chapters.at(-1)
    if (last) return last
    const first = chapter('begin', 'plan', 'Beginning', [], true)
    chapters.push(first)
    return first
  }
  for (const [index, { name, data }] of events.entries()) {
    const told = data as Told
    const key = String(index)
    if (name === 'agent_run.search_trace' && told.text !== undefined) {
      const [first = '', ...rest] = told.text.split('\n')
      const isList = told.callId?.includes('.list.') ?? false
      if (told.tool === undefined || isList) {
        const says = rest.map((line) => line.replace(/^- /, ''))
        for (const one of chapters) one.isOpen = false
        chapters.push(chapter(key, isList ? 'list' : says.length > 0 ? 'plan' : 'end', first, says, true))
      } else
        current().entries.push({
          type: 'search',
          key: told.callId ?? key,
          query: told.text,
          found: null,
          urls: [],
        })
    }
    if (name === 'agent_run.output_item.done' && told.item) countSources(chapters, told.item)
    if (name === 'agent_run.source.added' && told.source) {
      const { url, title = null } = told.source
      const { entries } = current()
      if (!entries.some((entry) => entry.type === 'page' && entry.url === url))
        entries.push({ type: 'page', key, url, title })
    }
    if (name === 'agent_run.preliminary_list' && told.preliminaryList)
      current().outcome = told.preliminaryList.answer
    if (name !== null && isLastEvent({ id: null, name, data })) for (const one of chapters) one.isOpen = false
  }
  return chapters
}

function countSources(chapters: readonly Writable[], item: NonNullable<Told['item']>): void {
  const found = item.metadata?.sourceCount ?? null
  for (const { entries } of chapters) {
    const at = entries.findIndex((entry) => entry.type === 'search' && entry.key === item.call_id)
    const entry = entries[at]
    if (entry?.type === 'search') entries[at] = { ...entry, found }
  }
}

/** What has been done so far, for runs that do not say it themselves until their end. */
export function countsOf(chapters: readonly Chapter[]): { label: string; value: string }[] {
  const entries = chapters.flatMap((chapter) => chapter.entries)
  const count = (type: Entry['type']) => String(entries.filter((entry) => entry.type === type).length)
  return [
    { label: 'Searches', value: count('search') },
    { label: 'Pages read', value: count('page') },
  ]
}

interface OutcomeLine {
  readonly text: string
  readonly pages: readonly { readonly url: string; readonly title: string | null }[]
}

/** Statements end with their pages in brackets, things with the address of theirs. */
export function outcomesOf(markdown: string): OutcomeLine[] {
  const lines = blocksOf(markdown).flatMap((block) => (block.type === 'list' ? block.items : [block.text]))
  return lines.map((line) => {
    const { 1: thing, 2: address } = /^(.*) \((https?:\/\/\S+)\)$/.exec(line) ?? []
    if (thing !== undefined && address !== undefined)
      return { text: thing, pages: [{ url: address, title: null }] }
    const { 1: said, 2: named } = /^(.*?) \((\[.*\]\(\S+\))\)$/.exec(line) ?? []
    if (said === undefined || named === undefined) return { text: line, pages: [] }
    const links = inlinesOf(named).filter((inline) => inline.type === 'link')
    return { text: said, pages: links.map(({ url, text }) => ({ url, title: text })) }
  })
}
