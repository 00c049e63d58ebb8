import { expect, test } from 'vitest'
import { evaluate, type Examinee } from './evaluate.ts'

const nothing = { quotes: 0, standing: 0 }
const one = { quotes: 1, standing: 1 }

const examinee = (answers: Partial<Examinee>): Examinee => ({
  judge: async () => ({ satisfied: 'unclear', confidence: 0, ...nothing }),
  extract: async () => ({ values: null, ...nothing }),
  answer: async () => ({ text: '', ...nothing }),
  ...answers,
})

test('counts wrong claims apart from those that were not made', async () => {
  const said = { a: 'yes', b: 'yes', c: 'no', d: 'unclear', e: 'no' } as const
  const { criteria } = await evaluate(
    [
      { id: 'a', criterion: 'x', truth: 'yes' },
      { id: 'b', criterion: 'x', truth: 'unclear' },
      { id: 'c', criterion: 'x', truth: 'yes' },
      { id: 'd', criterion: 'x', truth: 'no' },
      { id: 'e', criterion: 'x', truth: 'no' },
    ],
    examinee({
      judge: async ({ id }) => ({ satisfied: said[id as keyof typeof said], confidence: 0.9, ...one }),
    }),
  )
  expect(criteria).toMatchObject({ total: 5, accuracy: 0.4, falseYes: 0.2, falseNo: 0.2, decided: 0.75 })
  expect(criteria.confusion.yes).toEqual({ yes: 1, no: 1, unclear: 0 })
  expect(criteria.calibration).toEqual([{ confidence: expect.closeTo(0.9), right: 0.5, claims: 4 }])
})

test.each([
  { truth: ['180'], format: 'number', values: ['180.0'], right: true },
  { truth: ['180'], format: 'number', values: ['181'], right: false },
  { truth: ['180'], format: 'number', values: null, right: false },
  { truth: null, format: 'number', values: null, right: true },
  { truth: null, format: 'number', values: ['0'], right: false },
  { truth: ['Ada Marsh', 'Ben Ode'], format: 'text', values: ['ben ode', 'Ada  Marsh'], right: true },
  { truth: ['Ada Marsh', 'Ben Ode'], format: 'text', values: ['Ada Marsh'], right: false },
  { truth: ['2023-09'], format: 'date', values: ['2023-09-01'], accepted: ['2023-09-01'], right: true },
  { truth: ['https://a.example/b/'], format: 'url', values: ['https://a.example/b'], right: true },
  { truth: ['+4912345'], format: 'phone', values: ['+49 123 45'], right: true },
] as const)('$values for $truth is right: $right', async ({ truth, format, values, right, ...more }) => {
  const outcomes: boolean[] = []
  await evaluate(
    [
      {
        id: 'f',
        description: 'x',
        format,
        truth: truth && [...truth],
        ...('accepted' in more && more.accepted && { accepted: [...more.accepted] }),
      },
    ],
    examinee({ extract: async () => ({ values, ...one }) }),
    (outcome) => outcomes.push(outcome.right),
  )
  expect(outcomes).toEqual([right])
})

test('what cannot be answered is answered by citing nothing, and an answer without citations is none', async () => {
  const { questions } = await evaluate(
    [
      { id: 'a', question: 'x', contains: null },
      { id: 'b', question: 'x', contains: ['42'] },
      { id: 'c', question: 'x', contains: ['42'] },
    ],
    examinee({
      answer: async ({ id }) => (id === 'b' ? { text: 'It is 42.', ...one } : { text: '42', ...nothing }),
    }),
  )
  expect(questions).toEqual({ total: 2, right: 1, unanswerable: 1, declined: 1 })
})
