import { asOf, quoteOf, type Finding, type Source } from './finding.ts'

/** “Published in a peer-reviewed journal”, “peer-reviewed”, “has been peer reviewed” */
const asked =
  /^(?:(?:is|was|has been|appeared|published|is published|was published) )*(?:in an? )?peer[- ]reviewed(?: (?:journal|publication|venue|paper|article|study|conference))?$/iu
const denied =
  /(?<!\p{L})(?:not (?:yet )?(?:been )?(?:certified by )?peer[- ]review\p{L}*|(?:before|awaiting|without) peer review)(?!\p{L})/iu
const reviewed =
  /(?<!\p{L})(?:peer[- ]reviewed|reviewed by (?:\p{L}+ )?(?:\p{L}+ )?(?:referees|reviewers|peers)|peer review:? (?:double|single|open))(?!\p{L})|(?<!\p{L})received:? .{4,60}(?<!\p{L})accepted:? .{4,40}\d{4}/iu
/** A version of before the review: where nothing is said of one, there was none. */
const early = /(?<!\p{L})(?:preprint|working paper|manuscript under review)(?!\p{L})/iu
/** What a journal or a site says of others is not said of the work. */
const ofOthers =
  /(?<!\p{L})(?:journals|other (?:papers|studies|work)|previous(?:ly)?|earlier|has (?:published|written)|papers)(?!\p{L})/iu

/** Whether a work was reviewed: journals print it above the work, or tell when it came in and was accepted. */
export function decideReviewed(text: string, source: Source): Finding[] {
  if (!asked.test(text.trim()) || !source.about.isAboutSubject) return []
  for (const [verdict, said, except] of [
    ['no', denied, null],
    ['yes', reviewed, denied],
    ['no', early, null],
  ] as const) {
    const statement = source.page.statements.find(
      (one) =>
        said.test(one.text) &&
        except?.test(one.text) !== true &&
        !ofOthers.test(one.text) &&
        source.about.of(one) !== 'other',
    )
    if (!statement) continue
    return [
      {
        verdict,
        rule: 'convention',
        source,
        quote: quoteOf(statement, statement),
        why: `the page says ${verdict === 'yes' ? 'so' : 'otherwise'} of itself: “${text}”`,
        at: asOf(source),
        strength: 2,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}
