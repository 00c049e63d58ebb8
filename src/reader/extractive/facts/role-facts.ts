import { namesIn, peopleIn, placeNamed, type NameFound } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { modalityOf, type Modality } from './modality.ts'
import type { Role } from './roles.ts'
import type { Piece, Source } from './source.ts'
import { namePattern, viewOf } from './subject.ts'

/** Roles that firms have as often as people. */
const heldByFirms = new Set(['auditor', 'owner', 'administrator'])

/** Who has a role, as a source says it: in a label, in a table, beside the name, in a sentence. */
export function roleFacts(ask: Ask, role: Role, source: Source, subject: Subject): Fact[] {
  const view = viewOf(source, subject)
  if (view.relation === 'none') return []
  const facts: Fact[] = []
  for (const [at, piece] of source.pieces.entries()) {
    if (piece.kind === 'code') continue
    for (const { name, match, modality } of [
      ...labelled(piece),
      ...besides(piece),
      ...underHeading(piece, source.pieces[at - 1]),
      ...doing(piece),
    ]) {
      const { start, end } = piece.plain.span(name.start, name.end)
      // On a page about somebody, whoever took over an office took over theirs, wherever they came from.
      const isNew = becoming.test(piece.plain.text.slice(name.end, piece.plain.text.search(role.pattern)))
      const owner = belongsToOther(piece, name)
        ? 'other'
        : isNew && (view.relation === 'own' || view.relation === 'about')
          ? 'subject'
          : view.ownerAt(piece, name.start)
      facts.push({
        value: name.name,
        source,
        piece,
        start,
        end,
        owner,
        modality,
        asOf: null,
        // News of a change is newer than a page that nobody dated.
        isCurrent: isNew,
        match,
      })
    }
  }
  return facts

  function holders(text: string): NameFound[] {
    const people = peopleIn(text).map((person) => {
      const [title] = person.name.matchAll(role.pattern)
      if (!title || title.index !== 0) return person
      const name = person.name.slice(title[0].length).trimStart()
      return { name, start: person.end - name.length, end: person.end }
    })
    if (!heldByFirms.has(role.name)) return people.length > 0 ? people : firstNames(text, source)
    const isFirm = people.some(({ end }) => legalForm.test(text.slice(end)))
    return people.length > 0 && !isFirm
      ? people
      : namesIn(text).filter(({ name }) => placeNamed(name) === null)
  }

  /** “Chief executive: Ada Marsh”, and rows with the role in one cell and the name in another. */
  function* labelled(piece: Piece): Generator<Found> {
    if (piece.kind === 'heading' || piece.kind === 'code') return
    const isLabel =
      (piece.kind !== 'sentence' && hasRole(piece.label)) ||
      (piece.kind === 'cell' &&
        (hasRole(piece.column) || piece.row.split(' | ').some((cell) => cell.length < 80 && hasRole(cell))))
    const isUnder =
      role.name === 'spokesperson' && piece.plain.text.length < 60 && hasRole(piece.headings.at(-1) ?? '')
    const isBoard =
      role.name === 'chief executive' &&
      /^(?:Vorstand|Geschäftsleitung|Executive board|Management board|Management|Board|Direction)$/i.test(
        piece.label,
      )
    if (!isLabel && !isBoard && !isUnder) return
    // “CEO Ada Marsh: ‘We are …’”
    const [speaker] = isLabel && piece.kind === 'pair' ? peopleIn(piece.label.replace(role.pattern, '')) : []
    if (speaker && piece.plain.text !== '') {
      yield { name: { ...speaker, start: 0, end: 1 }, match: 0.95, modality: tense(piece.label, '') }
      return
    }
    const names = holders(piece.plain.text)
    // “Board: A (chair), B”: of several the one with the role beside it.
    const marked = names.filter(
      (name) =>
        role.name === 'chief executive' &&
        /^\s?\((?:Vorsitz|Sprecher|chair|CEO)/.test(piece.plain.text.slice(name.end)),
    )
    for (const name of marked.length > 0 ? marked : isLabel || isUnder ? names : [])
      yield {
        name,
        match: names.length > 1 && marked.length === 0 && !ask.isPlural ? 0.8 : 1,
        modality: tense(piece.label, piece.plain.text.slice(name.end, name.end + 30)),
      }
  }

  /** “Ada Marsh, chief executive”, “chief executive Ada Marsh”, “the founder, Ada Marsh”. */
  function* besides(piece: Piece): Generator<Found> {
    const text = piece.plain.text
    const names = text.length > 1500 ? [] : holders(text)
    if (names.length === 0) return
    for (const found of text.matchAll(role.pattern)) {
      const start = found.index
      const end = start + found[0].length
      const before = names.findLast(
        (name) =>
          name.end <= start &&
          (isAppended(text.slice(name.end, start)) ||
            // “Seit 2020 ist Ada Marsh Vorsitzende”
            (text.slice(name.end, start) === ' ' && /(?:ist|war|wurde)\s$/.test(text.slice(0, name.start)))),
      )
      const follower = names.find((name) => name.start >= end && isFollowing(text.slice(end, name.start)))
      const modality = tense(text.slice(Math.max(0, start - 30), start), '')
      if (
        before &&
        (!follower ||
          /^\s?(?:[,.;)&]|$|\(| and | und | et | since| seit| of | at )/.test(text.slice(end)) ||
          text.slice(before.end, start).includes('('))
      ) {
        if (!isOfOther(text.slice(end))) yield { name: before, match: 0.97, modality }
      } else if (follower) {
        yield { name: follower, match: 0.97, modality }
        // “co-founders Ada Marsh and Bo Lind”
        if (/s$|innen$/.test(found[0]) || /(?:are|sind|sont)\s/.test(text.slice(end, follower.start)))
          for (const next of listed(text, follower, names)) yield { name: next, match: 0.95, modality }
      }
    }
  }

  function* underHeading(piece: Piece, previous: Piece | undefined): Generator<Found> {
    if (
      previous?.kind !== 'heading' ||
      piece.plain.text.search(role.pattern) < 0 ||
      piece.plain.text.search(role.pattern) > 50
    )
      return
    const [name] = peopleIn(previous.plain.text)
    if (name && piece.plain.text.length < 200)
      yield {
        name: { ...name, start: 0, end: Math.min(1, piece.plain.text.length) },
        match: 0.93,
        modality: 'now',
      }
  }

  /** What founders did: “founded by A and B”, “A and B founded the company”. */
  function* doing(piece: Piece): Generator<Found> {
    const text = piece.plain.text
    if (role.name === 'supervisor')
      for (const match of text.matchAll(
        /(?:under(?: the supervision of)?|supervised by|advised by|betreut von|sous la direction de)\s(?:(?:Prof|Dr|Professor)\.?\s)*/giu,
      )) {
        const name = peopleIn(text).find(
          ({ start }) => start >= match.index && start <= match.index + match[0].length + 2,
        )
        if (name) yield { name, match: 0.93, modality: 'now' }
      }
    if (role.name !== 'founder') return
    const names = peopleIn(text)
    const passive =
      /(?<!\p{L})(?:(?:co-?)?founded|started|set up|established|created|gegründet|fondée?|créée?|lancée?|vu le jour|entstand|ins Leben gerufen)(?!\p{L})[^.;]{0,60}?(?:\sby|\svon|\spar|\sà l['’]initiative de)\s(?:the |den |les |two |three )?/giu
    for (const match of text.matchAll(passive)) {
      const first = names.find(
        (name) =>
          name.start >= match.index + match[0].length - 1 &&
          name.start <= match.index + match[0].length + 60 &&
          !/[.;]/.test(text.slice(match.index + match[0].length, name.start)),
      )
      if (!first) continue
      yield { name: first, match: 0.98, modality: 'now' }
      for (const next of listed(text, first, names)) yield { name: next, match: 0.98, modality: 'now' }
    }
    const mark = subject.name === undefined ? null : namePattern(subject.name, 'company')
    const active =
      /(?<=\s)(?:co-?)?(?:founded|started|gründeten?|a fondé|ont fondé)\s(?<what>[^.;,]{0,60})/giu
    for (const match of text.matchAll(active)) {
      const what = match.groups?.['what'] ?? ''
      if (
        !(mark && what.search(mark) >= 0 && what.search(mark) < 25) &&
        !/^(?:the (?:company|firm|business|start-?up)|das Unternehmen|die Firma|l['’]entreprise|la société)/i.test(
          what,
        )
      )
        continue
      const last = names.findLast(
        (name) => name.end <= match.index && /^\s?(?:[^.;]{0,40})?$/.test(text.slice(name.end, match.index)),
      )
      if (!last) continue
      yield { name: last, match: 0.97, modality: 'now' }
      const [other] = names
        .filter(
          (name) =>
            name.end < last.start && /^(?:,| and| und| et)\s*$/.test(text.slice(name.end, last.start)),
        )
        .slice(-1)
      if (other) yield { name: other, match: 0.96, modality: 'now' }
    }
  }

  function hasRole(text: string): boolean {
    return text.search(role.pattern) >= 0
  }

  /** “of Andina Partners” behind the role, where that is not the subject. */
  function isOfOther(after: string): boolean {
    const named =
      /^\s(?:of|at|von|bei|de|chez)\s(?:the\s)?(\p{Lu}[\p{L}\p{N}&'’-]*(?:\s\p{Lu}[\p{L}\p{N}&'’-]*)*)/u.exec(
        after,
      )?.[1]
    return (
      named !== undefined &&
      subject.name !== undefined &&
      named.search(namePattern(subject.name, 'company')) < 0 &&
      !subject.name.startsWith(named) &&
      placeNamed(named) === null
    )
  }

  /** “Corvane's chief executive, Sigrid Haugland”, asked for somebody else's. */
  function belongsToOther(piece: Piece, name: NameFound): boolean {
    const before = piece.plain.text.slice(Math.max(0, name.start - 80), name.start)
    const owner = /(\p{Lu}[\p{L}\p{N}&-]*(?:\s\p{Lu}[\p{L}\p{N}&-]*){0,3})['’]s\s(?:\p{Ll}+\s){0,3}/u.exec(
      before,
    )?.[1]
    if (owner === undefined || subject.name === undefined || !hasRole(before)) return false
    return owner.search(namePattern(subject.name, 'company')) < 0 && !subject.name.startsWith(owner)
  }
}

const named = new WeakMap<Source, ReadonlyMap<string, string>>()

/** “Lucía is still our CEO”: whom a page has named in full it may call by the first name. */
function firstNames(text: string, source: Source): NameFound[] {
  let known = named.get(source)
  if (!known) {
    const people = source.pieces.flatMap(({ plain }) => peopleIn(plain.text.slice(0, 1500)))
    known = new Map(people.map(({ name }) => [name.split(' ')[0] ?? '', name]))
    named.set(source, known)
  }
  return [...text.matchAll(/(?<![\p{L}\p{N}])\p{Lu}[\p{L}'’-]+(?=\s\p{Ll}|,\s)/gu)].flatMap(
    ({ 0: first, index }) => {
      const name = known.get(first)
      return name === undefined ? [] : [{ name, start: index, end: index + first.length }]
    },
  )
}

const legalForm = /^,? (?:LLP|LLC|Ltd|Inc|GmbH|AG|SE|KG|PLC|plc|SA|SAS|BV|AB|AS)(?!\p{L})/u

interface Found {
  readonly name: NameFound
  readonly match: number
  readonly modality: Modality
}

/** “took over as”, “was named”: how somebody came to a role. */
const becoming =
  /^(?:,[^.;]{0,70},)?\s(?:(?:has|have|had|was|were|is|will be|hat|wurde|a été|est)\s)?(?:been\s)?(?:(?:took|takes|taken) over|named|appointed|elected|promoted|made|chosen|joined|serves|served|acts|acting|works|worked|ernannt|bestellt|gewählt|nommée?|élue?)(?:\s(?:as|to|zum|zur))?\s(?:(?:the|its|our|new|a|an|interim|acting)\s)*$/iu

/** Between a name and the role that follows it. */
const isAppended = (between: string): boolean => becoming.test(between) || appended(between)

const appended = (between: string): boolean =>
  between.length <= 60 &&
  /^(?:\s?\(|,\s|\s[–—-]\s|\s(?:is|was|became|becomes|has been|serves as|ist|est|wird|als|as)\s)(?:(?:the|our|its|his|her|a|an|now|still|today|new|current|and|&|who is|der|die|unsere?r?|seit \d{4}|le|la|notre|aged? \d+,|\d+,)\s|(?:\p{L}+[- ]){0,3}(?:and|&|und|et)\s|[\p{L}-]+,\s)*(?:\p{Ll}[\p{L}-]*\s){0,2}$/u.test(
    between,
  )

/** Between a role and the name that follows it. */
const isFollowing = (between: string): boolean =>
  /^(?:,|:|\s[–—-])?\s?(?:(?:is|ist|est|was|are|sind|sont)\s(?:(?:since|seit|depuis)\s(?:\p{L}+\s)?\d{4}\s)?|(?:since|seit|depuis)\s(?:\p{L}+\s)?\d{4}\s(?:is|ist|est)\s)?(?:(?:wurde|wird|ist)\s(?:(?:der|die)\s(?:[\p{L}-]+\s){0,3})?)?(?:and (?:chief executive|founder|CEO|owner|president|director)\s)?(?:(?:Dr|Prof|Mr|Mrs|Ms|Herr|Frau|M|Mme|Professor|Sir)\.?\s)*$/u.test(
    between,
  )

/** The names that a list goes on with. */
function listed(text: string, first: NameFound, names: readonly NameFound[]): NameFound[] {
  const list: NameFound[] = []
  let last = first
  for (const name of names.filter(({ start }) => start > first.end)) {
    if (
      !/^\s?(?:\([^)]*\))?(?:,|;)?\s?(?:(?:and|und|et|&)\s)?(?:(?:the|a|an)\s)?(?:\p{Ll}[\p{L}-]*\s){0,3}(?:(?:Dr|Prof)\.?\s)*$/u.test(
        text.slice(last.end, name.start),
      )
    )
      break
    list.push(name)
    last = name
  }
  return list
}

function tense(before: string, after: string): Modality {
  if (
    /(?:former|ex-|previous|outgoing|then|until recently|late|ehemalige[rn]?|frühere[rn]?|ancien(?:ne)?|précédent)\s?(?:\p{L}+\s)?$/iu.test(
      before,
    ) ||
    /^\s?\((?:until|bis|jusqu)/i.test(after)
  )
    return 'former'
  if (
    /(?:incoming|designated|next|will be|future|künftige[rn]?|designierte[rn]?|futur)\s?(?:\p{L}+\s)?$/iu.test(
      before,
    )
  )
    return 'planned'
  return modalityOf('', before, null) === 'denied' ? 'denied' : 'now'
}
