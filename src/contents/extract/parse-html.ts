import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes } from 'parse5'

export interface HtmlLimits {
  readonly maxNodes: number
  readonly maxDepth: number
}

/** Ten times what heavy pages need. */
export const htmlLimits: HtmlLimits = { maxNodes: 150_000, maxDepth: 1000 }

const limitReached = Symbol('limit reached')

/**
 * Builds the tree a browser would build. A page that exceeds a limit is cut there: what was parsed so far is
 * the page, and `truncated` says so.
 */
export function parseHtml(
  html: string,
  limits: HtmlLimits = htmlLimits,
): { document: DefaultTreeAdapterTypes.Document; truncated: boolean } {
  let document = defaultTreeAdapter.createDocument()
  let nodes = 0
  let depth = 0
  try {
    parse(html, {
      // Without scripts, as we read it: what a page offers in noscript is part of it.
      scriptingEnabled: false,
      treeAdapter: {
        ...defaultTreeAdapter,
        createDocument: () => (document = defaultTreeAdapter.createDocument()),
        createElement: (...args) => {
          if (++nodes > limits.maxNodes) throw limitReached
          return defaultTreeAdapter.createElement(...args)
        },
        createTextNode: (value) => {
          if (++nodes > limits.maxNodes) throw limitReached
          return defaultTreeAdapter.createTextNode(value)
        },
        onItemPush: () => {
          if (++depth > limits.maxDepth) throw limitReached
        },
        onItemPop: () => {
          depth--
        },
      },
    })
  } catch (error) {
    if (error !== limitReached) throw error
    return { document, truncated: true }
  }
  return { document, truncated: false }
}
