import type { Box, Segmented } from './blocks.ts'
import { attribute, isElement, isText, rawText, resolveUrl, type DomElement, type DomText } from './dom.ts'

/** The main content as a small tree of plain HTML: no classes, no scripts, no wrappers, absolute addresses. */
export type CleanNode = string | CleanElement

export interface CleanElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly CleanNode[]
}

/** Elements that hold running text themselves; loose text anywhere else becomes a paragraph. */
const textHosts = new Set('p h1 h2 h3 h4 h5 h6 li td th dt dd figcaption caption summary'.split(' '))
const keptBlocks = new Set([
  ...textHosts,
  ...'ul ol dl table thead tbody tfoot tr blockquote figure details'.split(' '),
])
const keptInline = new Set(
  'a strong b em i code sub sup mark del s u q cite abbr time small kbd var samp'.split(' '),
)
const transparentInline = new Set(
  'span font bdi bdo label wbr big tt ins data dfn ruby rt rp nobr acronym slot picture'.split(' '),
)
const gone = new Set(
  'script style template svg iframe object embed select head textarea math canvas audio video datalist link meta title'.split(
    ' ',
  ),
)

/** Words with at least this share of a table kept: the rest of its cells belong to it. */
const coherentShare = 0.5

export interface Kept {
  readonly nodes: ReadonlySet<DomText>
  /** Words kept inside each element. */
  readonly words: ReadonlyMap<DomElement, number>
  /** All words inside each element. */
  readonly total: ReadonlyMap<DomElement, number>
}

/** What the chosen blocks amount to, element by element. */
export function keep({ blocks, boxes }: Segmented, chosen: (index: number) => boolean): Kept {
  const nodes = new Set<DomText>()
  const words = new Map<DomElement, number>()
  for (const block of blocks) {
    if (!chosen(block.index)) continue
    for (const node of block.nodes) nodes.add(node)
    for (let box: Box | null = block.inner; box; box = box.parent) {
      words.set(box.element, (words.get(box.element) ?? 0) + block.words)
    }
  }
  return { nodes, words, total: new Map(boxes.map((box) => [box.element, box.words])) }
}

/** Rebuilds the body with nothing but what is kept. */
export function cleanTree(body: DomElement, kept: Kept, base: string): CleanNode[] {
  return flow(body, false, null)

  /** Children of an element that holds blocks: loose text between them becomes paragraphs. */
  function flow(element: DomElement, whole: boolean, href: string | null): CleanNode[] {
    const out: CleanNode[] = []
    let run: CleanNode[] = []
    let link = href
    const hosts = textHosts.has(element.tagName)
    const flush = (): void => {
      const trimmed = trimRun(run)
      run = []
      if (trimmed.length === 0) return
      // A card is one link around blocks; its first text carries it.
      const linked = link && hasText(trimmed) ? [node('a', trimmed, { href: link })] : trimmed
      if (linked !== trimmed) link = null
      if (hosts || trimmed.every((child) => typeof child !== 'string' && child.tag === 'img'))
        out.push(...linked)
      else out.push(node('p', linked))
    }
    for (const child of element.childNodes) {
      if (isText(child)) {
        if (whole || kept.nodes.has(child) || !/\S/.test(child.value)) run.push(child.value)
      } else if (isElement(child) && !gone.has(child.tagName)) {
        if (isPhrase(child)) run.push(...phrase(child, whole))
        else if (child.tagName === 'br') {
          if (hosts && run.length > 0) run.push(node('br', []))
          else flush()
        } else if (whole || (kept.words.get(child) ?? 0) > 0 || holdsImage(child)) {
          flush()
          out.push(...block(child, whole, link))
          if ((kept.words.get(child) ?? 0) > 0) link = null
        }
      }
    }
    flush()
    return out
  }

  function block(element: DomElement, whole: boolean, href: string | null): CleanNode[] {
    const tag = element.tagName
    if (tag === 'pre') return codeBlock(element)
    if (tag === 'a') return flow(element, whole, resolveUrl(attribute(element, 'href'), base))
    if (tag === 'hr') return []
    const coherent = whole || (tag === 'table' && isCoherent(element))
    const children = flow(element, coherent, href)
    // An empty cell keeps the others of its row under their heads.
    if (children.length === 0 && !(whole && isCell(tag))) return []
    if (tag === 'tr' && !hasContent(children)) return []
    if (!keptBlocks.has(tag)) return children
    const attributes: Record<string, string> = {}
    for (const name of ['colspan', 'rowspan', 'start']) {
      const value = attribute(element, name)
      if (value && /^\d{1,3}$/.test(value)) attributes[name] = value
    }
    return [node(tag, children, attributes)]
  }

  function phrase(element: DomElement, whole: boolean): CleanNode[] {
    const tag = element.tagName
    if (tag === 'img') return image(element)
    const children: CleanNode[] = []
    for (const child of element.childNodes) {
      if (isText(child)) {
        if (whole || kept.nodes.has(child)) children.push(child.value)
      } else if (isElement(child) && !gone.has(child.tagName)) {
        if (child.tagName === 'br') children.push(' ')
        else children.push(...phrase(child, whole))
      }
    }
    if (tag === 'a') {
      const href = resolveUrl(attribute(element, 'href'), base)
      // Two links side by side are two words to the eye.
      if (!hasText(children)) return children
      return href ? [' ', node('a', children, { href }), ' '] : [' ', ...children, ' ']
    }
    return keptInline.has(tag) && hasText(children) ? [node(tag, children)] : children
  }

  function codeBlock(element: DomElement): CleanNode[] {
    if (!kept.words.get(element)) return []
    const code = rawText(element).replace(/^\n+|\s+$/g, '')
    const language = languageOf(element)
    return [node('pre', [node('code', [code], language ? { class: `language-${language}` } : {})])]
  }

  /** An image belongs to the content when text right around it does. */
  function image(element: DomElement): CleanNode[] {
    let around = element.parentNode
    let near = false
    for (let step = 0; step < 3 && around && around !== body && 'parentNode' in around; step++) {
      near ||= (kept.words.get(around) ?? 0) > 0
      around = around.parentNode
    }
    if (!near) return []
    const src = imageSource(element, base)
    return src ? [node('img', [], { src, alt: attribute(element, 'alt') ?? '' })] : []
  }

  function isCoherent(table: DomElement): boolean {
    return (kept.words.get(table) ?? 0) >= coherentShare * (kept.total.get(table) ?? Infinity)
  }
}

export const node = (
  tag: string,
  children: readonly CleanNode[],
  attributes: Readonly<Record<string, string>> = {},
): CleanElement => ({ tag, attributes, children })

export const hasText = (nodes: readonly CleanNode[]): boolean =>
  nodes.some((child) => (typeof child === 'string' ? /\S/.test(child) : hasText(child.children)))

const isCell = (tag: string): boolean => tag === 'td' || tag === 'th'

const hasContent = (nodes: readonly CleanNode[]): boolean =>
  nodes.some((child) =>
    typeof child === 'string' ? /\S/.test(child) : child.tag === 'img' || hasContent(child.children),
  )

/** Inline all the way down; a link around blocks is a block. */
function isPhrase(element: DomElement): boolean {
  const tag = element.tagName
  if (tag === 'img') return true
  if (!keptInline.has(tag) && !transparentInline.has(tag)) return isCustomInline(element)
  return element.childNodes.every((child) => !isElement(child) || child.tagName === 'br' || isPhrase(child))
}

const isCustomInline = (element: DomElement): boolean =>
  element.tagName.includes('-') && element.childNodes.every((child) => !isElement(child) || isPhrase(child))

const holdsImage = (element: DomElement): boolean =>
  element.tagName === 'figure' || element.tagName === 'picture' || onlyImage(element) !== null

function trimRun(run: readonly CleanNode[]): CleanNode[] {
  let from = 0
  let to = run.length
  const isBlank = (child: CleanNode | undefined): boolean =>
    typeof child === 'string' ? !/\S/.test(child) : child?.tag === 'br'
  while (from < to && isBlank(run[from])) from++
  while (to > from && isBlank(run[to - 1])) to--
  return run.slice(from, to)
}

function onlyImage(element: DomElement): DomElement | null {
  let at: DomElement = element
  for (let depth = 0; depth < 4; depth++) {
    const children = at.childNodes.filter(
      (child) => isElement(child) || (isText(child) && /\S/.test(child.value)),
    )
    const [only] = children
    if (children.length !== 1 || !only || !isElement(only)) return null
    if (only.tagName === 'img') return only
    at = only
  }
  return null
}

/** The address of an image, also where it is loaded late. Null for tracking pixels and inline data. */
export function imageSource(element: DomElement, base: string): string | null {
  const size = [attribute(element, 'width'), attribute(element, 'height')]
  if (size.some((value) => value !== null && Number(value) <= 2)) return null
  for (const name of ['src', 'data-src', 'data-lazy-src', 'data-original']) {
    const url = resolveUrl(attribute(element, name), base)
    if (url) return url
  }
  const set = attribute(element, 'srcset') ?? attribute(element, 'data-srcset') ?? ''
  return resolveUrl(set.trim().split(/[\s,]/, 1)[0] ?? null, base)
}

function languageOf(element: DomElement): string | null {
  const inner = element.childNodes.find(isElement)
  for (const around of [inner, element, element.parentNode as DomElement | null]) {
    if (!around?.attrs) continue
    const names = `${attribute(around, 'class') ?? ''} ${attribute(around, 'data-language') ?? ''}`
    const found = /(?:^|\s)(?:language-|lang-|highlight-(?:source-)?|brush:\s*)([a-z0-9+#-]{1,20})/i.exec(
      names,
    )
    if (found?.[1]) return found[1].toLowerCase()
  }
  return null
}
