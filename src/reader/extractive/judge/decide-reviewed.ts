import { asOf, quoteOf, type Finding, type Source } from './finding.ts'

/** “Published in a peer-reviewed journal”, “peer-reviewed”, “has been peer reviewed” */
const asked =
  /^(?:(?:is|was|has been|appeared|published|is published|was published) )*(?:in an? )?peer[- ]reviewed(?: (?:journal|publication|venue|paper|article|study|conference))?$/iu
const unreviewed =
  /(?<!\p{L})(?:preprint|working paper|not (?:yet )?(?:been )?(?:certified by )?peer[- ]review\p{L}*|before peer review|awaiting peer review|under review|submitted to)(?!\p{L})/iu
const reviewed =
  /(?<!\p{L})(?:peer[- ]reviewed|reviewed by (?:\p{L}+ )?(?:\p{L}+ )?(?:referees|reviewers|peers)|peer review:? (?:double|single|open))(?!\p{L})|(?<!\p{L})received:? .{4,60}(?<!\p{L})accepted:? .{4,40}\d{4}/iu
/** What a journal or a site says of others is not said of the work. */
const ofOthers =
  /(?<!\p{L})(?:journals|other (?:papers|studies|work)|previous(?:ly)?|earlier|has (?:published|written)|papers)(?!\p{L})/iu

/** Whether a work was reviewed: journals print it above the work, or tell when it came in and was accepted. */
export function decideReviewed(text: string, source: Source): Finding[] {
  if (!asked.test(text.trim()) || !source.about.isAboutSubject) return []
  for (const [verdict, said] of [
    ['no', unreviewed],
    ['yes', reviewed],
  ] as const) {
    const statement = source.page.statements.find(
      (one) => said.test(one.text) && !ofOthers.test(one.text) && source.about.of(one) !== 'other',
    )
    if (!statement) continue
    return [
      {
        verdict,
        rule: 'convention',
        source,
        quote: quoteOf(statement, statement),
        why: `the page says so of itself: “${text}”`,
        at: asOf(source),
        strength: 2,
        isCorrection: false,
        isLasting: false,
      },
    ]
  }
  return []
}
