interface Qualifier {
  readonly asked: RegExp
  /** What a text must have to bear it out. */
  readonly said: RegExp
  /** What it must not have, unless it has the other. */
  readonly unless?: RegExp
}

const any = (words: string): RegExp => new RegExp(String.raw`(?<![\p{L}\d])(?:${words})(?![\p{L}\d])`, 'iu')

/**
 * Words that count or narrow what a criterion asks for. Whoever makes everything in one town makes it in some country,
 * and not in more than one.
 */
const qualifiers: readonly Qualifier[] = [
  {
    asked: any(
      String.raw`more than (?:one|a single)|at least two|several|multiple|mehr als ein\p{L}*|plus d['’]une?`,
    ),
    said: /(?<!\p{L})(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|several|multiple|both|many|various|numerous|different|other|zwei|drei|mehrere|beide|deux|trois|plusieurs)(?!\p{L})|(?<!\d)(?!1(?!\d))\d+|\p{Lu}[\p{L}.-]+(?:,| and| und| et| or|\s&|\s·) (?:in |the |at )?\p{Lu}/u,
  },
  {
    asked: any('(?:its|their|his|her) own|in-house'),
    said: any(String.raw`own|in-house|(?:it|him|her|my)self|(?:them|our)selves|self-\p{L}+|proprietary`),
    unless: any(
      'third[- ]part(?:y|ies)|partners?|suppliers?|contractors?|subcontractors?|outsourced|external|bought[- ]in|bought from|licensed from|white[- ]label',
    ),
  },
  {
    asked: any('only|solely|exclusively|nothing but|nur|ausschließlich|seulement|uniquement'),
    said: any(
      'only|solely|exclusively|sole|just|purely|entirely|nothing|no|not|never|none|all|every|everything|100|nur|ausschließlich|seulement|uniquement',
    ),
  },
  {
    asked: any(String.raw`all|(?:every|each)(?! (?:\p{L}+ )?(?:years?|months?|weeks?|days?))`),
    said: any(
      String.raw`all|every\p{L}*|each|any|always|entire(?:ly)?|whole|wholly|full(?:y)?|complete(?:ly)?|throughout|100|both|no|none|never|only|exclusively|exception|round`,
    ),
  },
  {
    asked: any('won|wins|winner|award-winning|awarded|prize-winning'),
    said: any('won|wins|winner|winners|first prize|gold|silver|bronze|received|awarded'),
    unless: any(
      String.raw`runners?-up|short-?list\p{L}*|long-?list\p{L}*|finalists?|nominat\p{L}*|nominees?`,
    ),
  },
  {
    asked: any('majority|most|mostly|mainly|primarily|predominantly|main part|largest part'),
    said: /major|most|main|primar|predominant|chief|large|bulk|half|third|quarter|(?<!\p{L})(?:all|only|wholly|sole|entirely)(?!\p{L})|\d/iu,
  },
]

/** Whether a text leaves out what a criterion adds to its nouns and verbs: “more than one”, “its own”, “only”, “most”. */
export const dropsQualifier = (criterion: string, text: string): boolean =>
  qualifiers.some(({ asked, said, unless }) => {
    if (!asked.test(criterion) || said.test(text)) return false
    return unless === undefined || unless.test(text)
  })
