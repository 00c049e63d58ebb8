import { expect, test } from 'vitest'
import { dropUngrounded } from './grounding.ts'

function drop(object: Record<string, unknown>, fields: string[]) {
  let dropped = 0
  const grounds = fields.map((field) => ({ field, spans: [], confidence: 1 }))
  const { content, grounding } = dropUngrounded(object, grounds, () => dropped++)
  return { content, fields: grounding.map(({ field }) => field), dropped }
}

test('keeps what is grounded, and drops and counts what is not', () => {
  expect(drop({ name: 'Kestrel', staff: 180 }, ['name'])).toEqual({
    content: { name: 'Kestrel' },
    fields: ['name'],
    dropped: 1,
  })
})

test('a grounding holds for everything inside its field', () => {
  const content = { companies: [{ name: 'Kestrel', funding: { amount: 42 } }, { name: 'Voltaine' }] }
  const fields = ['companies[0]', 'companies[1].name']
  expect(drop(content, fields)).toEqual({ content, fields, dropped: 0 })
  expect(drop(content, ['content'])).toEqual({ content, fields: ['content'], dropped: 0 })
})

test('a field is not grounded by another whose name begins alike', () => {
  expect(drop({ name: 'Kestrel', nameOfParent: 'Corvane' }, ['name']).content).toEqual({ name: 'Kestrel' })
})

test('lists close up where something was dropped, and the groundings follow', () => {
  const content = { list: ['a', 'b'], companies: [{ name: 'Invented' }, { name: 'Kestrel' }] }
  expect(drop(content, ['list[1]', 'companies[1].name'])).toEqual({
    content: { list: ['b'], companies: [{ name: 'Kestrel' }] },
    fields: ['list[0]', 'companies[0].name'],
    dropped: 2,
  })
})

test('what claims nothing stays, and a grounding of nothing goes', () => {
  const content = { name: null, text: '', list: [] }
  expect(drop(content, ['elsewhere'])).toEqual({ content, fields: [], dropped: 0 })
})
