/* oxlint-disable no-explicit-any, no-underscore-dangle, consistent-function-scoping -- results are looked into as tests please, and scripts stand where they are used */
import { describe, expect, test } from 'vitest'
import {
  changeBetween,
  distributionOf,
  entropyOf,
  metricsOf,
  nicheOf,
  qualityOf,
  scoreItems,
  select,
  vectorOf,
  type Trait,
} from './arithmetic.ts'

const criteria = ['makes robots', 'founded after 2015']
const traits: Trait[] = [
  { id: 'employees', format: 'number', labels: [] },
  { id: 'ships', format: 'options', labels: ['Yes', 'No'] },
  { id: 'ceo', format: 'text', labels: [] },
]
const item = (id: string, verdicts: string, values: Record<string, string[] | null>) => ({
  id,
  evaluations: verdicts.split('').map((letter, at) => ({
    criterion: criteria[at],
    satisfied: { y: 'yes', n: 'no', u: 'unclear' }[letter],
  })),
  enrichments: Object.entries(values).map(([enrichmentId, result]) => ({
    enrichmentId,
    status: result === null ? 'pending' : 'completed',
    result,
  })),
})

/** Worked out by hand: 10, 30 and 20 employees are 0, 1 and a half. */
const items = [
  item('a', 'yy', { employees: ['10'], ships: ['Yes'], ceo: ['Ada'] }),
  item('b', 'yy', { employees: ['30'], ships: ['No'], ceo: [] }),
  item('c', 'yn', { employees: ['20 people'], ships: ['Yes'], ceo: ['Cy'] }),
  item('d', 'uy', { employees: null, ships: null, ceo: ['Di'] }),
  item('e', 'nn', {}),
]
const scored = scoreItems(items, criteria, traits)

describe('check 8: winnow arithmetic', () => {
  test('a vector is true only for yes, in the order of the criteria', () => {
    expect(scored.map(({ vector }) => vector)).toEqual([
      [true, true],
      [true, true],
      [true, false],
      [false, true],
      [false, false],
    ])
    const swapped = { evaluations: [...(items[2]?.evaluations ?? [])].toReversed() }
    expect(vectorOf(swapped, criteria)).toEqual([true, false])
  })

  test('where the server has put criteria in other words, their place counts', () => {
    const reworded = {
      evaluations: [
        { criterion: 'Manufactures robots', satisfied: 'yes' },
        { criterion: 'founded after 2015', satisfied: 'no' },
      ],
    }
    expect(vectorOf(reworded, criteria)).toEqual([true, false])
    expect(vectorOf({ evaluations: [reworded.evaluations[1]] }, criteria)).toEqual([false, false])
  })

  test('a niche is named by its ones and zeros', () => {
    expect(nicheOf([true, false, true])).toBe('1,0,1')
    expect(distributionOf(scored)).toEqual({ '1,1': 2, '1,0': 1, '0,1': 1, '0,0': 1 })
  })

  test('fitness is the mean over all that was asked for, numbers between the least and the most', () => {
    expect(scored.map(({ fitness }) => fitness)).toEqual([
      (0 + 1 + 1) / 3,
      (1 + 0 + 0) / 3,
      (0.5 + 1 + 1) / 3,
      (0 + 0 + 1) / 3,
      0,
    ])
  })

  test('numbers that are all equal are all best, and one that is missing is not', () => {
    const equal = ['7', '7', null].map((value, at) =>
      item(`i${at}`, 'yy', { employees: value === null ? null : [value] }),
    )
    expect(scoreItems(equal, criteria, traits.slice(0, 1)).map(({ fitness }) => fitness)).toEqual([1, 1, 0])
  })

  test('thousands, signs and words around a number do not hide it', () => {
    const values = ['1,000', '-500', 'about 250.5 people', 'none']
    const read = values.map((value, at) => item(`i${at}`, 'yy', { employees: [value] }))
    expect(scoreItems(read, criteria, traits.slice(0, 1)).map(({ fitness }) => fitness)).toEqual([
      1,
      0,
      750.5 / 1500,
      0,
    ])
  })

  test('a strategy chooses the best of each niche, those with all, or those with any', () => {
    const ids = (strategy: Parameters<typeof select>[1]) =>
      select(scored, strategy).map(({ item }) => item.id)
    expect(ids('diverse')).toEqual(['c', 'a', 'd', 'e'])
    expect(ids('all-criteria')).toEqual(['a', 'b'])
    expect(ids('any-criteria')).toEqual(['c', 'a', 'b', 'd'])
  })

  test('of equals, more yes come first, then the smaller id', () => {
    const equals = scoreItems(
      [item('z', 'yn', {}), item('b', 'yy', {}), item('a', 'yn', {})],
      criteria,
      traits,
    )
    expect(select(equals, 'any-criteria').map(({ item }) => item.id)).toEqual(['b', 'a', 'z'])
    expect(select(equals.toReversed(), 'diverse').map(({ item }) => item.id)).toEqual(['b', 'a'])
  })

  test('coverage, entropy, evenness and stringency', () => {
    const entropy = -(0.4 * Math.log2(0.4) + 3 * 0.2 * Math.log2(0.2))
    const metrics = metricsOf(scored, select(scored, 'diverse'), 2, { found: 5, analyzed: 20 })
    expect(metrics.coverage).toBe(1)
    expect(metrics.diversity).toBeCloseTo(entropy, 12)
    expect(metrics.evenness).toBeCloseTo(entropy / 2, 12)
    expect(metrics.stringency).toBe(0.25)
    expect(metrics.avgFitness).toBeCloseTo((2.5 / 3 + 2 / 3 + 1 / 3 + 0) / 4, 12)
    expect(entropyOf({ '1,1': 8 })).toBe(0)
    expect(entropyOf({ '1,1': 4, '0,0': 4 })).toBe(1)
    expect(metricsOf([], [], 2, { found: 0, analyzed: 0 })).toEqual({
      coverage: 0,
      avgFitness: 0,
      diversity: 0,
      evenness: 0,
      stringency: 0,
    })
  })

  test('change is what is not shared, of all there is', () => {
    const of = (ids: string) => scored.filter(({ item }) => ids.includes(String(item.id)))
    expect(changeBetween(of('abc'), of('abc'))).toBe(0)
    expect(changeBetween(of('ab'), of('bc'))).toBeCloseTo(2 / 3)
    expect(changeBetween(of('a'), of('b'))).toBe(1)
    expect(changeBetween([], [])).toBe(0)
  })

  test('what a success rate says of a criterion', () => {
    expect([4.9, 5, 95, 95.1].map(qualityOf)).toEqual([
      'too-strict',
      'good-discriminator',
      'good-discriminator',
      'not-discriminating',
    ])
  })
})
