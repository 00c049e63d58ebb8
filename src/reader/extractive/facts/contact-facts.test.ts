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
