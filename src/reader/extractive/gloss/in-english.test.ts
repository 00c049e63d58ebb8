import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { entailmentOf } from '../../../../tests/harness/entailment.ts'
import { stands } from '../../spans.ts'
import { createExtractiveReader } from '../extractive-reader.ts'

// Values are «marked»: of those the model is of the opinion of the rules.
const entailment = entailmentOf((read) =>
  read.includes('«') ? [0.95, 0.01] : /wind turbine.* not/.test(read) ? [0.01, 0.97] : [0.02, 0.02],
)
const embedder = {
  model: 'none',
  dimensions: 1,
  embed: async (texts: readonly string[]) => texts.map(() => Float32Array.of(1)),
  close: () => Promise.resolve(),
}
const reader = createExtractiveReader({ embedder, entailment })
const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }
const source = aDocument({
  url: 'https://sonnenhof-eg.test/ueber-uns',
  title: 'Über uns',
  language: 'de',
  text: `# Über uns

Die Genossenschaft Sonnenhof hat 846 Mitglieder. Eigene Windräder betreiben wir nicht.

Die nächste Generalversammlung findet am 17. April 2027 statt. Fragen zur Mitgliedschaft: mitglied@sonnenhof-eg.test`,
})
const subject = { type: 'company', name: 'Sonnenhof eG' }

test('what a page says in German is judged in English and quoted in German', async () => {
  const verdict = await reader.judge({ criterion: 'Runs wind turbines', subject, sources: [source] }, reading)
  expect(verdict.satisfied).toBe('no')
  expect(verdict.spans.map(({ quote }) => quote).join(' ')).toContain('Eigene Windräder betreiben wir nicht.')
  for (const span of verdict.spans) expect(stands(span, source)).toBe(true)
})

test.each([
  ['Number of members', 'number', '846'],
  ['Date of the next general meeting', 'date', '2027-04-17'],
  ['E-mail for membership questions', 'email', 'mitglied@sonnenhof-eg.test'],
] as const)('%s', async (description, format, value) => {
  const found = await reader.extract({ description, format, subject, sources: [source] }, reading)
  expect(found.values).toEqual([value])
  for (const span of found.spans) expect(stands(span, source)).toBe(true)
})

test.each([
  ['es', 'La feria comienza el 15 de enero de 2027 y tiene 1.250 visitantes.'],
  ['fr', 'La foire commence le 15 janvier 2027 et attend 1\u00a0250 visiteurs.'],
])('%s: days and numbers', async (language, text) => {
  const fair = { type: 'event', name: 'Feria Sol' }
  const page = aDocument({
    url: 'https://feriasol.test/',
    title: 'Feria Sol',
    language,
    text: `# Feria Sol\n\n${text}`,
  })
  const read = async (description: string, format: 'date' | 'number') =>
    (await reader.extract({ description, format, subject: fair, sources: [page] }, reading)).values
  expect(await read('Start of the fair', 'date')).toEqual(['2027-01-15'])
  expect(await read('Number of visitors', 'number')).toEqual(['1250'])
})

test('who asks in German is answered by the page as it is', async () => {
  const asked = entailmentOf(() => [0.02, 0.02])
  const criterion = 'Die Genossenschaft betreibt ein Kraftwerk in der Region und ist für alle da'
  await createExtractiveReader({ embedder, entailment: asked }).judge(
    { criterion, subject, sources: [source] },
    reading,
  )
  // Nothing of it was put into English.
  expect(asked.asked).toEqual([])
})

test('what rules take from German words is put to the model in English, too', async () => {
  const course = aDocument({
    url: 'https://kurs.test/',
    title: 'Kurs',
    language: 'de',
    text: '# Kurs\n\nUnterrichtssprache ist durchgehend Deutsch, die Literatur ist Englisch.',
  })
  const silent = entailmentOf(() => [0.02, 0.02])
  const task = { criterion: 'Is taught in English', subject: { type: 'course' }, sources: [course] }
  await createExtractiveReader({ embedder, entailment: silent }).judge(task, reading)
  expect(silent.passages.map(({ text }) => text).join(' ')).toMatch(/continuously|throughout|german/i)
})

test.each([
  ['Is written in French', 'yes'],
  ['Is written in English', 'no'],
] as const)('what a page is written in, its English does not hide: %s', async (criterion, verdict) => {
  const paper = aDocument({
    url: 'https://revue.test/7',
    title: 'Les haies du bocage',
    language: 'fr',
    text: '# Les haies du bocage\n\nNous avons compté les oiseaux de douze haies pendant trois hivers de suite.',
  })
  const task = {
    criterion,
    subject: { type: 'research_paper', name: 'Les haies du bocage' },
    sources: [paper],
  }
  const silent = entailmentOf(() => [0.01, 0.01])
  const judged = await createExtractiveReader({ embedder, entailment: silent }).judge(task, reading)
  expect(judged.satisfied).toBe(verdict)
})
