import { isAmbiguousPlace, placeNamed } from './places.ts'

export interface NameFound {
  readonly name: string
  readonly start: number
  readonly end: number
}

const particle = "van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|bin|ibn|ter|ten|zu|af|av|y|e|O'"
const capital = String.raw`\p{Lu}(?:[\p{L}'’]*\p{Ll}[\p{L}'’]*|\.)(?:-\p{Lu}[\p{L}'’]+)*`
const personPattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/.#-])(?:(?:Prof|Dr|Mr|Mrs|Ms|Sir|Dame|Herr|Frau|Mme|M|Dipl|Ing|Professor|Doctor|Lord|Lady)\.?\s+){0,3}(?<name>(?:${capital})(?:\s(?:(?:${particle})\s){0,2}(?:${capital})){1,3})(?![\p{L}\p{Nd}])`,
  'gu',
)

/** Words that begin with a capital and are no part of a person's name. */
const notAName = new Set(
  (
    'the a an in on at by for from since until with today now currently as after before when while and but its our their this that these there ' +
    'he she it they we you i his her my your who what where which how why all any some most more many every each other another both no not ' +
    'january february march april may june july august september october november december monday tuesday wednesday thursday friday saturday sunday ' +
    'januar februar märz mai juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag ' +
    'ceo cto cfo coo chief executive officer president chair chairman chairwoman director manager head founder co-founder founders owner vice senior junior lead principal professor lecturer fellow doctor student engineer ' +
    'company group team board department institute university college school centre center faculty laboratory lab hospital bank fund capital ventures partners holdings ' +
    'inc ltd llc gmbh ag plc sa sas bv nv ab as oy kg se corp corporation foundation association council ministry agency society trust press news times post journal review ' +
    'street road avenue lane square park building house tower hall room floor way quay yard court ' +
    'series seed round phase version release update report annual quarterly table figure section chapter part appendix ' +
    'north south east west northern southern eastern western new old great central upper lower ' +
    'research science technology technologies systems solutions services software energy health data digital global international national federal european american british german french ' +
    'award prize medal project program programme conference symposium workshop summit week day year ' +
    'der die das den dem des ein eine im am bei mit seit heute und oder für von zum zur nach aus über vorstand geschäftsführer geschäftsführung ' +
    'le la les un une des du de en et au aux par pour dans sur avec selon depuis ' +
    'email e-mail phone telephone contact address website home about careers press team legal privacy terms read more click here see learn'
  ).split(' '),
)

/** The persons whom a text names in full, titles left out. A name has two words or more. */
export function peopleIn(text: string): NameFound[] {
  const found: NameFound[] = []
  for (const match of text.matchAll(personPattern)) {
    const name = match.groups?.['name'] ?? ''
    const start = match.index + match[0].length - name.length
    for (const part of splitName(name, start)) if (isPerson(part.name)) found.push(part)
  }
  return found
}

/** German writes what somebody is with a capital, too: “Sprecherin Anna Weiß”. */
const germanTitle =
  /(?:chef|leiter|sprecher|führer|verwalter|gründer|direktor|vorstand|präsident|minister|meister|inhaber|forscher|experte|anwalt|berater|vorsitzende|beauftragte)(?:in|r|n|s|en)?$/iu

const isName = (word: string): boolean =>
  !notAName.has(word.toLowerCase().replace(/[.'’]+s?$/, '')) && !germanTitle.test(word)

/** A run of capitals may begin or end with words that are no name: “Founder Ada Marsh”. */
function splitName(run: string, start: number): NameFound[] {
  const words = [...run.matchAll(/\S+/g)].map((match) => ({ word: match[0], at: match.index }))
  while (words.length > 0 && !isName(words[0]?.word ?? '')) words.shift()
  // “Harrow Food Fund” is nobody's name.
  if (organisationWord.test(words.at(-1)?.word ?? '')) return []
  while (words.length > 0 && !isName(words.at(-1)?.word ?? '')) words.pop()
  const first = words[0]
  const last = words.at(-1)
  if (!first || !last || words.length < 2) return []
  if (words.some(({ word }) => !isName(word) && !new RegExp(`^(?:${particle})$`, 'i').test(word))) return []
  const from = first.at
  const to = last.at + last.word.length
  const name = run
    .slice(from, to)
    .replace(/['’]s$/, '')
    .replace(/[.,]+$/, '')
  return [{ name, start: start + from, end: start + from + name.length }]
}

const organisationWord =
  /\b(?:GmbH|AG|SE|Inc|Ltd|LLC|LLP|PLC|plc|Corp|Corporation|Company|Holdings?|Power|Water|Freight|Shipping|Solar|Renewables|Electric|Süd|Nord|Ost|International|Group|Gruppe|Groupe|Capital|Ventures|Partners|Bank|Fund|Fonds|University|Universität|Université|Institute?|Institut|College|School|Hospital|Robotics|Energy|Foods|Health|Labs?|Technologies|Systems|Software|Analytics|Logistics|Logistik|Pharma|Biologics|Therapeutics|Instruments|Batteries|Motors|Airlines|Airways|Media|Press|Verlag|Foundation|Stiftung|Association|Council|Ministry|Agency|Authority|Society|Trust|Studios?|Industries|Manufacturing|Consulting|Insurance|Securities|Solutions|Services|Networks?|Semiconductors?|Pharmaceuticals|Aerospace|Dynamics|Materials|Chemicals|Biotech|Medical|Devices|Mobility|Team|Commission|Union|Committee|Office|Ministerium|Amt)\b/u

function isPerson(name: string): boolean {
  const words = name.split(' ')
  if (words.length < 2 || words.length > 5 || organisationWord.test(name)) return false
  const known = placeNamed(name)
  if (known !== null) return false
  // “Berlin Mitte”, “North Sea”: the last name may be a place's, the first one hardly.
  const [first = ''] = words
  if (placeNamed(first) !== null && !isAmbiguousPlace(first) && !mayBeFirstName.has(first)) return false
  return words.every((word) => /^\p{Lu}\.?$|\p{Ll}/u.test(word) || /^\p{Lu}{2,3}$/u.test(word))
}

const mayBeFirstName = new Set(
  'Florence Victoria Georgia Paris Sydney Austin Dallas Jordan Madison Charlotte Lourdes Regina Sofia Sienna Chelsea Lincoln Hamilton Israel Milan Roman Adelaide Brittany Carolina Virginia India Kent Houston Chester Vienna Valencia Catalina Alexandria Lorraine Santiago Salvador Eugene Lawrence Jackson Carson Orlando Marseille Perth Lima Alba'.split(
    ' ',
  ),
)

const namePattern = new RegExp(
  String.raw`(?<![\p{L}\p{N}@/.#-])\p{Lu}[\p{L}\p{N}&'’+-]*(?:\s(?:(?:of|and|for|the|de|du|des|la|le|für|und|&|et|der|von)\s){0,2}\p{Lu}[\p{L}\p{N}&'’+-]*){0,5}(?:,? (?:Inc|Ltd|LLC|LLP|GmbH|AG|SE|KG|SA|SAS|BV|PLC|plc|Corp|S\.A|B\.V|N\.V|Co)\.?(?!\p{L}))?`,
  'gu',
)

/** Runs of capitals that may name an organisation, a product, a prize. Persons and places are among them. */
export function namesIn(text: string): NameFound[] {
  const found: NameFound[] = []
  for (const match of text.matchAll(namePattern)) {
    let name = match[0]
    let start = match.index
    for (
      let first = /^(\p{L}+)\s/u.exec(name);
      first && notAName.has((first[1] ?? '').toLowerCase()) && isOpening(first[1] ?? '');
      first = /^(\p{L}+)\s/u.exec(name)
    ) {
      start += first[0].length
      name = name.slice(first[0].length)
    }
    name = name.replace(/['’]s$/, '')
    if (name.length < 2 || (!name.includes(' ') && notAName.has(name.toLowerCase()))) continue
    found.push({ name, start, end: start + name.length })
  }
  return found
}

const isOpening = (word: string): boolean =>
  /^(?:the|a|an|in|on|at|by|for|from|since|with|as|after|before|when|while|and|but|its|our|their|this|that|der|die|das|den|dem|ein|eine|im|am|bei|mit|seit|le|la|les|un|une|founder|co-founder|owner|president|director|ceo|professor)$/i.test(
    word,
  )
