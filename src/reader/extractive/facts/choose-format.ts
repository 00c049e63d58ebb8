import type { FieldFormat } from '../../reader.ts'

/** What kind of value a description asks for that does not say so. */
export function chooseFormat(description: string): FieldFormat {
  const text = description.toLowerCase()
  if (/\be-?mails?\b|courriel|e-mail-adresse/.test(text)) return 'email'
  if (/\b(?:tele)?phones?\b|telefon|téléphone|\bhotline\b|rufnummer|\bfax\b/.test(text)) return 'phone'
  if (
    /\burls?\b|\blinks?\b|website|web site|home ?page|web ?page|repository|\bgithub\b|linkedin (?:profile|page)|webseite|site web|documentation page|careers page/.test(
      text,
    )
  )
    return 'url'
  if (
    /^(?:number|count|amount|how many|how much|total|size of|percentage|share of|average|mean|median|price|cost|revenue|annual revenue|valuation|anzahl|nombre|umsatz|chiffre)\b|\b(?:headcount|employee count|in (?:percent|euros?|us dollars|dollars|pounds|kilometres|days|years|months|kg|usd|eur))\b|funding (?:raised|amount|total)|\b(?:how many|how much|wie viele|combien)\b/.test(
      text,
    )
  )
    return 'number'
  if (
    /\b(?:date|when|year|deadline|month|founded in|founding year|birthday|datum|wann|jahr|frist|année|quand)\b/.test(
      text,
    ) &&
    !/years of|year-end|per year/.test(text)
  )
    return 'date'
  return 'text'
}
