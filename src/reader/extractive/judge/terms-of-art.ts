/**
 * Words that have no others for the same: whoever ran a randomised trial says so, and contracts “in random order” make
 * none. What is asked for in such a word is not borne out by a text that has none of its family.
 */
const termsOfArt: readonly (readonly [asked: RegExp, said: RegExp])[] = [
  [
    /randomi[sz]ed|(?<!\p{L})RCTs?(?!\p{L})/iu,
    /randomi[sz]|randomly (?:assign|alloc|divid|drawn|chos)|(?:assign|alloc|divid|drawn|chos)\p{L}* (?:\p{L}+ ){0,3}(?:at random|by lot)|(?<!\p{L})(?:RCTs?|coin toss|lottery)(?!\p{L})/iu,
  ],
  [/(?:double|single|triple)[- ]blind/iu, /blind|mask/iu],
  [/placebo/iu, /placebo|sham|dummy/iu],
  [/meta-?analys/iu, /meta-?analy|pooled/iu],
  [/peer[- ]review/iu, /review|referee|journal/iu],
  [/patent/iu, /patent/iu],
  [/blockchain/iu, /blockchain|ledger|crypto|bitcoin|ethereum/iu],
]
/** Of these the very words that are quoted have to speak: that a paper has a licence says nothing of its code. */
const spokenOf: typeof termsOfArt = [
  [
    /(?<!\p{L})(?:source )?code(?!\p{L})/iu,
    /(?<!\p{L})(?:code|github|gitlab|git|repositor\p{L}+|scripts?|software|implementations?|notebooks?|packages?|librar\p{L}+|open[- ]source)(?!\p{L})/iu,
  ],
]
const standard =
  /(?<![\p{L}\d])(?:ISO|IEC|EN|DIN|ASTM|BS|IFS|FSSC)(?:[ /-](?:ISO|IEC|EN|TS))* ?-?(?<number>\d{3,})/u

/** Whether a page, or what is quoted of it, lacks a word that a claim could not be borne out without. */
export function lacksTerm(claim: string, page: string, quoted: string): boolean {
  const number = standard.exec(claim)?.groups?.['number']
  // “Is certified to ISO 9001”: another certificate is not that one.
  if (number !== undefined && !page.includes(number)) return true
  const isMissing = (text: string) => (term: readonly [asked: RegExp, said: RegExp]) =>
    term[0].test(claim) && !term[1].test(text)
  return termsOfArt.some(isMissing(page)) || spokenOf.some(isMissing(quoted))
}
