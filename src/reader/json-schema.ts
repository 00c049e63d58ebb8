import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2019 } from 'ajv/dist/2019.js'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { RE2JS } from 're2js'
import { AppError } from '../contract/errors.ts'
import type { JsonSchema } from './reader.ts'

export interface SchemaLimits {
  /** Of the schema as JSON. */
  readonly maxCharacters: number
  /** How many objects may lie in one another; the outermost counts as 1, lists do not count. */
  readonly maxDepth: number
  /** In all objects together. */
  readonly maxProperties: number
}

const defaultLimits: SchemaLimits = { maxCharacters: 50_000, maxDepth: 8, maxProperties: 200 }

/** Nesting of the JSON itself, and places that schemas are applied at once references are followed. */
const maxNesting = 60
const maxPlaces = 5000

/**
 * A caller's JSON Schema, if it can be used: draft 7, 2019-09 or 2020-12, of an object, within the limits. Throws
 * `invalid_json_schema` with what is wrong and where.
 *
 * It cannot hang the server: patterns are run by a matcher that takes linear time and knows no backtracking, what that
 * cannot run is refused; nothing is fetched, because references lead only into the schema itself; and one that leads
 * back to itself is refused, so that validating takes no more steps than there are places, which are counted here.
 */
export function checkSchema(schema: unknown, limits: Partial<SchemaLimits> = {}): JsonSchema {
  const allowed = { ...defaultLimits, ...limits }
  if (!isObject(schema)) throw invalid('a schema must be an object')
  const size = sizeOf(schema)
  if (size > allowed.maxCharacters)
    throw invalid(`it has ${size} characters, at most ${allowed.maxCharacters} are allowed`)
  const tally = { places: 0, properties: 0 }
  walk(schema, { schema, path: '#', nesting: 0, depth: 0, open: new Set() }, allowed, tally)
  const resolved = resolve(schema, schema)
  const isObjectSchema = resolved['type'] === 'object' || isObject(resolved['properties'])
  if (!isObjectSchema) throw invalid('its type must be "object"')
  validatorOf(schema)
  return schema
}

function sizeOf(schema: object): number {
  try {
    return JSON.stringify(schema).length
  } catch {
    throw invalid('it is nested too deeply')
  }
}

/** What is wrong with a value, in words; nothing when it is as the schema asks. */
export function validate(schema: JsonSchema, value: unknown): string[] {
  const validator = validatorOf(schema)
  return validator(value) ? [] : (validator.errors ?? []).map(describe)
}

/** The schema that a place in a schema stands for: itself, or what it refers to. */
export function resolve(place: JsonSchema, schema: JsonSchema): JsonSchema {
  const { $ref: reference, ...rest } = place
  if (typeof reference !== 'string') return place
  const target = targetOf(reference, schema)
  return target ? { ...resolve(target, schema), ...rest } : place
}

const invalid = (problem: string, path?: string): AppError =>
  new AppError(
    'invalid_json_schema',
    `Invalid JSON Schema | ${path === undefined ? '' : `${path}: `}${problem}`,
    {
      details: { problem, ...(path !== undefined && { path }) },
    },
  )

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Place {
  /** The whole, which references point into. */
  readonly schema: JsonSchema
  readonly path: string
  readonly nesting: number
  readonly depth: number
  /** The references that led here. */
  readonly open: ReadonlySet<string>
}

/** Keywords whose values are no schemas, and those whose values are schemas by name. */
const notSchemas = new Set(['enum', 'const', 'default', 'examples', 'example', 'required', 'type'])
const byName = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
])
const definitions = new Set(['$defs', 'definitions'])

function walk(
  node: Record<string, unknown>,
  place: Place,
  limits: SchemaLimits,
  tally: { places: number; properties: number },
): void {
  const { schema, path, nesting, open } = place
  if (++tally.places > maxPlaces) throw invalid('it is too large once its references are followed', path)
  if (nesting > maxNesting) throw invalid('it is nested too deeply', path)
  const depth = place.depth + (isObject(node['properties']) ? 1 : 0)
  if (depth > limits.maxDepth)
    throw invalid(`objects lie deeper in one another than ${limits.maxDepth}`, path)
  for (const [keyword, value] of Object.entries(node)) {
    const here = `${path}/${keyword}`
    const inner = { ...place, nesting: nesting + 1, depth }
    if (/^\$(?:ref|dynamicRef|recursiveRef)$/.test(keyword)) follow(value, { ...inner, path: here })
    else if (keyword === 'pattern') checkPattern(value, here)
    else if (byName.has(keyword) && isObject(value)) {
      if (keyword === 'properties') tally.properties += Object.keys(value).length
      if (tally.properties > limits.maxProperties)
        throw invalid(`it has more than ${limits.maxProperties} properties`, here)
      // What is only defined counts where it is referred to.
      if (definitions.has(keyword)) continue
      for (const [name, one] of Object.entries(value)) {
        if (keyword === 'patternProperties') checkPattern(name, here)
        if (isObject(one)) walk(one, { ...inner, path: `${here}/${name}` }, limits, tally)
      }
    } else if (!notSchemas.has(keyword))
      for (const [at, one] of (Array.isArray(value) ? value : [value]).entries())
        if (isObject(one))
          walk(one, { ...inner, path: Array.isArray(value) ? `${here}/${at}` : here }, limits, tally)
  }

  function follow(reference: unknown, at: Place): void {
    if (typeof reference !== 'string' || !reference.startsWith('#'))
      throw invalid(
        `it refers to ${JSON.stringify(reference)}; references must stay inside, as "#/…"`,
        at.path,
      )
    if (open.has(reference)) throw invalid(`it refers to itself through ${reference}`, at.path)
    const target = targetOf(reference, schema)
    if (!target) throw invalid(`there is nothing at ${reference}`, at.path)
    walk(target, { ...at, open: new Set([...open, reference]) }, limits, tally)
  }
}

/** What `#/$defs/Person` points to. Names of places (`#person`) are not looked for. */
function targetOf(reference: string, schema: JsonSchema): JsonSchema | null {
  let target: unknown = schema
  for (const part of reference.split('/').slice(1)) {
    const name = decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~')
    const within: unknown = Array.isArray(target)
      ? target[Number(name)]
      : isObject(target)
        ? target[name]
        : undefined
    target = within
  }
  return isObject(target) && (reference === '#' || reference.startsWith('#/')) ? target : null
}

function checkPattern(pattern: unknown, path: string): void {
  if (typeof pattern !== 'string') return
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern))
  } catch {
    throw invalid(
      'the pattern cannot be used: it is no regular expression, or it looks around or back, which is not supported',
      path,
    )
  }
}

/** Ajv asks for something like RegExp; its code is only for validators that are written to files. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
    return { test: (text: string) => compiled.matcher(text).find() }
  },
  { code: 'linearRegExp' },
)

const options: Options = {
  strict: false,
  allErrors: false,
  logger: false,
  // Every caller's schema is compiled on its own: `$id`s do not meet, and nothing is kept of them.
  addUsedSchema: false,
  code: { regExp: linearRegExp },
}

const dialects = {
  'draft-07': { make: (extra: Options) => new Ajv({ ...options, ...extra }) },
  '2019-09': { make: (extra: Options) => new Ajv2019({ ...options, ...extra }) },
  '2020-12': { make: (extra: Options) => new Ajv2020({ ...options, ...extra }) },
}
type Dialect = keyof typeof dialects

/** By what it says it is, else by words that only the newest has. */
function dialectOf(schema: JsonSchema): Dialect {
  const { $schema: named } = schema
  if (named === undefined)
    return /"(?:prefixItems|unevaluated\w+|\$dynamicRef)":/.test(JSON.stringify(schema))
      ? '2020-12'
      : 'draft-07'
  const found = /draft-07|2019-09|2020-12/.exec(JSON.stringify(named))?.[0]
  if (!found)
    throw invalid(
      `$schema is ${JSON.stringify(named)}; draft-07, 2019-09 and 2020-12 are understood`,
      '#/$schema',
    )
  // The pattern finds nothing else.
  return found as Dialect
}

const metaSchemas = new Map<Dialect, Ajv>()
const validators = new WeakMap<JsonSchema, ValidateFunction>()

function validatorOf(schema: JsonSchema): ValidateFunction {
  const known = validators.get(schema)
  if (known) return known
  const dialect = dialectOf(schema)
  const meta = metaSchemas.get(dialect) ?? dialects[dialect].make({})
  metaSchemas.set(dialect, meta)
  if (!meta.validateSchema(schema)) {
    const [error] = meta.errors ?? []
    throw invalid(error ? describe(error) : 'it is no JSON Schema')
  }
  const ajv = dialects[dialect].make({ meta: false, validateSchema: false })
  addFormats.default(ajv)
  ajv.addFormat('phone', /^\+?[\d][\d ()./-]{4,24}$/)
  try {
    const compiled = ajv.compile(schema)
    validators.set(schema, compiled)
    return compiled
  } catch (error) {
    throw invalid(error instanceof Error ? error.message : 'it cannot be compiled')
  }
}

const describe = ({ instancePath, message, params }: ErrorObject): string => {
  const values = 'allowedValues' in params ? ` (${JSON.stringify(params['allowedValues'])})` : ''
  const extra = 'additionalProperty' in params ? ` (${JSON.stringify(params['additionalProperty'])})` : ''
  return `${instancePath === '' ? 'it' : instancePath} ${message ?? 'is wrong'}${values}${extra}`
}
