import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Subject } from '../../reader.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, readSource } from './index.ts'

function email(description: string, url: string, text: string, subject: Subject): string | null {
  const source = readSource(
    aDocument({
      url,
      title: text.slice(2).split('\n')[0] ?? '',
      text,
      language: 'en',
      host: new URL(url).hostname,
    }),
  )
  const ask = parseAsk(description, subject, 'email', undefined)
  return choose(ask, factsFor(ask, source, subject, [source]), 0.55)?.candidate.value ?? null
}

test('a mailbox at the site of a company is its own, wherever it stands', () => {
  const found = email(
    'Email for job applications',
    'https://midwestwork.test/ad/88213',
    '# Seed ecologist\n\nWattlefen Seed is looking for an ecologist.\n\n## How to apply for the job\n\nSend your application to people@wattlefen.test by 3 July.',
    { name: 'Wattlefen Seed', type: 'company', url: 'https://www.wattlefen.test/about' },
  )
  expect(found).toBe('people@wattlefen.test')
})

test('the office of somebody is not their personal mailbox', () => {
  const url = 'https://port.test/director'
  const director: Subject = { name: 'Tomás Rial', type: 'person', url }
  const page = '# Tomás Rial\n\nGeneral Director of the port.\n\nsecretariat@port.test'
  expect(email('His personal email address', url, page, director)).toBeNull()
  expect(email('Email address', url, page, director)).toBe('secretariat@port.test')
  expect(email('His personal email address', url, `${page}\n\nt.rial@port.test`, director)).toBe(
    't.rial@port.test',
  )
})

test('under one heading the label of each mailbox counts', () => {
  const found = email(
    "Corresponding author's email",
    'https://journal.test/12',
    '# Text reminders in rural Nepal\n\n## Correspondence\n\nSabina Gurung, Institute of Hill Health, Pokhara: s.gurung@hill.test\n\nEditorial office: editor@journal.test',
    { name: 'Text reminders in rural Nepal', type: 'paper', url: 'https://journal.test/12' },
  )
  expect(found).toBe('s.gurung@hill.test')
})

const kiln: Subject = { name: 'Pellworm Kiln', type: 'company', url: 'https://pellworm.test/' }
const team = `# Pellworm Kiln

**Ines Ohlsen** is chief executive. Wietske Blom is head of admissions.

Ines reads her own post: ines@pellworm.test. Questions of form: Wietske Blom, apply@pellworm.test.

## Sponsors

A few packages are left: partners@pellworm.test`

test.each([
  ['E-mail address of the chief executive', 'ines@pellworm.test'],
  ['E-mail of the admissions team', 'apply@pellworm.test'],
  ['E-mail for companies who want to sponsor', 'partners@pellworm.test'],
  ['E-mail of the finance department', null],
])('%s: %s', (description, wanted) => {
  expect(email(description, 'https://pellworm.test/team', team, kiln)).toBe(wanted)
})

test('who has a mailbox is told by its name where others are named too', () => {
  const page = `# Companies of the year\n\nIsaac Oduya founded Blackcap in 2021.\n\nContact: gwen@penrig.test`
  const isaac: Subject = { name: 'Isaac Oduya', type: 'person' }
  expect(email('E-mail address', 'https://list.test/companies', page, isaac)).toBeNull()
})

test('a site is also called by the last words of its owner', () => {
  const courier: Subject = { name: 'The Process Heat Courier', type: 'company' }
  const page = '# About us\n\nLetters for print: letters@heatcourier.test. Advertising: ads@heatcourier.test'
  expect(
    email('E-mail address for letters to the editor', 'https://heatcourier.test/about', page, courier),
  ).toBe('letters@heatcourier.test')
})

test('whoever is not a journalist is sent elsewhere', () => {
  const url = 'https://plumb.test/press'
  const plumb: Subject = { name: 'Plumb', type: 'company', url: 'https://plumb.test/' }
  const page = '# Press room\n\nNot a journalist? Customers reach us at help@plumb.test.'
  expect(email('Press contact email', url, page, plumb)).toBeNull()
  expect(email('Press office email', url, `${page}\n\nPress: orla.finch@plumb.test`, plumb)).toBe(
    'orla.finch@plumb.test',
  )
  expect(
    email('Personal email of the director', url, '# Press room\n\nPress: press@plumb.test', plumb),
  ).toBeNull()
})
