import type { Subject } from '../../reader.ts'
import { asideIn, type IsAside, type Said } from '../aside.ts'
import { isOnOwnSite, letters } from '../own-site.ts'
import { beginsWithKind, isSpokenOf, otherNames, withoutEdition } from '../spoken-of.ts'
import { placeNamed } from '../values/index.ts'
import { fold } from './concepts.ts'
import type { Piece, Source } from './source.ts'
import { topicsOf } from './topic.ts'

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
  /** Whether a text names the subject. */
  names(text: string): boolean
  /** Whose fact stands at this place of a piece. */
  ownerAt(piece: Piece, at: number): Owner
  readonly isAside: IsAside
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
  // Who gives a name alone means somebody, and pages name others beside them.
  const isWork = subject.type !== undefined && subject.type !== 'company' && subject.type !== 'person'
  const mark = name === null ? null : namePattern(name, subject.type)
  const isAside = asideIn(source.document, subject, mark)
  if (name === null || mark === null || isWork || relation === 'none') {
    const names = (text: string): boolean =>
      name !== null && fold(text).includes(fold(withoutEdition(name, subject.type)))
    return {
      relation,
      isAside,
      names,
      ownerAt(piece, at) {
        if (relation === 'none') return 'unknown'
        const isOthers =
          isAside(saidBy(piece)) ||
          isInOtherCells(source, piece, name) ||
          (name !== null && isToldOfOther(piece.plain.text.slice(0, at), names))
        return isOthers ? 'other' : 'subject'
      },
    }
  }
  const isOwn = relation === 'own'
  const topics = isOwn
    ? topicsOf(source, mark, 'subject', true)
    : topicsOf(source, mark, relation === 'about' && !startsWithOther(source, mark) ? 'subject' : 'unknown')
  const namedAt = source.document.text.search(mark)
  const isNamedEarly = namedAt >= 0 && namedAt < 600
  const namesSubject = (text: string): boolean => text.search(mark) >= 0

  const comparesSubject = (block: number): boolean =>
    source.blocks[block]?.rows.some(([first]) => first !== undefined && fold(first.text) === fold(name)) ??
    false

  return {
    relation,
    isAside,
    names: namesSubject,
    ownerAt(piece, at) {
      if (isAside(saidBy(piece))) return 'other'
      if (piece.kind === 'cell' || (piece.kind === 'pair' && piece.row !== '')) {
        const isNamed = namesSubject(`${piece.label} ${piece.row} ${piece.plain.text} ${piece.column}`)
        if (isInOtherCells(source, piece, name)) return 'other'
        if (isNamed) return 'subject'
        // A table that names the subject in one row speaks of others in the rest.
        return comparesSubject(piece.block) || relation === 'mentions' ? 'other' : 'subject'
      }
      const before = piece.plain.text.slice(0, at)
      if (isToldOfOther(before, namesSubject)) return 'other'
      if (isOwn)
        return (speaksOfOther(before) || topics.get(piece) === 'other') && !namesSubject(before)
          ? 'other'
          : 'subject'
      // A section about the subject; the headline of the whole page says less.
      const isSection = piece.headings.length > 1 || relation === 'mentions'
      if (isSection && namesSubject(piece.headings.at(-1) ?? '')) return 'subject'
      const topic = topics.get(piece) ?? 'unknown'
      const clause = before.slice(before.lastIndexOf(';') + 1)
      if (topic === 'subject') return speaksOfOther(before) && !namesSubject(clause) ? 'other' : 'subject'
      if (namesSubject(clause)) return 'subject'
      const isOthers =
        topic === 'other' || speaksOfOther(before) || (relation === 'mentions' && !isNamedEarly)
      return isOthers ? 'other' : 'unknown'
    },
  }
}

/** “Hull-based Keelby Gaskets, which employed 64 people”, “Terralyon, the French fair, which takes place from 21 October”. */
const tellsOf =
  /(?<name>\p{Lu}[\p{L}\p{N}&'’-]*(?:\s(?:\p{Lu}|\d)[\p{L}\p{N}&'’-]*)*)(?:, (?:an?|the) [^,;.]{3,50})?, (?:which (?:employ\p{L}*|ha[sd]|reported|posted|raised|turned over|takes? place|is held|runs|opens|starts|begins)|an? [^,;.]{3,60}? with)\s(?:[^,;.]|(?<=\d)[,.](?=\d))*$/u

/** “Tessaro itself, which is listed in Milan, employs 3,900 people and had sales of €870 million”. */
const beginsWithOther =
  /^(?<name>(?!(?:The|Our|Its|This|It|We|They|He|She|Who) )\p{Lu}[\p{L}\p{N}&'’-]*(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*)(?: itself)?(?:, (?:[^,;.]|(?<=\d)[,.](?=\d)){3,60},)? (?:employs?|employed|(?:has|had|posted|reported|made) (?:net )?(?:sales|revenues?|turnover) of)\s[^;.]*$/u

/** Whether what stands before a value says in passing that it is of somebody else. */
export function isToldOfOther(before: string, names: (text: string) => boolean): boolean {
  const name = (tellsOf.exec(before) ?? beginsWithOther.exec(before))?.groups?.['name']
  return name !== undefined && !names(name) && placeNamed(name) === null
}

/** A piece as what may be about others. */
export const saidBy = ({ whole, plain, headings }: Piece): Said => ({
  start: whole.start,
  text: plain.text,
  headings,
})

/** “| | Rootline 2 | Rootline 3 |”: where one column or row is the subject's, the others are not. */
function isInOtherCells({ blocks }: Source, piece: Piece, name: string | null): boolean {
  // “HX-40” is the Kalvarand HX-40.
  const isIts = ({ text }: { readonly text: string }): boolean =>
    text !== '' && ` ${fold(name ?? '')}`.endsWith(` ${fold(text)}`)
  const { kind, column, label, block } = piece
  if (kind !== 'cell' || name === null) return false
  const rows = blocks[block]?.rows ?? []
  const isOther = (own: string, all: readonly { readonly text: string }[]): boolean =>
    own !== '' && !isIts({ text: own }) && all.some(isIts)
  return (
    isOther(column, rows[0] ?? []) ||
    isOther(
      label,
      rows.slice(1).flatMap((row) => row[0] ?? []),
    )
  )
}

/** “Corvane buys Fathomline”: the title begins with somebody else. */
const startsWithOther = ({ title, document }: Source, mark: RegExp): boolean => {
  const at = title.search(mark)
  const name =
    at > 0
      ? /^(?:\p{Lu}\p{L}+['’]s )?(\p{Lu}[\p{L}\p{N}]+(?: \p{Lu}[\p{L}\p{N}]+)*) \p{Ll}/u.exec(
          title.slice(0, at),
        )?.[1]
      : undefined
  // Any word begins a title with a capital; a name has it in the middle of sentences, too.
  return name !== undefined && document.text.split(name).length > 3
}

/** “A Norwegian rival employs 40 people”: others than the subject, by the words for them. */
const others =
  /(?<!\p{L})(?:(?:a|an|another|one|its|their|our|the|two|several|some|other|der|die|ein|eine|einer|un|une|le|la|son|sa|notre)\s)?(?:\p{L}+\s)?(?:competitors?|rivals?|parent company|acquirer|predecessor|Wettbewerber|Konkurrent(?:en|in)?|Muttergesellschaft|concurrents?|maison mère)(?=[\s,])/u

/** “A Warsaw fund holds 30 per cent” */
const holder =
  /^(?:an?|another|eine?|une?)\s(?:[\p{L}-]+\s){0,2}(?:fund|investor|bank|foundation|holding|family office|private equity firm|Fonds|Stiftung|fonds|fondation|banque)\s/iu

const speaksOfOther = (before: string): boolean =>
  others.test(before) ||
  holder.test(before.slice(before.lastIndexOf(';') + 1).trimStart()) ||
  /^(?:Rival|Competitor|Konkurrent|Wettbewerber)\s\p{Lu}/u.test(before)

function relationOf({ document, title }: Source, { name, url, type }: Subject): Relation {
  if (document.url === url || isOnOwnSite(document, { name, url, type })) return 'own'
  if (name === undefined || name === '') return 'own'
  const wanted = fold(name)
  const known = fold(title)
  const parts = known.split(/\s+[|–—·•»:-]\s+|:\s+|\s*[|•»]\s*/)
  if (
    [known, ...parts].some(
      (part) => part.replace(/^(?:(?:professor|prof\.?|dr\.?|mr|mrs|ms)\s+)+/, '') === wanted,
    )
  )
    return 'own'
  const mark = namePattern(name, type)
  if (title.search(mark) >= 0) return 'about'
  const first = document.text.search(mark)
  if (first < 0) return isSpokenOf(title, document, { name, type, url }) ? 'mentions' : 'none'
  const often = document.text.match(new RegExp(mark.source, 'gu'))?.length ?? 0
  return first < 500 && often >= 3 ? 'about' : 'mentions'
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** The name in full, its first word where no other name follows, or a person's last name. */
export function namePattern(name: string, type: string | undefined): RegExp {
  const isPerson = type === 'person'
  const words = name.split(/\s+/)
  // “HailNow: nowcasting hail” is called HailNow.
  const first = (words[0] ?? '').replace(/[:,]$/, '')
  const last = words.at(-1) ?? ''
  const short = withoutEdition(name, type)
  const ways = [name, ...otherNames(name, type)].map(literally)
  // With another number or year it is another one.
  if (short !== name)
    ways.push(String.raw`(?<!(?:[IVXLC]|\d(?:st|nd|rd|th)|\d\.)\s)${literally(short)}(?!\s(?:19|20)\d\d)`)
  if (isPerson && words.length > 1)
    ways.push(
      `(?:${words.slice(0, -1).map(literally).join(' ')} )?${literally(last)}`,
      // Whoever writes of a friend uses the first name.
      ...(first.length >= 4 ? [String.raw`${literally(first)}(?= \p{Ll}|['’]s)`] : []),
    )
  else if (words.length > 1 && first.length >= 4 && !beginsWithKind(name))
    ways.push(String.raw`${literally(first)}(?![\p{L}\p{N}]|[ -]\p{Lu}|\s(?:19|20)\d\d(?!\d))`)
  return new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${ways.join('|')})(?![\p{L}\p{N}])`, 'u')
}

/** The first word of an organisation's name tells it from others: “Energy” and “Group” are those of many. */
export function isNamedAfter(text: string, { name, type }: Subject): boolean {
  const words = (name ?? '').split(/\s+/).filter((word) => letters(word).length >= 4)
  const telling = type === 'person' ? words : words.slice(0, 1)
  return telling.some((word) => letters(text).includes(letters(word)))
}
