import { expect, test } from 'vitest'
import { glossText } from './gloss-text.ts'
import type { GlossedLanguage } from './word-list.ts'

test.each([
  ['de', 'Eigene Windräder betreiben wir nicht.', 'Own wind turbine operate we not.'],
  ['de', 'Heute haben wir 846 Mitglieder.', 'Today have we 846 members.'],
  ['de', 'Der Umsatz stieg auf 3,4 Mio. Euro.', /revenue rose .*3\.4 million\.? euro/i],
  ['de', 'Es waren 2.480 Gäste am 15. Februar 2027.', /2,480 .*15 February 2027/i],
  ['fr', 'Nous ne vendons pas aux particuliers.', /^We\s+sell not to (?:the )?private individuals?\.$/i],
  ['fr', 'L’entreprise emploie 1 200 salariés.', /^The company employs? 1,200 employees?\.$/i],
  ['fr', 'Une usine de 12\u00a0000 tonnes en 3,5 ans.', /12,000 tonnes in 3\.5 years/i],
  ['es', 'La empresa no vende a particulares.', /^The company (?:no|not) sells? .*(?:private|individual)/i],
] as const)('%s: %s', (language, text, wanted) => {
  const { text: glossed } = glossText(text, language, [])
  if (typeof wanted === 'string') expect(glossed).toBe(wanted)
  else expect(glossed).toMatch(wanted)
})

test.each<[GlossedLanguage, string]>([
  ['de', 'Telefon 0441 970 5532, buero@haus.example, [Haus](https://haus.example/das-haus)'],
  ['de', 'Rechnungen an rechnung(at)haus.example, Daten unter daten.haus.example/werke'],
  ['fr', 'Téléphone 04 78 55 21 90, presse@maison.example, www.maison.example/notre-histoire'],
])('%s: numbers to call, addresses and links stay as they are', (language, text) => {
  const { text: glossed } = glossText(text, language, [])
  for (const kept of text.match(
    /\d[\d ]+\d|\S+(?:@|\(at\))[\w.]+|https?:[^)]+|www\S+|[\w.]+\.example\/[\w-]+/g,
  ) ?? [])
    expect(glossed).toContain(kept)
})

test('names stay what they are', () => {
  expect(glossText('Die Neue Mühle ist neu.', 'de', ['Neue Mühle']).text).toBe('The Neue Mühle is new.')
})

test('every stretch can be found again, in whole words', () => {
  const text = '## Über uns\n\nWir backen Brot, **seit 1887** und ohne Zusätze.\n'
  const { text: glossed, origin } = glossText(text, 'de', [])
  const from = (words: string) => {
    const at = glossed.indexOf(words)
    expect(at).toBeGreaterThanOrEqual(0)
    const { start, end } = origin(at, at + words.length)
    return text.slice(start, end)
  }
  expect(from('bread')).toBe('Brot')
  expect(from('since 1887')).toBe('seit 1887')
  expect(from('We bake bread')).toBe('Wir backen Brot')
  expect(origin(0, glossed.length)).toEqual({ start: 0, end: text.length })
  expect(origin(glossed.length, glossed.length)).toEqual({ start: text.length, end: text.length })
})
