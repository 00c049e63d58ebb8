import { checkSchema, type JsonSchema } from '../reader/index.ts'

/** A search takes narrower schemas than an answer does, and `{type: "text"}` besides. */
export function checkOutputSchema(schema: JsonSchema): void {
  if (schema.type !== 'text') checkSchema(schema, { maxDepth: 2, maxProperties: 10 })
}
