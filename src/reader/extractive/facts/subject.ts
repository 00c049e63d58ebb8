import { registrableDomain } from '../../../documents/index.ts'
import { attribute, companySubject } from '../../../entities/index.ts'
import type { Subject } from '../../reader.ts'
import { fold } from './concepts.ts'
import type { Piece, Source } from './source.ts'

/** How a page stands to whom the question is about. */
export type Relation =
  /** It is the subject's own, or an entry about it: what it says is said of the subject. */
  | 'own'
  /** Its title names the subject: an article about it. */
  | 'about'
  /** It names the subject somewhere. */
  | 'mentions'
  | 'none'

/** Whose fact a piece states. */
export type Owner = 'subject' | 'other' | 'unknown'

export interface SubjectView {
  readonly relation: Relation
  /** Whose fact stands at this place of a piece. */
  ownerAt(piece: Piece, at: number): Owner
}

const views = new WeakMap<Source, Map<string, SubjectView>>()

/** The subject as a page sees it; asked for the same subject, the same view. */
export function viewOf(source: Source, subject: Subject): SubjectView {
  const key = `${subject.type}|${subject.name}|${subject.url}`
  const known = views.get(source) ?? new Map<string, SubjectView>()
  views.set(source, known)
  const before = known.get(key)
  if (before) return before
  const made = makeView(source, subject)
  known.set(key, made)
  return made
}

function makeView(source: Source, subject: Subject): SubjectView {
  const relation = relationOf(source, subject)
  const name = subject.name ?? null
  const isWork = subject.type === 'article' || subject.type === 'research_paper' || subject.type === 'custom'
  const mark = name === null ? null : namePattern(name, subject.type === 'person')
  const seeker = companySubject(name, relation === 'own')
  const others = name === null ? [] : boldTopics(source, mark)

  return {
    relation,
    ownerAt(piece, at) {
      if (name === null || isWork) return relation === 'none' && !isWork ? 'unknown' : 'subject'
      const text = piece.plain.text
      const before = `${piece.label === '' ? '' : `${piece.label}: `}${text.slice(0, at)}`
      if (relation === 'own' || relation === 'about') {
        if (subject.type === 'person') return 'subject'
        if (piece.kind === 'cell' || piece.kind === 'pair') return isOtherRow(piece) ? 'other' : 'subject'
        const told = attribute(before, seeker, () => 'own')
        return told === 'other' && !namesSubject(before) ? 'other' : 'subject'
      }
      // A list of several: what stands in the subject's own paragraph or row is the subject's.
      if (namesSubject(before) || namesSubject(piece.row) || namesSubject(piece.headings.at(-1) ?? ''))
        return 'subject'
      const paragraph = source.blocks[piece.block]?.plain.text ?? ''
      const opening = mark ? paragraph.search(mark) : -1
      if (opening >= 0 && opening < 60 && source.blocks[piece.block]?.kind !== 'table') return 'subject'
      if (namesSubject(text.slice(at))) return 'subject'
      return opening >= 0 && source.blocks[piece.block]?.kind !== 'table'
        ? 'subject'
        : others
          ? 'other'
          : 'unknown'
    },
  }

  function namesSubject(text: string): boolean {
    return mark !== null && text.search(mark) >= 0
  }

  function isOtherRow(piece: Piece): boolean {
    return (
      piece.kind === 'cell' &&
      namesSubject(source.blocks[piece.block]?.plain.text ?? '') &&
      !namesSubject(`${piece.label} ${piece.row} ${piece.plain.text}`)
    )
  }
}

/** Whether paragraphs begin with the names of several things, as news in brief do. */
const boldTopics = (source: Source, mark: RegExp | null): boolean =>
  source.blocks.some(({ plain }) => mark !== null && plain.text.search(mark) < 0)

function relationOf({ document, title }: Source, { name, url, type }: Subject): Relation {
  if (url !== undefined && URL.canParse(url)) {
    const own = new URL(url)
    if (document.url === url) return 'own'
    const isPage = own.pathname.length > 1
    if (
      !isPage &&
      registrableDomain(own.hostname) === registrableDomain(document.host) &&
      type !== 'article' &&
      type !== 'research_paper'
    )
      return 'own'
  }
  if (name === undefined || name === '') return 'own'
  const wanted = fold(name)
  const known = fold(title)
  if (known === wanted || known.startsWith(`${wanted} `) || known.endsWith(` ${wanted}`)) return 'own'
  const mark = namePattern(name, type === 'person')
  if (title.search(mark) >= 0) return 'about'
  return document.text.search(mark) >= 0 ? 'mentions' : 'none'
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The name in full, its first word where no other name follows, or a person's last name. */
export function namePattern(name: string, isPerson: boolean): RegExp {
  const words = name.split(/\s+/)
  const [first = ''] = words
  const last = words.at(-1) ?? ''
  const ways = [literally(name)]
  if (isPerson && words.length > 1)
    ways.push(`(?:${words.slice(0, -1).map(literally).join(' ')} )?${literally(last)}`)
  else if (words.length > 1 && first.length >= 4)
    ways.push(String.raw`${literally(first)}(?![\p{L}\p{N}]|[ -]\p{Lu})`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ways.join('|')})(?![\p{L}\p{N}])`, 'u')
}
