import { expect, test } from 'vitest'
import { peopleIn } from './names.ts'

test('people, without titles and roles, but no places and firms', () => {
  const text =
    'Founder Leah Sandford, Dr. Katrin Ebel and Yann Le Goff met Geschäftsführerin Anna de Vries in New York. Harrow Food Fund and Blue Horizon Partners paid.'
  expect(peopleIn(text).map(({ name }) => name)).toEqual([
    'Leah Sandford',
    'Katrin Ebel',
    'Yann Le Goff',
    'Anna de Vries',
  ])
})
