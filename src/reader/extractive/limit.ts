const limits =
  /(?<!\p{L})(?:limit(?:ed)?|capacity|maximum|max\.?|room for|space for|places for)(?!\p{L})[^.;]{0,12}$/iu
const asksLimit =
  /(?<!\p{L})(?:limits?|capacity|maximum|max|up to|room|space|seats?|places?|most|largest|holds?|accommodat\p{L}*|fits?|can|allow\p{L}*)(?!\p{L})/iu

/** “Limit: 700 people”: how many may come is not how many do, unless that is what is asked for. */
export const isMereLimit = (before: string, asked: string): boolean =>
  limits.test(before) && !asksLimit.test(asked)
