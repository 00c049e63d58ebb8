import type { Pages } from '../contents/index.ts'
import type { Documents } from '../documents/index.ts'
import type { OpenReader } from '../reader/index.ts'
import type { RunContext, RunEvent } from '../runs/index.ts'
import type { Search } from '../search/index.ts'
import { choosePages, pageKey, type Searched } from './choose-pages.ts'
import type { Happening, Page, Task } from './happening.ts'
import { createNamedPages } from './named-pages.ts'
import { otherWords } from './other-words.ts'
import { documentsOf, readPages, type PagesRead } from './read-pages.ts'
import { readingStep } from './reading-step.ts'

interface Needs {
  readonly search: Search
  readonly documents: Pick<Documents, 'versions'>
  readonly reader: OpenReader
  /** Where addresses that a goal names are looked up. */
  readonly pages: Pick<Pages, 'get'>
  readonly mayFetch: boolean
}

/** How broad and how deep an inquiry goes. */
export interface Effort {
  /** Questions that the goal may fall into. */
  readonly tasks: number
  /** Searches for each of them in a round. */
  readonly searches: number
  /** Pages that are read for each of them in a round. */
  readonly pages: number
  /** How often is looked for what is still open. */
  readonly rounds: number
}

export interface Goal {
  readonly instructions: string
  readonly effort: Effort
  /** Pages that were read before; every question is asked of them, too. */
  readonly known?: readonly Page[]
  /** What there is to tell of a happening; pure. */
  readonly tell: (happening: Happening, at: Date) => readonly RunEvent[]
}

/** What is known of a question, after the last round that asked it. */
export interface Answered extends PagesRead {
  readonly task: Task
}

export interface Findings {
  /** What it was planned for; a fork may be after something else by now. */
  readonly goal: string
  readonly answered: readonly Answered[]
  /** Everything that was read; what findings quote first. */
  readonly pages: readonly Page[]
  /** What could not be done, for whoever wonders. */
  readonly notes: readonly string[]
}

export type Inquiry = ReturnType<typeof createInquiry>

/**
 * Plans, reads what the goal names, searches, reads and checks what it read, in rounds: each asks again, in other words
 * and further down, what the last one left open. Every finding is quoted.
 */
export function createInquiry({ search, documents, reader, pages: stored, mayFetch }: Needs) {
  const readNamed = createNamedPages({ pages: stored, mayFetch })
  return {
    /** As far as the limits of the run allow. */
    async investigate(run: RunContext, goal: Goal): Promise<Findings> {
      const answered = new Map<string, Answered>()
      const searched = new Map<string, Searched>()
      let known = goal.known ?? []
      let notes: readonly string[] = []
      const read = new Map(known.map((page) => [pageKey(page), page]))
      let { instructions } = goal
      let tasks: readonly Task[] = []
      let round = 1
      for (; round <= goal.effort.rounds; round += 1) {
        const open = tasks.filter(({ question }) => answered.get(question)?.findings.length === 0)
        if (round > 1 && open.length === 0) break
        const planned = await plan(run, goal, round, open, searched)
        if (!planned || planned.tasks.length === 0) break
        if (round === 1) instructions = planned.goal
        tasks = planned.tasks
        const [first] = tasks
        if (round === 1 && first) {
          const named = await readNamed(run, { ...goal, task: first, most: goal.effort.pages })
          for (const page of named.pages) read.set(pageKey(page), page)
          known = [...named.pages, ...known]
          notes = named.notes
        }
        await gather(run, goal, round, tasks, { searched, read })
        const checked = await run.all(
          tasks.map((task) => () => {
            const found = pagesFor(task, searched, read, goal.effort, round)
            const foundKeys = new Set(found.map(pageKey))
            return check(run, goal, task, [
              ...found,
              ...known.filter((page) => !foundKeys.has(pageKey(page))),
            ])
          }),
        )
        for (const one of checked) answered.set(one.task.question, one)
      }
      await settle(run, goal, round, [...answered.values()])
      return {
        goal: instructions,
        answered: [...answered.values()],
        notes,
        pages: inOrderOfUse([...answered.values()], read),
      }
    },

    /**
     * A language model makes one text of what it found. Without one the answers to the questions are the report, and
     * the whole is asked for what they leave open. It goes by who has read, which is recorded, and not by who would now.
     */
    leavesMore: (answered: readonly Answered[]): boolean =>
      answered.some(
        ({ findings, reader: name }) => findings.length === 0 || name !== reader.withoutModel.name,
      ),

    /** The statements that a reader makes of a question, in the pages given. */
    answer: (run: RunContext, key: string, question: string, pages: readonly Page[], instructions?: string) =>
      readingStep(run, reader, {
        key,
        kind: 'write',
        documents: (outcome: PagesRead) => documentsOf(outcome.findings),
        read: (asked, reading) =>
          readPages(documents, run.teamId, asked, { question, instructions }, pages, reading),
      }),
  }

  /** The first round asks what the goal comes to, a later one what is open, in words that were not tried yet. */
  async function plan(
    run: RunContext,
    { instructions, effort, tell }: Goal,
    round: number,
    open: readonly Task[],
    searched: ReadonlyMap<string, Searched>,
  ): Promise<{ goal: string; tasks: readonly Task[] } | undefined> {
    const key = `plan.${round}`
    // Without the first plan there is no result; for a further one something must be left to spend.
    return run.untilLimit(() =>
      readingStep(run, reader, {
        key,
        kind: 'plan',
        isOptional: round > 1,
        async read(asked, reading) {
          const planned =
            round === 1
              ? (await asked.plan(instructions, reading)).tasks
              : await otherWords(open, searched, asked, reading)
          const asItIs = [{ question: instructions, searches: [instructions] }]
          const some = round === 1 && planned.length === 0 ? asItIs : planned
          return {
            goal: instructions,
            tasks: some.slice(0, effort.tasks).map(({ question, searches }, at) => ({
              key: `${key}.task.${at}`,
              question,
              searches: searches.slice(0, effort.searches),
            })),
          }
        },
        events: ({ tasks }, at) =>
          tasks.length === 0
            ? []
            : tell({ type: 'planned', plan: key, reasoning: reasonFor(round, tasks), tasks }, at),
      }),
    )
  }

  /** Searches side by side, then reads the pages one by one, the best of each task first. */
  async function gather(
    run: RunContext,
    { effort, tell }: Goal,
    round: number,
    tasks: readonly Task[],
    { searched, read }: { searched: Map<string, Searched>; read: Map<string, Page> },
  ): Promise<void> {
    const found = await run.all(
      tasks.map((task) => async () => {
        const lists: (readonly Page[])[] = [...(searched.get(task.question)?.lists ?? [])]
        await run.untilLimit(async () => {
          for (const [at, query] of task.searches.entries()) {
            const step = `${task.key}.search.${at}`
            lists.push(
              await run.step({
                key: step,
                kind: 'search',
                uses: { search: 1 },
                perform: ({ signal }) => look(run.teamId, query, effort.pages * (round + 1), signal),
                events: (pages, when) => tell({ type: 'searched', task, step, query, pages }, when),
                documents: (pages) => pages.map(({ documentId }) => documentId),
              }),
            )
          }
        })
        return { task, lists }
      }),
    )
    for (const one of found) {
      const before = searched.get(one.task.question)?.task.searches ?? []
      const task = { ...one.task, searches: [...before, ...one.task.searches] }
      searched.set(task.question, { task, lists: one.lists })
    }
    const { toRead } = choosePages(found, new Set(read.keys()), effort.pages)
    await run.untilLimit(async () => {
      for (const { task, page } of toRead) {
        const step = `${task.key}.read.${page.documentId}`
        await run.step({
          key: step,
          kind: 'read',
          uses: { page: page.tokens / tokensPerPage },
          perform: async () => page,
          events: (outcome, at) => tell({ type: 'read', task, step, page: outcome }, at),
          documents: ({ documentId }) => [documentId],
        })
        read.set(pageKey(page), page)
      }
    })
  }

  async function look(teamId: string, query: string, count: number, signal: AbortSignal): Promise<Page[]> {
    const viewer = { teamId }
    const found = await search.find(viewer, { numResults: count }, { queries: [query] }, signal)
    return (await search.load(viewer, found, count)).map(({ id, version, url, title, text }) => ({
      documentId: id,
      version,
      url,
      title,
      tokens: Math.ceil(text.length / charactersPerToken),
    }))
  }

  async function check(
    run: RunContext,
    { tell }: Goal,
    task: Task,
    pages: readonly Page[],
  ): Promise<Answered> {
    const step = `${task.key}.check`
    const outcome = await readingStep(run, reader, {
      key: step,
      kind: 'check',
      read: (asked, reading) =>
        readPages(documents, run.teamId, asked, { question: task.question }, pages, reading),
      events: ({ findings }, at) => tell({ type: 'concluded', task, step, findings }, at),
      documents: ({ findings }) => documentsOf(findings),
    })
    return { task, ...outcome }
  }
}

/** Says why it goes no further. */
async function settle(
  run: RunContext,
  { tell }: Goal,
  round: number,
  answered: readonly Answered[],
): Promise<void> {
  const open = answered.filter(({ findings }) => findings.length === 0).length
  const limit = run.limit()
  const reasoning =
    limit !== null
      ? 'No more may be spent on this: what was found so far must do.'
      : open === 0
        ? 'Every question has an answer.'
        : `${open === 1 ? 'One question stays' : `${open} questions stay`} open: the pages that were found do not say.`
  await run.step({
    key: 'settle',
    kind: 'plan',
    isFree: true,
    perform: async () => ({ plan: `plan.${round}`, reasoning }),
    events: (outcome, at) => tell({ type: 'settled', ...outcome }, at),
  })
}

/** What a page is in the prices: so many tokens of its text. */
const tokensPerPage = 1000
const charactersPerToken = 4

function reasonFor(round: number, tasks: readonly Task[]): string {
  const questions = tasks.length === 1 ? 'one question' : `${tasks.length} questions`
  return round === 1
    ? `The goal comes to ${questions}.`
    : `Still open: ${questions}. Looking in other words, and further.`
}

/** The pages that were read of those that a task found, in the order in which they promise most. */
function pagesFor(
  task: Task,
  searched: ReadonlyMap<string, Searched>,
  read: ReadonlyMap<string, Page>,
  { pages }: Effort,
  round: number,
): Page[] {
  const own = searched.get(task.question)
  if (!own) return []
  const { wanted } = choosePages([own], new Set(read.keys()), 0)
  return (wanted.get(own.task.key) ?? []).slice(0, pages * round)
}

function inOrderOfUse(answered: readonly Answered[], read: ReadonlyMap<string, Page>): Page[] {
  const used = answered.flatMap(({ findings }) => findings.flatMap(({ quotes }) => quotes.map(pageKey)))
  return [...new Set([...used, ...read.keys()])].flatMap((key) => read.get(key) ?? [])
}
