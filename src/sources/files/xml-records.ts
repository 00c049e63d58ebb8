import { Parser } from 'htmlparser2'

/** An element with the texts of the elements in it, by name; of several of one name the first. */
export interface XmlRecord {
  readonly name: string
  readonly fields: Readonly<Record<string, string>>
  /** True when some text was longer than allowed and left out from there on. */
  readonly cut: boolean
}

interface Options {
  /** The elements that stand for one record each; what is before the first comes as the record `''`. */
  readonly records: ReadonlySet<string>
  readonly maxFieldLength: number
}

interface OpenRecord {
  readonly name: string
  readonly depth: number
  readonly fields: Record<string, string>
  cut: boolean
}

/**
 * Reads XML of any length, record by record. Names are in lower case; an element directly in a record has the text of
 * everything in it; the address of a `link` counts as its text. Declared entities are not known, so none can grow.
 */
export async function* readXmlRecords(
  chunks: AsyncIterable<Uint8Array>,
  { records, maxFieldLength }: Options,
): AsyncGenerator<XmlRecord> {
  const ready: XmlRecord[] = []
  const path: string[] = []
  let head: Record<string, string> | null = {}
  let record: OpenRecord | null = null
  /** Of the innermost element, and of the one directly in the record. */
  let own = ''
  let whole = ''

  const parser = new Parser(
    {
      onopentag(rawName, attributes) {
        const name = rawName.toLowerCase()
        path.push(name)
        own = ''
        if (record === null) {
          if (!records.has(name)) return
          if (head) ready.push({ name: '', fields: head, cut: false })
          head = null
          record = { name, depth: path.length, fields: {}, cut: false }
          return
        }
        if (path.length === record.depth + 1) whole = ''
        if (name === 'link' && attributes.href && (attributes.rel ?? 'alternate') === 'alternate')
          record.fields.link ??= attributes.href
        if (name === 'redirect') record.fields.redirect = attributes.title ?? ''
      },
      ontext(text) {
        if (own.length + text.length <= maxFieldLength) own += text
        else if (record) record.cut = true
        if (record && whole.length + text.length <= maxFieldLength) whole += text
      },
      onclosetag(rawName) {
        const name = rawName.toLowerCase()
        path.pop()
        if (record === null) {
          if (head && own.trim() !== '') head[name] ??= own.trim()
        } else if (path.length < record.depth) {
          ready.push(record)
          record = null
        } else {
          const text = path.length === record.depth ? whole : own
          if (text.trim() !== '') record.fields[name] ??= text
        }
        own = ''
      },
    },
    { xmlMode: true },
  )
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* ready.splice(0)
  }
  parser.end()
  yield* ready.splice(0)
}
