import type { ArchivedWorkflow, Coordinates } from './task-service.ts'

export interface Recommendation {
  readonly type: string
  /** 0 to 1. */
  readonly score: number
  readonly why: string
  readonly coordinates: Coordinates
  readonly archetype: string
  readonly runs: ArchivedWorkflow['runs']
}

interface Cue {
  readonly words: RegExp
  readonly says: string
  readonly wants: Coordinates
  readonly archetype: string
  /** Says something only where this workflow is to be had. */
  readonly only?: string
}

const at = (
  scope: number,
  domainStructure: number,
  evidenceType: number,
  timeHorizon: number,
  fidelity: number,
): Coordinates => ({ scope, domainStructure, evidenceType, timeHorizon, fidelity })

/** What words in a goal say about what is wanted. */
const cues: readonly Cue[] = [
  {
    words: /\b(read (the|some|these|a few|top|best)|full text|what (the )?pages say|skim)\b/i,
    says: 'pages are to be found and read',
    wants: at(2, 2, 2, 1, 3),
    archetype: 'applied',
    only: 'retrieval.searchAndRead',
  },
  {
    words:
      /\b(similar (to|pages?|sites?)|more like|related pages?|around (these|this|the) (pages?|urls?|sites?)|reading list)\b/i,
    says: 'pages are to be collected from several sides',
    wants: at(4, 2, 2, 1, 2),
    archetype: 'exploratory',
    only: 'retrieval.expandAndCollect',
  },
  {
    words:
      /\b(quick answer|answer with (sources|citations|quotes)|cited|fact-?check\w*|double-?check(ed)? answer)\b/i,
    says: 'an answer is wanted that its sources bear out',
    wants: at(1, 2, 4, 1, 5),
    archetype: 'confirmatory',
    only: 'retrieval.verifiedAnswer',
  },
  {
    words:
      /\b(every (day|week|morning|hour)|daily|weekly|hourly|keep (an eye|watch\w*|me posted)|alerts?|monitor(ing)?|what is new|news since)\b/i,
    says: 'the same is to be asked again and again',
    wants: at(2, 2, 2, 5, 3),
    archetype: 'applied',
    only: 'semantic.cron',
  },
  {
    words:
      /\b(re-?check\w*|(verify|check|audit) (the )?(enrichments?|cells?|columns?|values?|table|webset))\b/i,
    says: 'what a table says is to be checked',
    wants: at(3, 1, 4, 2, 5),
    archetype: 'confirmatory',
    only: 'verify.enrichments',
  },
  {
    words:
      /\b(due diligence|thes[ie]s|claims?|true|refute|counter\w*|against|risks?|sceptic\w*|verif(y|ies) whether|evidence for)\b/i,
    says: 'a claim is to be put to the test',
    wants: at(2, 2, 4, 2, 5),
    archetype: 'generative',
  },
  {
    words:
      /\b(cross-?check|overlap|agree|robust|confirm\w*|triangulat\w*|several (ways|angles|queries)|consensus|complete(ness)?|missed)\b/i,
    says: 'several ways of asking are to agree',
    wants: at(4, 3, 4, 2, 4),
    archetype: 'confirmatory',
  },
  {
    words: /\b(each|every one|profiles?|background|talent|candidates?|people|dossiers?|one by one)\b/i,
    says: 'each of many is to be looked into',
    wants: at(4, 3, 4, 3, 4),
    archetype: 'exploratory',
  },
  {
    words: /\b(divers\w*|best|rank\w*|portfolio|niches?|trade-?offs?|winnow\w*|elites?|shortlist|compare)\b/i,
    says: 'the best of every kind are wanted',
    wants: at(3, 2, 4, 2, 5),
    archetype: 'analytical',
  },
  {
    words: /\b(why|how|explain|report|overview|history|state of|understand|question|summar\w*|literature)\b/i,
    says: 'a question is to be answered at length',
    wants: at(4, 3, 3, 3, 3),
    archetype: 'exploratory',
  },
  {
    words: /\b(list|find|collect|market|leads?|companies|table|enrich\w*|harvest|directory|who makes)\b/i,
    says: 'a list with facts is wanted',
    wants: at(3, 2, 3, 2, 3),
    archetype: 'applied',
  },
]

const longest = Math.sqrt(5 * 4 ** 2)

/** Which workflows suit a goal, best first: by what its words ask for, and by what came of earlier runs. */
export function recommend(goal: string, archive: readonly ArchivedWorkflow[]): Recommendation[] {
  const heard = cues.filter(
    ({ words, only }) =>
      words.test(goal) && (only === undefined || archive.some(({ type }) => type === only)),
  )
  // What only one workflow is for is said more plainly than what several are.
  const plain = heard.filter(({ only }) => only !== undefined)
  const wanted = plain.length > 0 ? plain : heard.length > 0 ? heard : cues.slice(-1)
  return archive
    .map((workflow) => {
      const best = wanted
        .map((cue) => ({ cue, fit: fitOf(cue, workflow) }))
        .reduce((one, other) => (other.fit > one.fit ? other : one))
      const { count, completed } = workflow.runs
      // Little is known from few runs: they count as if two had gone half well before.
      const reliability = (completed + 1) / (count + 2)
      const { type, coordinates, archetype, runs } = workflow
      return {
        type,
        score: Math.round((0.8 * best.fit + 0.2 * reliability) * 1000) / 1000,
        why: `${heard.length > 0 ? best.cue.says : 'nothing in the goal says otherwise'}${count > 0 ? `; ${completed} of ${count} earlier runs completed` : ''}`,
        coordinates,
        archetype,
        runs,
      }
    })
    .toSorted((a, b) => b.score - a.score || (a.type < b.type ? -1 : 1))
}

function fitOf({ wants, archetype }: Cue, workflow: ArchivedWorkflow): number {
  const names = Object.keys(wants) as (keyof Coordinates)[] // its own keys
  const squares = names.map((name) => (wants[name] - workflow.coordinates[name]) ** 2)
  const near = 1 - Math.sqrt(squares.reduce((sum, one) => sum + one, 0)) / longest
  return 0.8 * near + (archetype === workflow.archetype ? 0.2 : 0)
}
