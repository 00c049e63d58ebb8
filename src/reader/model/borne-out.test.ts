import { describe, expect, it } from 'vitest'
import { aDocument } from '../../../tests/harness/document.ts'
import { bringsNothing, isBorneOut } from './borne-out.ts'

describe('a quote bears out', () => {
  it.each([
    ['61000000', 'number', 'It raised $61 million in all.'],
    ['3400000', 'number', 'Umsatz: €3,4 Mio.'],
    ['1200', 'number', 'mit 1.200 Beschäftigten'],
    ['1200', 'number', '1 200 salariés'],
    ['12', 'number', 'a team of twelve'],
    ['0.5', 'number', 'about 0.5 mm thick'],
    ['2026-06-30', 'date', 'Apply by 30 June 2026.'],
    ['2019', 'date', 'Founded in 2019'],
    ['2026-05-09', 'date', 'Doors open on 9 May.'],
    ['43000', 'number', '24,000 43,000 58,000'],
    ['180', 'number', 'Boats up to 10 180'],
    ['jo@acme.example', 'email', 'Mail jo (at) acme (dot) example'],
    ['jo@acme.example', 'email', 'jo at acme dot example'],
    ['2026-03-02', 'date', 'am 2. März 2026'],
    ['2026-08', 'date', 'en août 2026'],
    ['2026-09-07', 'date', '07/09/2026'],
    ['2026-09-07', 'date', 'ab 7.9.2026'],
    ['1234567.5', 'number', 'CHF 1’234’567.50'],
    ['2026-09-07', 'date', 'Sept 7, 2026'],
    ['Jo.Doe@acme.example', 'email', 'write to jo.doe@acme.example today'],
    ['https://www.acme.example/jobs/', 'url', 'see acme.example/jobs for more'],
    ['http://acme.example:8080/a?b=c#d', 'url', 'at http://acme.example:8080/a?b=c#d'],
    ['+441632960182', 'phone', 'Call +44 (0)1632 960 182'],
    ['+441632960182', 'phone', 'Call 01632 960182'],
    ['Marta Lind', 'text', 'Our CFO is **Marta\nLind**.'],
    ['not stated', 'options', 'The firm is private.'],
  ] as const)('%s as %s: %s', (value, format, quote) => expect(isBorneOut(value, format, quote)).toBe(true))

  it.each([
    ['62000000', 'number', 'It raised $61 million in all.'],
    ['', 'number', 'There were 0 of them.'],
    ['many', 'number', 'There were many.'],
    ['2026-06-29', 'date', 'Apply by 30 June 2026.'],
    ['2026-06-30', 'date', 'Apply by 30 July 2026.'],
    ['2026-06', 'date', 'Open in 2026'],
    ['2026-05-09', 'date', 'Doors opened on 9 May 2025.'],
    ['2026-05', 'date', 'Doors open in May.'],
    ['24000', 'number', '24 000 000'],
    ['200', 'number', 'some 1,200 people'],
    ['soon', 'date', 'Apply soon.'],
    ['boss@acme.example', 'email', 'write to jo.doe@acme.example'],
    ['https://acme.example/staff', 'url', 'see acme.example/jobs'],
    ['+441632960183', 'phone', 'Call 01632 960182'],
    ['12', 'phone', 'Room 12'],
    ['acme', 'email', 'write to jo@acme.example'],
    ['see our', 'url', 'see our jobs'],
    ['jo@acme.example', 'url', 'write to jo@acme.example'],
    ['Martin Lind', 'text', 'Our CFO is Marta Lind.'],
  ] as const)('not %s as %s: %s', (value, format, quote) =>
    expect(isBorneOut(value, format, quote)).toBe(false),
  )
})

describe('a sentence', () => {
  const sources = [
    aDocument({
      url: 'https://acme.example/about',
      text: 'See https://acme.example/jobs or mail hr@acme.example.',
    }),
  ]
  it.each([
    ['Acme employs 1,200 people.', true],
    ['Acme employs about 1.2 thousand people.', true],
    ['Acme employs 1,300 people.', false],
    ['It is hiring at https://acme.example/jobs.', true],
    ['It is at acme (https://acme.example/about) for 1200.', true],
    ['It is hiring at https://acme.example/apply.', false],
    ['Mail hr@acme.example.', true],
    ['Mail ceo@acme.example.', false],
    ['It has many people.', true],
  ])('%s', (sentence, isFine) =>
    expect(bringsNothing(sentence, ['Acme has 1200 employees.'], sources)).toBe(isFine),
  )
})
