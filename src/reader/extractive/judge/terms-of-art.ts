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
  [/(?<!\p{L})(?:ISO|IEC|EN|DIN) ?\d{3,}/u, /(?<!\p{L})(?:ISO|IEC|EN|DIN)(?!\p{L})/u],
]

export const lacksTerm = (claim: string, text: string): boolean =>
  termsOfArt.some(([asked, said]) => asked.test(claim) && !said.test(text))
