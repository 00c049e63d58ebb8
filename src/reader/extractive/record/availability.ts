import { wordsOf } from '../../../contents/index.ts'
import type { JudgeTask, Verdict } from '../../reader.ts'
import { placeOf } from '../place-of.ts'
import { claim, lineAt, placesOf, sentenceAt } from './claim.ts'

const things = {
  code: /(?<!\p{L})(?:source code|code|software|implementation|scripts?|quellcode|code source)(?!\p{L})/iu,
  data: /(?<!\p{L})(?:data ?sets?|raw data|data|daten|données)(?!\p{L})/iu,
}

/** What may stand in a criterion that asks for nothing more than whether something can be had. */
const plainWords = new Set(
  (
    'is are was were has have been be its their the all a an and code source software implementation scripts data dataset datasets ' +
    'raw publicly openly freely public open available released releases release publishes published publish shares shared makes made ' +
    'provides provided online accessible accompanying own paper study authors access for download to everyone anyone repository'
  ).split(' '),
)
const asksForAccess =
  /(?<!\p{L})(?:available|releases?d?|publish(?:es|ed)?|public|open(?:ly)?|shares?d?|accessible|provides?d?|online)(?!\p{L})/iu

const given =
  /(?<!\p{L})(?:available|released?|publish(?:ed)?|public|open[- ]source|shared|online|(?:under|with) (?:the |an? )?(?:MIT|Apache|GPL|BSD|open|free)|can be (?:found|downloaded|had)|in (?:the|a|our) (?:public )?repository|on (?:GitHub|GitLab|Zenodo))(?!\p{L})/iu
const withheld =
  /(?<!\p{L})(?:not|no|never|cannot|without|un(?:available|published)|(?:up)?on (?:reasonable )?request|will be|confidential|proprietary|nicht|auf anfrage|pas|sur demande)(?!\p{L})/iu

/** “Code is publicly available”: a label with an address, or a sentence that says so. */
export function judgeAvailability({ criterion, subject, sources }: JudgeTask): Verdict | null {
  const wanted = (['code', 'data'] as const).filter((thing) => things[thing].test(criterion))
  const isPlain = wordsOf(criterion).every((word) => plainWords.has(word))
  if (wanted.length === 0 || !isPlain || !asksForAccess.test(criterion)) return null
  const works = sources.filter(({ url, title }) => url === subject.url || title === subject.name)
  const found = wanted.map((thing) => {
    for (const work of works) {
      const { text } = work
      const label = labelled(text, thing)
      if (label !== null) return { satisfied: 'yes' as const, span: lineAt(work, label), work }
      for (const { index } of placesOf(text, new RegExp(things[thing], 'giu'))) {
        const span = sentenceAt(work, index)
        const near = text.slice(Math.max(span.start, index - 60), Math.min(span.end, index + 90))
        if (!given.test(near)) continue
        if (!withheld.test(near)) return { satisfied: 'yes' as const, span, work }
      }
    }
    return null
  })
  const stated = found.filter((one) => one !== null)
  if (stated.length < wanted.length || !stated[0]) return null
  const reasoning = `On ${placeOf(stated[0].work)}, the page says where the ${wanted.join(' and the ')} can be had.`
  return claim(
    'yes',
    reasoning,
    stated.map(({ span }) => span),
  )
}

/** Where the address stands that a line “Code” announces. */
function labelled(text: string, thing: keyof typeof things): number | null {
  const label = new RegExp(
    String.raw`(?:^|\n)[\s*|]*(?:${things[thing].source})(?: availability| repository)?[\s*]*(?::|\||\n)\s*(?=\[?https?://|\[[^\]]*\]\(https?://)`,
    'iu',
  ).exec(text)
  return label ? label.index + label[0].length : null
}
