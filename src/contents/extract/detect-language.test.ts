import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'
import { extractPage } from './extract-page.ts'

const url = 'https://files.example/notes/a'
const german =
  'Die Werft am nördlichen Ufer baut seit drei Jahren wieder Fähren für den Verkehr zwischen den Inseln.'
const french =
  'La coopérative vend ses légumes au marché du village et livre chaque semaine les écoles des environs.'
const english =
  'The cooperative sells its vegetables at the village market and delivers to the schools nearby every week.'

const read = async (contentType: string, body: string): Promise<string | null> =>
  (await extractPage({ url, contentType, body })).language

test.each([
  ['de', german],
  ['fr', french],
  ['en', english],
])('a sentence is enough to tell that it is %s', async (language, text) => {
  expect(await detectLanguage(text)).toBe(language)
})

test('what is too short, or no language, stays unknown', async () => {
  expect(await detectLanguage('Guten Tag und auf Wiedersehen')).toBeNull()
  expect(await detectLanguage('4711 · 12.5 · 13,105 | '.repeat(40))).toBeNull()
})

test('a page that declares no language has the one it is written in', async () => {
  expect(await read('text/plain', german)).toBe('de')
  expect(await read('text/markdown', `# Marché\n\n${french}`)).toBe('fr')
  expect(await read('text/html', `<title>Werft</title><p>${german}</p>`)).toBe('de')
})

test('what a page declares counts', async () => {
  const body = `<html lang="de-AT"><title>Markt</title><p>${english}</p></html>`
  expect(await read('text/html', body)).toBe('de-AT')
})
