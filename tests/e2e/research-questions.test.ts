import { Ajv2020 } from 'ajv/dist/2020.js'
import { Exa, type Research } from 'exa-js'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Verification } from '../../src/contract/readings.ts'
import { readSampleTruth } from '../harness/sample-truth.ts'
import { serverProcess } from '../harness/server-process.ts'

/** Research on the sample web with the reader that is always there, measured by what is known of that web. */
const ownerKey = 'the-owner-key-of-this-test'
const server = await serverProcess({ hasSample: true, environment: { WINNOW_API_KEY: ownerKey } })
const { research: cases } = readSampleTruth()
const minutes = 60_000
let exa: Exa

beforeAll(async () => {
  await server.start()
  exa = new Exa(ownerKey, server.url)
})

async function finish(instructions: string, outputSchema?: Record<string, unknown>): Promise<Research> {
  const { researchId } = await exa.research.create({
    instructions,
    model: 'exa-research',
    ...(outputSchema && { outputSchema }),
  })
  return exa.research.pollUntilFinished(researchId, { pollInterval: 200, timeoutMs: 4 * minutes })
}

async function ask(instructions: string) {
  const found = await finish(instructions)
  if (found.status !== 'completed') throw new Error(`${instructions}: ${found.status}`)
  const verified = await exa.request<Verification>(
    `/winnow/v1/readings/${found.researchId}/verify`,
    'POST',
    {},
  )
  return { text: found.output.content.split('## Sources')[0] ?? '', verified }
}

describe('twenty questions', () => {
  test(
    'at least sixteen are right, every citation stands, and what cannot be known is said to be so',
    async () => {
      const outcomes = await Promise.all(
        cases.map(async ({ id, question, contains, kind }) => {
          const { text, verified } = await ask(question)
          const declines = text.includes('The indexed pages do not answer this question.')
          const isRight = contains === null ? declines : contains.every((part) => text.includes(part))
          return { id, kind, isRight, stands: verified.stands, claims: verified.claims.length }
        }),
      )
      expect(outcomes.filter(({ stands }) => !stands)).toEqual([])
      expect(outcomes.filter(({ kind, isRight }) => kind === 'unanswerable' && !isRight)).toEqual([])
      expect(outcomes.filter(({ kind, claims }) => (kind === 'unanswerable') !== (claims === 0))).toEqual([])
      const wrong = outcomes.filter(({ isRight }) => !isRight).map(({ id }) => id)
      console.log(`${cases.length - wrong.length} of ${cases.length} right; wrong: ${wrong.join(' ')}`)
      expect(cases.length - wrong.length).toBeGreaterThanOrEqual(16)
    },
    5 * minutes,
  )
})

const nullable = (type: string) => ({ type: [type, 'null'] })
const shapes: readonly { asks: string; schema: Record<string, unknown> }[] = [
  {
    asks: 'Who founded Lumenfold and where is it based?',
    schema: {
      type: 'object',
      properties: {
        founders: { type: 'array', items: { type: 'string' } },
        headquarters: nullable('string'),
      },
      required: ['founders', 'headquarters'],
      additionalProperties: false,
    },
  },
  {
    asks: 'What did Corvane Energy pay for Fathomline, and when was Fathomline founded?',
    schema: {
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: {
        price: nullable('number'),
        foundingYear: nullable('integer'),
        currency: nullable('string'),
      },
      required: ['price'],
    },
  },
  {
    asks: 'Forecast packages of Tidewright with their prices',
    schema: {
      type: 'object',
      properties: {
        packages: {
          type: 'array',
          items: {
            type: 'object',
            properties: { package: { type: 'string' }, price: nullable('number') },
            required: ['package'],
          },
        },
      },
      required: ['packages'],
    },
  },
  {
    asks: 'What is the annual salary of Callum MacIsaac?',
    schema: { type: 'object', properties: { salary: nullable('number') }, required: ['salary'] },
  },
]

test.each(shapes)(
  'structured output is of its schema: $asks',
  async ({ asks, schema }) => {
    const found = await finish(asks, schema)
    if (found.status !== 'completed') throw new Error(`${found.status}: ${JSON.stringify(found)}`)
    const { $schema: _, ...shape } = schema
    const ajv = new Ajv2020({ strict: false })
    expect(ajv.validate(shape, found.output.parsed), ajv.errorsText()).toBe(true)
    expect(JSON.parse(found.output.content)).toEqual(found.output.parsed)
  },
  3 * minutes,
)
