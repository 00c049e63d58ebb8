import {
  create,
  equals,
  fromBinary,
  fromJson,
  toBinary,
  toJson,
  type DescField,
  type DescFile,
  type DescMessage,
  type Message,
} from '@bufbuild/protobuf'
import { reflect, type ReflectMessage } from '@bufbuild/protobuf/reflect'
import { FileDescriptorSetSchema, file_google_protobuf_struct } from '@bufbuild/protobuf/wkt'
import { describe, expect, test } from 'vitest'
import {
  descriptorSet,
  file_agent_v1_exa_fetch,
  file_agent_v1_exa_search,
  file_agent_v1_exa_tool_service,
} from './index.ts'

const files: readonly DescFile[] = [
  file_agent_v1_exa_search,
  file_agent_v1_exa_fetch,
  file_agent_v1_exa_tool_service,
]
const messages = files.flatMap((file) => file.messages.flatMap(withNested))
const named = messages.map((message) => [message.typeName, message] as const)

function withNested(message: DescMessage): DescMessage[] {
  return [message, ...message.nestedMessages.flatMap(withNested)]
}

/** Every way to fill a message: one for each member of its oneofs, and one that is empty. */
const examples = (schema: DescMessage): Message[] => {
  const ways = Math.max(1, ...schema.oneofs.map(({ fields }) => fields.length))
  return [create(schema), ...Array.from({ length: ways }, (_, way) => filled(schema, way).message)]
}

function filled(schema: DescMessage, way: number): ReflectMessage {
  const message = reflect(schema)
  for (const member of schema.members) {
    const field = member.kind === 'oneof' ? member.fields[way % member.fields.length] : member
    if (field) fill(message, field, way)
  }
  return message
}

function fill(message: ReflectMessage, field: DescField, way: number): void {
  if (field.fieldKind === 'list')
    for (const nth of [0, 1])
      message.get(field).add(field.message ? filled(field.message, way + nth) : `${field.name} ${nth}`)
  else if (field.fieldKind === 'message') message.set(field, inner(field.message, way))
  else if (field.fieldKind === 'scalar') message.set(field, scalar(field))
}

/** An object of any shape is not built field by field. */
function inner(schema: DescMessage, way: number): ReflectMessage {
  if (schema.file !== file_google_protobuf_struct) return filled(schema, way)
  return reflect(schema, fromJson(schema, { operation: 'websets.delete', deep: { list: [1, null, true] } }))
}

function scalar(field: DescField & { fieldKind: 'scalar' }): string | number | boolean | bigint {
  const [number, long] = [field.number * 7, BigInt(field.number)]
  const byKind: Record<number, string | number | boolean | bigint> = {
    3: long,
    5: number,
    8: true,
    9: `ü ${field.name}`,
  }
  const value = byKind[field.scalar]
  if (value === undefined) throw new Error(`no example for the type of ${field.name}`)
  return value
}

/** Field 1000, which nobody knows: 42. */
const unknownField = new Uint8Array([0xc0, 0x3e, 42])

describe.each(named)('%s', (_, schema) => {
  test('is the same after a round trip, binary and JSON', () => {
    for (const message of examples(schema)) {
      const binary = fromBinary(schema, toBinary(schema, message))
      expect(equals(schema, binary, message)).toBe(true)
      const json = fromJson(schema, JSON.parse(JSON.stringify(toJson(schema, message))))
      expect(equals(schema, json, message)).toBe(true)
    }
  })

  test('keeps fields that it does not know, and ignores those of JSON', () => {
    for (const message of examples(schema)) {
      const sent = new Uint8Array([...toBinary(schema, message), ...unknownField])
      const received = fromBinary(schema, sent)
      expect(received.$unknown).toMatchObject([{ no: 1000 }])
      expect(toBinary(schema, received)).toEqual(sent)
      const json = { ...(toJson(schema, message) as object), ofTomorrow: { deep: [1] } }
      const read = fromJson(schema, json, { ignoreUnknownFields: true })
      expect(equals(schema, read, message)).toBe(true)
    }
  })
})

/** The numbers that agents were built with. */
const given: Readonly<Record<string, readonly string[]>> = {
  ExaSearchArgs: ['query 1', 'type 2', 'num_results 3', 'tool_call_id 4'],
  ExaSearchResult: ['success 1', 'error 2', 'rejected 3'],
  ExaSearchSuccess: ['references 1'],
  ExaSearchReference: ['title 1', 'url 2', 'text 3', 'published_date 4', 'id 5'],
  ExaSearchError: ['error 1'],
  ExaSearchRejected: ['reason 1'],
  ExaSearchToolCall: ['args 1', 'result 2'],
  ExaSearchRequestQuery: ['args 1'],
  ExaSearchRequestResponse: ['approved 1', 'rejected 2'],
  'ExaSearchRequestResponse.Approved': [],
  'ExaSearchRequestResponse.Rejected': ['reason 1'],
  ExaFetchArgs: ['ids 1', 'tool_call_id 2'],
  ExaFetchResult: ['success 1', 'error 2', 'rejected 3'],
  ExaFetchSuccess: ['contents 1'],
  ExaFetchContent: ['title 1', 'url 2', 'text 3', 'published_date 4', 'truncated 5', 'id 6'],
  ExaFetchError: ['error 1'],
  ExaFetchRejected: ['reason 1'],
  ExaFetchToolCall: ['args 1', 'result 2'],
  ExaFetchRequestQuery: ['args 1'],
  ExaFetchRequestResponse: ['approved 1', 'rejected 2'],
  'ExaFetchRequestResponse.Approved': [],
  'ExaFetchRequestResponse.Rejected': ['reason 1'],
}

test('messages have the given fields under the given numbers', () => {
  const ofTools = [file_agent_v1_exa_search, file_agent_v1_exa_fetch].flatMap((file) =>
    file.messages.flatMap(withNested),
  )
  const found = ofTools.map(({ typeName, fields }) => [
    typeName.replace('agent.v1.', ''),
    fields.map(({ name, number }) => `${name} ${number}`),
  ])
  expect(Object.fromEntries(found)).toEqual(given)
})

test('the descriptor set is complete, each file after what it refers to', () => {
  const { file } = fromBinary(FileDescriptorSetSchema, descriptorSet())
  const names = file.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(names).toContain('agent/v1/exa_tool_service.proto')
  for (const [at, { dependency }] of file.entries())
    for (const needed of dependency) expect(names.slice(0, at)).toContain(needed)
})
