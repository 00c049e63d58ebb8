import type { Document } from '../../../documents/index.ts'
import type { Reading, Span, Subject } from '../../reader.ts'
import { guessLanguage } from '../judge/language.ts'
import { glossText, type Glossed } from './gloss-text.ts'
import { glossedLanguages, type GlossedLanguage } from './word-list.ts'

interface Task {
  readonly subject: Subject
  readonly sources: readonly Document[]
}
interface Result {
  readonly spans: readonly Span[]
  readonly reasoning: string
}

interface Way<T, R> {
  /** What is asked; pages are put into English for what is asked in English alone. */
  readonly asked: (task: T) => string
  /** Whether a result tells nothing. */
  readonly isOpen: (result: R) => boolean
}

/**
 * Has pages in other languages read as they are and then, where that tells nothing, in rough English: rules and model know
 * that best. What they quote is given as it stands on the page.
 */
export function inEnglish<T extends Task, R extends Result>(
  read: (task: T, reading: Reading) => Promise<R>,
  { asked, isOpen }: Way<T, R>,
): (task: T, reading: Reading) => Promise<R> {
  return async (task, reading) => {
    const asItIs = await read(task, reading)
    if (!isOpen(asItIs) || (guessLanguage(asked(task)) ?? 'en') !== 'en') return asItIs
    const rough = new Map<string, { readonly original: Document; readonly glossed: Glossed }>()
    const sources = task.sources.map((source) => {
      const language = languageOf(source)
      if (language === null) return source
      const { document, glossed } = inRoughEnglish(source, language, task.subject)
      rough.set(source.id, { original: source, glossed })
      return document
    })
    if (rough.size === 0) return asItIs
    const result = await read({ ...task, sources }, reading)
    return { ...result, spans: result.spans.map(asItStands) }

    function asItStands(span: Span): Span {
      const { original, glossed } = rough.get(span.documentId) ?? {}
      if (!original || !glossed) return span
      const { start, end } = glossed.origin(span.start, span.end)
      return { ...span, start, end, quote: original.text.slice(start, end) }
    }
  }
}

const languageOf = ({ language, text }: Document): GlossedLanguage | null =>
  glossedLanguage(language ?? guessLanguage(text))

const glossedLanguage = (language: string | null): GlossedLanguage | null =>
  glossedLanguages.find((known) => language?.startsWith(known)) ?? null

/** A few words of a page as the model can read them; null where nobody can put them into English. */
export function roughly(text: string, language: string | null, name = ''): string | null {
  if ((language ?? 'en').startsWith('en')) return text
  const known = glossedLanguage(language)
  return known && glossText(text, known, [name]).text
}

interface Rough {
  readonly document: Document
  readonly glossed: Glossed
}
const kept = new WeakMap<Document, Map<string, Rough>>()

/** A page in rough English, made once for each subject: its names stay what they are. */
function inRoughEnglish(source: Document, language: GlossedLanguage, { name = '' }: Subject): Rough {
  const made = kept.get(source) ?? new Map<string, Rough>()
  kept.set(source, made)
  const known = made.get(name)
  if (known) return known
  const names = [name, ...name.split(/[\s,()]+/).filter((part) => /^\p{Lu}.{3,}/u.test(part))]
  const glossed = glossText(source.text, language, names)
  const rough = {
    glossed,
    document: {
      ...source,
      text: glossed.text,
      title: source.title === null ? null : glossText(source.title, language, names).text,
      // English, made from another language: of a private kind, with the country if the page tells it.
      language: `en-x-${source.language ?? language}`,
    },
  }
  made.set(name, rough)
  return rough
}
