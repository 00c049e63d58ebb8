import { expect, test } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { stands } from '../spans.ts'
import type { Document } from '../../documents/index.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { createAnswer } from './answer.ts'
import { createExtract } from './extract.ts'
import { createJudge } from './judge.ts'

const embedder: Embedder = {
  model: 'none',
  dimensions: 1,
  embed: async (texts) => texts.map(() => Float32Array.of(1)),
  close: async () => {},
}
const judge = createJudge({})
const answer = createAnswer({ judge, extract: createExtract({ embedder, judge }), embedder })

async function ask(question: string, ...sources: Document[]): Promise<string[]> {
  const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }
  const texts: string[] = []
  for await (const { text, spans } of answer({ question, sources }, reading)) {
    // Whatever is said is quoted.
    expect(spans.length).toBeGreaterThan(0)
    for (const span of spans) expect(sources.some((source) => stands(span, source))).toBe(true)
    texts.push(text)
  }
  return texts
}

const dairy = aDocument({
  url: 'https://www.alpenmolk.example/about',
  title: 'About us',
  details: { siteName: 'Alpenmolk' },
  text: `# About us

Alpenmolk ferments whey into a fat that behaves like butter. The company was founded in 2014 in Graz by Lena Hofstätter and Iker Zabala.

We employ 212 people in Austria and Slovenia. In 2025 we sold fat worth €31 million, up from €24 million in 2024.

## Management

Lena Hofstätter, chief executive

Tomáš Novotný, head of fermentation

## Where you find us

The head office is in Graz. A second plant opened in Maribor in March 2023.

| Product | Fat content | Price per kilogram |
| --- | --- | --- |
| Molk 60 | 60 % | €7.20 |
| Molk 82 | 82 % | €9.80 |
`,
})

const news = aDocument({
  url: 'https://news.example/2026/02/alpenmolk-strike',
  title: 'Strike at Alpenmolk delays new plant',
  publishedAt: new Date('2026-02-11'),
  text: `# Strike at Alpenmolk delays new plant

The dairy start-up Alpenmolk will open its third plant a year later than planned. The reason is a strike at the supplier of its steel tanks, Ferrotank of Brescia. Ferrotank employs 1,900 people.

Alpenmolk had 230 employees at the end of January. Its rival Buttervolk closed a Series C of $90 million last week.
`,
})

test('a fact comes in the one sentence that carries it', async () => {
  expect(await ask('Who founded Alpenmolk?', dairy, news)).toEqual([
    'The company was founded in 2014 in Graz by Lena Hofstätter and Iker Zabala.',
  ])
  expect(await ask('When was Alpenmolk founded?', dairy)).toEqual([
    'The company was founded in 2014 in Graz by Lena Hofstätter and Iker Zabala.',
  ])
  expect(await ask('Where is the head office of Alpenmolk?', dairy)).toEqual(['The head office is in Graz.'])
})

test('a number is that of what was asked about', async () => {
  expect(await ask('How many people does Ferrotank employ?', dairy, news)).toEqual([
    'Ferrotank employs 1,900 people.',
  ])
  expect(await ask('What does Molk 82 cost?', dairy)).toEqual([
    'Product: Molk 82; Fat content: 82 %; Price per kilogram: €9.80',
  ])
})

test('sources that contradict each other are both heard', async () => {
  const texts = await ask('How many employees does Alpenmolk have?', dairy, news)
  expect(texts.join(' ')).toContain('230')
  expect(texts.join(' ')).toContain('212')
})

test('a question with two parts is answered twice', async () => {
  const texts = await ask(
    'When did the plant of Alpenmolk in Maribor open, and who is its chief executive?',
    dairy,
  )
  expect(texts).toEqual([
    'A second plant opened in Maribor in March 2023.',
    'Management: Lena Hofstätter, chief executive',
  ])
})

test('a reason is found beside what it is the reason of', async () => {
  expect(await ask('Why is the new plant of Alpenmolk delayed?', news)).toEqual([
    'The reason is a strike at the supplier of its steel tanks, Ferrotank of Brescia.',
  ])
})

test.each([
  ['an attribute that is never mentioned', 'Who is the chief financial officer of Alpenmolk?'],
  ['a number that is not there', 'How many patents does Alpenmolk hold?'],
  ['somebody whom nobody mentions', 'How many employees does Quarkwerk have?'],
  ['a fact about somebody else', 'How much did Alpenmolk raise in its Series C?'],
  ['another year', 'What was the revenue of Alpenmolk in 2019?'],
  ['a place that is not told', 'Where did Tomáš Novotný study?'],
])('says nothing about %s', async (_, question) => {
  expect(await ask(question, dairy, news)).toEqual([])
})

test('a comparison needs both sides', async () => {
  expect(await ask('Which is cheaper, Molk 60 or Molk 82?', dairy)).toEqual([
    'Product: Molk 60; Fat content: 60 %; Price per kilogram: €7.20',
    'Product: Molk 82; Fat content: 82 %; Price per kilogram: €9.80',
  ])
  expect(await ask('Which is cheaper, Molk 60 or Molk 99?', dairy)).toEqual([])
})

test('what happened comes in the order in which it happened', async () => {
  const later = aDocument({
    url: 'https://news.example/2026/05/alpenmolk-sold',
    title: 'Alpenmolk sold to Danish co-operative',
    publishedAt: new Date('2026-05-03'),
    text: '# Alpenmolk sold to Danish co-operative\n\nA Danish co-operative has bought Alpenmolk for €140 million.',
  })
  const texts = await ask('What happened to Alpenmolk in 2026?', later, news)
  expect(texts[0]).toBe('The dairy start-up Alpenmolk will open its third plant a year later than planned.')
  expect(texts.at(-1)).toBe('A Danish co-operative has bought Alpenmolk for €140 million.')
})

test('what stands under a name is said of that name', async () => {
  const page = aDocument({
    url: 'https://conf.example/speakers',
    title: 'Speakers',
    details: { siteName: 'Cheese Days 2026' },
    text: '### Ana Ribeiro\n\nBuyer for canteens at the University of Porto.\n\n### Joost Bakker\n\nCheesemonger in Gouda.\n\n### Inês Matos\n\nMicrobiologist at the University of Porto.',
  })
  expect(await ask('Which speakers of Cheese Days come from the University of Porto?', page)).toEqual([
    'Ana Ribeiro: Buyer for canteens at the University of Porto.',
    'Inês Matos: Microbiologist at the University of Porto.',
  ])
})

test('what a page lists as such is told whole', async () => {
  const shop = aDocument({
    url: 'https://www.tonwerk.example/',
    title: 'Tonwerk',
    text: '# Tonwerk\n\n## Workshops\n\n- Throwing for beginners, Saturdays\n- Raku firing, once a month\n\n## Opening hours\n\nTuesday to Saturday, ten to six.\n\n| Glaze | Price per litre |\n| --- | --- |\n| Celadon | €14 |\n| Tenmoku | €16 |\n',
  })
  expect(await ask('Which workshops does Tonwerk give?', shop)).toEqual([
    'Workshops: Throwing for beginners, Saturdays',
    'Workshops: Raku firing, once a month',
  ])
  expect(await ask('Which glazes does Tonwerk sell?', shop)).toEqual([
    'Glaze: Celadon; Price per litre: €14',
    'Glaze: Tenmoku; Price per litre: €16',
  ])
  expect(await ask('Which kilns does Tonwerk own?', shop)).toEqual([])
})

test('sides that have names are asked for one by one', async () => {
  expect(await ask('Who has more employees, Ferrotank or Alpenmolk?', dairy, news)).toContain(
    'Ferrotank employs 1,900 people.',
  )
  expect(await ask('Who has more employees, Ferrotank or Quarkwerk?', dairy, news)).toEqual([])
})

test('yes or no comes with the sentence that settles it', async () => {
  expect(await ask('Does Alpenmolk have a plant in Maribor?', dairy)).toEqual([
    'A second plant opened in Maribor in March 2023.',
  ])
  expect(await ask('Does Alpenmolk have a plant in Trieste?', dairy)).toEqual([])
})

test('German and French questions', async () => {
  const german = aDocument({
    url: 'https://www.moorlicht.example/firma',
    title: 'Die Firma',
    language: 'de',
    text: 'Die Moorlicht GmbH wurde 2011 in Leer gegründet. Sie beschäftigt 38 Mitarbeiterinnen und Mitarbeiter. Im Jahr 2025 lag der Umsatz bei 6,4 Mio. €.',
  })
  expect(await ask('Wie viele Mitarbeiter hat Moorlicht?', german)).toEqual([
    'Sie beschäftigt 38 Mitarbeiterinnen und Mitarbeiter.',
  ])
  expect(await ask('Wie hoch war der Umsatz von Moorlicht 2025?', german)).toEqual([
    'Im Jahr 2025 lag der Umsatz bei 6,4 Mio. €.',
  ])
  expect(await ask('Wie viele Patente hat Moorlicht?', german)).toEqual([])
  const french = aDocument({
    url: 'https://www.brumevent.example/',
    title: 'Brumevent',
    language: 'fr',
    text: 'Brumevent fabrique des éoliennes de toit. L’entreprise a été fondée en 2016 à Nantes par Chloé Le Goff. Elle emploie 45 salariés.',
  })
  expect(await ask('Qui a fondé Brumevent ?', french)).toEqual([
    'L’entreprise a été fondée en 2016 à Nantes par Chloé Le Goff.',
  ])
  expect(await ask('Combien de salariés emploie Brumevent ?', french)).toEqual(['Elle emploie 45 salariés.'])
})

const botanist = aDocument({
  url: 'https://herbarium.example/staff/brandvold',
  title: 'Dr Signe Brandvold – Herbarium',
  text: `# Dr Signe Brandvold

Signe Brandvold was born in Molde on 4 May 1979. She speaks Norwegian, Faroese and English.`,
})

test.each([
  ['What languages does Signe Brandvold speak?', 'Faroese'],
  ['How old is Signe Brandvold?', '4 May 1979'],
])('a question with a verb asks for a value, too: %s', async (question, expected) => {
  expect((await ask(question, botanist)).join(' ')).toContain(expected)
})

const locker = aDocument({
  url: 'https://lockbay.example/help',
  title: 'Lockbay help',
  details: { siteName: 'Lockbay' },
  text: `# Lockbay help

**Where are my files kept?** In Rotterdam, on our own machines.

## After a power cut

On starting, Lockbay reads its journal and drops the last entry if it is torn. Nothing has to be repaired.

A third of Lockbay belongs to the people who work there.`,
})

test('what follows a question answers it, and a section answers what its heading says', async () => {
  expect(await ask('Where does Lockbay keep files?', locker)).toEqual([
    'Where are my files kept? In Rotterdam, on our own machines.',
  ])
  expect((await ask('What does Lockbay do after a power cut?', locker))[0]).toMatch(/reads its journal/)
  expect(await ask('What share of Lockbay belongs to the people who work there?', locker)).toEqual([
    'A third of Lockbay belongs to the people who work there.',
  ])
})

test('words may differ where the meaning does not, and what means something else is no answer', async () => {
  const composer = aDocument({
    url: 'https://wiki.example/Juno_Halle',
    title: 'Juno Halle',
    text: '# Juno Halle\n\nJuno Halle is a composer. She grew up in Bergen. Her first opera is from 1998. She left conducting in 2019 because of a bad shoulder.',
  })
  const reading = { now: new Date('2026-06-15'), signal: new AbortController().signal }
  const answersAs = async (likeness: number) => {
    const meaning: Embedder = {
      ...embedder,
      dimensions: 2,
      embed: async (texts) =>
        texts.map((text) =>
          text.endsWith('?')
            ? Float32Array.of(1, 0)
            : Float32Array.of(likeness, Math.sqrt(1 - likeness ** 2)),
        ),
    }
    const asked = createAnswer({ judge, extract: createExtract({ embedder, judge }), embedder: meaning })
    const task = { question: 'Why did Juno Halle give up conducting?', sources: [composer] }
    const said: string[] = []
    for await (const { text } of asked(task, reading)) said.push(text)
    return said
  }
  expect(await answersAs(0.95)).toEqual(['She left conducting in 2019 because of a bad shoulder.'])
  expect(await answersAs(0.5)).toEqual([])
})
