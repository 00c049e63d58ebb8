import { AppError } from '../../contract/errors.ts'
import type { Document } from '../../documents/index.ts'
import { validate } from '../json-schema.ts'
import type {
  Filled,
  FillTask,
  Grounding,
  JsonObject,
  JsonSchema,
  Reader,
  Reading,
  Subject,
} from '../reader.ts'
import { namesInQuestion } from './answering/names.ts'
import { languageOf } from './answering/question.ts'
import { fillLeaf, type Found, type Parts, type Slot } from './filling/leaf.ts'
import { listItems } from './filling/lists.ts'
import { isRequired, itemsOf, propertiesOf, shapeOf, wordsOfName } from './filling/shape.ts'

type Needs = Pick<Reader, 'judge' | 'extract' | 'answer' | 'summarise'>

/**
 * Fills a caller's schema from sources, each value with what it rests on. What the sources do not give is null where
 * the schema allows it, an empty list or an empty text; where it wants a number, a choice or a yes or no that is not
 * there, nothing can be made and it rejects with `not_implemented`.
 */
export function createFill(needs: Needs) {
  return async function fill({ schema, request, sources }: FillTask, reading: Reading): Promise<Filled> {
    const parts: Parts = { ...needs, request, reading }
    const slot: Slot = {
      path: '',
      words: '',
      shape: shapeOf(schema, schema),
      subject: subjectOf(request, sources),
      sources,
    }
    const { value, grounding } = await fillObject(slot)
    const [problem] = validate(schema, value)
    if (problem !== undefined)
      throw new AppError('not_implemented', `The sources do not give what the schema asks for: ${problem}.`)
    return { content: value, grounding }

    async function fillObject({
      path,
      words,
      shape,
      ...about
    }: Slot): Promise<{ value: JsonObject; grounding: Grounding[] }> {
      const value: Record<string, unknown> = {}
      const grounding: Grounding[] = []
      for (const [name, place] of propertiesOf(shape.schema)) {
        reading.signal.throwIfAborted()
        const inner: Slot = {
          ...about,
          path: path === '' ? name : `${path}.${name}`,
          words: `${words} ${wordsOfName(name)}`.trim(),
          shape: shapeOf(place, schema),
        }
        const found = (await fillSlot(inner)) ?? absent(inner, isRequired(shape.schema, name))
        if (!found) continue
        value[name] = found.value
        grounding.push(...found.grounding)
      }
      return { value, grounding }
    }

    async function fillSlot(slot: Slot): Promise<Found | null> {
      if (slot.shape.type === 'array') return fillList(slot)
      if (slot.shape.type !== 'object') return fillLeaf(slot, parts)
      const object = await optional(() => fillObject(slot))
      return object && object.grounding.length > 0 ? object : null
    }

    /** Lists of objects are found where sources list things; each may bring values, and what it lacks is looked for. */
    async function fillList(slot: Slot): Promise<Found | null> {
      const item = shapeOf(itemsOf(slot.shape.schema), schema)
      const value: unknown[] = []
      const grounding: Grounding[] = []
      // What the list is of, the list says, or else its items.
      const described = { ...item, schema: { ...item.schema, ...descriptionIn(slot.shape.schema) } }
      for (const listed of await listItems({ ...slot, shape: described }, parts, schema)) {
        const path = `${slot.path}[${value.length}]`
        const found =
          'value' in listed
            ? { value: listed.value, grounding: [{ field: path, ...listed.ground }] }
            : await optional(() => fillListed(path, listed, item))
        if (!found) continue
        value.push(found.value)
        grounding.push(...found.grounding)
      }
      return value.length > 0 ? { value, grounding } : null
    }

    async function fillListed(
      path: string,
      { known, subject, sources: own }: Listed,
      item: Slot['shape'],
    ): Promise<Found> {
      const value: Record<string, unknown> = {}
      const grounding: Grounding[] = []
      for (const [name, place] of propertiesOf(item.schema)) {
        const inner: Slot = {
          path: `${path}.${name}`,
          words: wordsOfName(name),
          shape: shapeOf(place, schema),
          subject,
          sources: own,
        }
        const here = known.get(name)
        const found = here
          ? { value: here.value, grounding: [{ field: inner.path, ...here.ground }] }
          : ((own.length > 0 ? await fillSlot(inner) : null) ?? absent(inner, isRequired(item.schema, name)))
        if (!found) continue
        value[name] = found.value
        grounding.push(...found.grounding)
      }
      return { value, grounding }
    }
  }
}

const descriptionIn = ({ description }: JsonSchema) =>
  typeof description === 'string' ? { description } : {}

type Listed = Extract<Awaited<ReturnType<typeof listItems>>[number], { known: unknown }>

/** What stands where nothing was found. Null: the place is left out. */
function absent({ path, shape: { type, nullable } }: Slot, required: boolean): Found | null {
  if (nullable) return { value: null, grounding: [] }
  if (type === 'array') return { value: [], grounding: [] }
  if (!required) return null
  if (type === 'string' || type === 'anything') return { value: '', grounding: [] }
  throw new AppError('not_implemented', `The sources do not give "${path}", which the schema requires.`, {
    details: { field: path },
  })
}

/** An object that lacks something it must have is none; whoever holds it may do without. */
async function optional<T>(make: () => Promise<T>): Promise<T | null> {
  try {
    return await make()
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_implemented') return null
    throw error
  }
}

/** Whom a request is about: whom it names, or whom the only page is about. */
function subjectOf(request: string, sources: readonly Document[]): Subject {
  const [name] = namesInQuestion(request, languageOf(request))
  if (name !== undefined) return { name }
  return sources.length === 1 ? { url: sources[0]?.url } : {}
}
