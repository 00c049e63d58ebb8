import type { Document } from '../../../documents/index.ts'
import { peopleNamed, personProfile, sameName, slug } from '../../../entities/index.ts'
import type { JudgeTask, Span, Verdict } from '../../reader.ts'
import { spanOf } from '../../spans.ts'
import { placeOf } from '../place-of.ts'
import { claim, lineAt } from './claim.ts'

/** Where somebody is said to work, with the line that says it. */
export interface Employment {
  readonly position: string
  readonly organisation: string
  readonly page: Document
  readonly span: Span
}

const asked =
  /^(?:is |currently |is currently |ist |est )?(?:an? |employed as an? |eine? )?(?<role>member of (?:the )?(?:academic |research |teaching |scientific )?(?:staff|faculty|team)|(?:member of )?(?:academic|research|teaching|scientific) staff|faculty member|staff member|academic|professor|lecturer|researcher|scientist|engineer|employee|works|work|working|employed|affiliated|staff)\s+(?:of|at|for|by|with|in|an der|bei|à)\s+(?:the )?(?<organisation>\p{Lu}.+)$/iu

const academic =
  /(?<!\p{L})(?:professor\p{L}*|lecturer|reader|(?:research |senior |junior )fellow|postdoc\p{L}*|researcher|research associate|instructor|dozent\p{L}*|maître(?:sse)? de conférences)(?!\p{L})/iu
/** They belong to a place in another way, or no longer. */
const loosely =
  /(?<!\p{L})(?:student\p{L}*|emerit\p{L}*|visiting|honorary|adjunct|guest|former|formerly|until|retired|alumn\p{L}*|doktorand\p{L}*|gast\p{L}*|ehemalig\p{L}*|ancien\p{L}*)(?!\p{L})/iu

/** “Works at …”, “is a member of the academic staff of …”: by what stands beside the person's name. */
export function judgeEmployment(task: JudgeTask): Verdict | null {
  const { role, organisation } = asked.exec(task.criterion.trim().replace(/\.$/, ''))?.groups ?? {}
  if (role === undefined || organisation === undefined) return null
  const isRole = roleTest(role)
  const found = employmentsOf(task).find(
    (one) => isSame(one.organisation, organisation) && isRole(one.position) && !loosely.test(one.span.quote),
  )
  if (!found) return null
  const reasoning = `On ${placeOf(found.page)}, they are named as ${found.position} with ${found.organisation}.`
  return claim('yes', reasoning, [found.span])
}

function roleTest(role: string): (position: string) => boolean {
  if (/academic|faculty|scientific|teaching/i.test(role)) return (position) => academic.test(position)
  if (/member|staff|employe|work|affiliated|team/i.test(role)) return () => true
  return (position) => position.toLowerCase().includes(role.toLowerCase())
}

const isSame = (one: string, other: string): boolean =>
  sameName(one, other) || slug(one).startsWith(slug(other)) || slug(other).startsWith(slug(one))

const nameless = /^\s*$/

/** What pages say that somebody does now, profiles before mentions. */
export function employmentsOf({ subject, sources }: JudgeTask): Employment[] {
  const { name } = subject
  if (name === undefined || nameless.test(name)) return []
  return sources.flatMap((page) => {
    const profile = personProfile(page)
    const own =
      profile.name === name && profile.position !== null && profile.company !== null
        ? [{ position: profile.position, organisation: profile.company.name }]
        : []
    const named = peopleNamed(page).flatMap((one) =>
      one.name === name && one.position !== null && one.affiliation !== null
        ? [{ position: one.position, organisation: one.affiliation }]
        : [],
    )
    return [...own, ...named].flatMap(({ position, organisation }) => {
      const span = overName(page, name, position) ?? afterName(page, name, position)
      return span ? [{ position, organisation, page, span }] : []
    })
  })
}

/** “#### Chief executive” over the name, or “Chief executive: ” before it. */
function overName(page: Document, name: string, position: string): Span | null {
  const { text } = page
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const start = text.lastIndexOf(position, at)
    if (start >= 0 && /^[\s:|*]{1,8}$/.test(text.slice(start + position.length, at)))
      return spanOf(page, { start, end: at + name.length })
  }
  return null
}

function afterName(page: Document, name: string, position: string): Span | null {
  const at = page.text.indexOf(position, Math.max(0, page.text.indexOf(name)))
  return at < 0 ? null : lineAt(page, at)
}
