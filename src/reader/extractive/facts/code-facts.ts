import { momentsIn } from '../values/index.ts'
import type { Subject } from '../../reader.ts'
import type { Ask } from './ask.ts'
import type { Fact } from './fact.ts'
import { coversLabel, matchAt } from './match.ts'
import { modalityOf } from './modality.ts'
import type { Source } from './source.ts'
import { viewOf } from './subject.ts'

interface Code {
  readonly asked: RegExp
  readonly pattern: RegExp
  /** The words around it must say what was asked for: a page has several codes of its form. */
  readonly needsWords: boolean
}

/** Texts that are told by their form. */
const codes: readonly Code[] = [
  {
    asked: /\bDOI\b|digital object identifier/i,
    pattern: /\b10\.\d{4,9}\/[^\s\])>,;]+[^\s\])>,;.]/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:licen[cs]e|licen[cs]ing|Lizenz)\b/i,
    pattern:
      /(?<![\p{L}\p{N}])(?:CC[ -]BY(?:[ -](?:NC|SA|ND))*(?:[ -]\d\.\d)?|CC0(?: \d\.\d)?|Creative Commons [\p{L} -]+? \d\.\d|(?:GNU )?(?:A|L)?GPL(?:[ -]?v?\d(?:\.\d)?)?|Apache(?: License)?(?:,? ?(?:Version )?\d\.\d)|MIT(?= |\.|,|$)|BSD(?:[ -]\d[ -]clause)?|MPL(?: \d\.\d)?|Mozilla Public License(?: \d\.\d)?|EUPL(?:[ -]\d\.\d)?|Open Government Licen[cs]e(?: v?\d\.\d)?|OGL(?: v?\d\.\d)?|ODbL(?: \d\.\d)?|Open Database Licen[cs]e(?: \d\.\d)?|Etalab \d\.\d|ISC(?= licen)|Unlicense|public domain)/giu,
    needsWords: false,
  },
  {
    asked:
      /\b(?:trial|study|clinical|prospero|registration)\b.*\b(?:registration|number|id|identifier|registry)|registration number of the (?:trial|study)/i,
    pattern:
      /\b(?:NCT[- ]?\d{6,}|ISRCTN[- ]?\d{6,}|DRKS[- ]?\d{6,}|EudraCT[- ]?\d{4}-\d{6}-\d{2}|CRD\d{8,}|ACTRN\d{8,}|ChiCTR[- ]?\d{6,}|UMIN\d{6,})\b/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:VAT|USt-?Id|TVA|tax)\b/i,
    pattern: /\b(?:DE|FR|GB|NL|AT|BE|IT|ES|IE|SE|DK|PL|CHE)[- ]?[A-Z0-9]{2,3}(?:[ .]?[A-Z0-9]{2,4}){1,4}\b/gu,
    needsWords: true,
  },
  {
    asked: /Handelsregister|\bHRB?\b|commercial register|register number/i,
    pattern: /\bHR[AB] ?\d{2,7}(?: ?[A-Z](?![\p{L}]))?/gu,
    needsWords: false,
  },
  {
    asked:
      /\b(?:company|commercial register|registered|registration)\s(?:number|no\.?)|Handelsregister|\bHRB\b|\bSIREN\b|\bRCS\b/i,
    pattern: /\bHR[AB] ?\d{2,7}\b|\b\d{3} ?\d{3} ?\d{3}\b(?= RCS)|\b\d{8}\b/gu,
    needsWords: true,
  },
  {
    asked:
      /\b(?:item|article|product|part|order|model|catalogue|approval|reference|grant|file|case|permit|protocol|patent|Artikel|Bestell|Akten)[- ]?(?:number|no\.?|nummer|code)|\bSKU\b|référence/i,
    pattern:
      /(?<![\p{L}\p{N}])(?=[\p{Lu}\d-]*\d)(?:\p{Lu}{1,6}-?\d{2,8}(?:-[\p{Lu}\d]+)*|\d{2,6}-\d{2,6}(?:-\d+)*)(?![\p{L}\p{N}])/gu,
    needsWords: true,
  },
  {
    asked: /\bcertif|\bzertifi|\baccredit/i,
    pattern:
      /(?<![\p{L}\p{N}])(?:ISO(?:\/IEC)? ?\d{4,5}(?:-\d+)?|SOC ?[12](?: Type (?:II?|[12]))?|PCI[ -]DSS|HIPAA|FedRAMP|B Corp|IATF ?16949|EN ?9100|AS ?9100|EcoVadis \p{L}+|Cyber Essentials(?: Plus)?)/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:post(?:al)?[- ]?code|zip(?: code)?|PLZ|Postleitzahl|code postal)\b/i,
    pattern:
      /\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}\b|\b[A-Z]\d[A-Z] \d[A-Z]\d\b|(?<=\b[A-Z]{2} )\d{5}(?:-\d{4})?\b|(?<![\d.,])\d{4} [A-Z]{2}(?= \p{Lu})|(?<=,\s|^|\s(?:F|D|A|CH|L|B)-)\d{4,5}(?=\s\p{Lu}\p{L}+(?!\p{L})(?!\s(?:Street|Avenue|Ave|Road|Drive|Lane|Boulevard|Way)))/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:ticker|stock symbol|Börsenkürzel)\b/i,
    pattern: /(?<=(?:ticker|symbol|Kürzel|Nasdaq|NYSE|LSE)[^.;]{0,20}[\s:(])[A-Z]{2,5}(?![\p{L}\p{N}])/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:IP rating|water ?(?:proof|resistance)|ingress|Schutzart|Schutzklasse)\b/i,
    pattern: /\bIP(?:X\d|\d{2}|\dX)\b/gu,
    needsWords: false,
  },
  {
    asked: /\b(?:version|release number|Versionsnummer|build)\b/i,
    pattern: /(?<![\p{L}\p{N}.,])\d+(?:\.\d+){1,3}(?:-[a-z]+\.?\d*)?(?![\p{N}%]|[.,]\d)/gu,
    needsWords: true,
  },
  { asked: /\bISBN\b/i, pattern: /\b97[89][- ]?(?:\d[- ]?){9}\d\b/gu, needsWords: false },
  { asked: /\barXiv\b/i, pattern: /\b\d{4}\.\d{4,5}(?:v\d+)?\b/gu, needsWords: false },
  { asked: /\bORCID\b/i, pattern: /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/gu, needsWords: false },
  {
    asked: /\b(?:number|no\.|ID|identifier|code|reference)$|(?:nummer|numéro|référence)(?:\s|$)/i,
    pattern:
      /(?<![\p{L}\p{N}])(?:(?:\p{Lu}{1,6}[ -]?)?\d{2,}(?:[-/.][\p{Lu}\d]+)+|\p{Lu}{1,6}[ -]?\d{3,}|\d{5,})(?![\p{L}\p{N}])/gu,
    needsWords: true,
  },
]

/** Licences, DOIs, registration numbers. Null: nothing of the kind is asked for. */
export function codeFacts(ask: Ask, source: Source, subject: Subject): Fact[] | null {
  const wanted = codes.filter(({ asked }) => asked.test(ask.description))
  if (wanted.length === 0) return null
  return wanted.map((code) => factsOfCode(code, ask, source, subject)).find((facts) => facts.length > 0) ?? []
}

function factsOfCode(wanted: Code, ask: Ask, source: Source, subject: Subject): Fact[] {
  const view = viewOf(source, subject)
  return source.pieces.flatMap((piece) => {
    const text = piece.plain.text
    const all = [...text.matchAll(wanted.pattern)]
    return all.flatMap((match): Fact[] => {
      const start = match.index
      const end = start + match[0].length
      const rivals = all
        .filter((other) => other !== match)
        .map((other) => ({ start: other.index, end: other.index + other[0].length }))
      const { score, names, head } = matchAt(ask, source, { piece, start, end, rivals })
      // “Recall date: 29 April” is no number of a recall.
      if (
        momentsIn(text, { language: source.language, written: null }).some(
          (moment) => start >= moment.start && end <= moment.end && moment.date.length > 4,
        )
      )
        return []
      if (wanted.needsWords && (score < 0.5 || names < 0.4 || head < 0.3)) return []
      const span = piece.plain.span(start, end)
      // “Minimum Rust version” is another version.
      const isOther = piece.kind === 'pair' && piece.label !== '' && !coversLabel(ask, piece.label)
      const match1 = (wanted.needsWords ? score : Math.max(0.9, score)) * (isOther ? 0.85 : 1)
      return [
        {
          value: match[0],
          source,
          piece,
          start: span.start,
          end: span.end,
          owner: view.ownerAt(piece, start),
          modality: modalityOf(text, text.slice(0, start), source.language),
          asOf: null,
          isCurrent: false,
          match: match1,
        },
      ]
    })
  })
}
