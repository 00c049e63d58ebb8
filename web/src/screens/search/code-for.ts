export const languages = ['curl', 'exa-js', 'Python'] as const
export type Language = (typeof languages)[number]

/** The same request in another language. Keys are left to the reader: none is ever shown. */
export function codeFor(
  language: Language,
  path: string,
  body: Record<string, unknown>,
  origin: string,
): string {
  if (language === 'curl')
    return [
      `curl ${origin}${path} \\`,
      `  -H "x-api-key: $WINNOW_API_KEY" -H "content-type: application/json" \\`,
      `  -d '${JSON.stringify(body).replaceAll("'", String.raw`'\''`)}'`,
    ].join('\n')
  const { query, url, ...options } = body
  const subject = JSON.stringify(query ?? url)
  if (language === 'exa-js') {
    const method = { '/answer': 'answer', '/findSimilar': 'findSimilar' }[path] ?? 'search'
    const rest = Object.keys(options).length > 0 ? `, ${JSON.stringify(options, null, 2)}` : ''
    return [
      `import Exa from 'exa-js'`,
      '',
      `const exa = new Exa(process.env.WINNOW_API_KEY, '${origin}')`,
      `const found = await exa.${method}(${subject}${rest})`,
    ].join('\n')
  }
  const method = { '/answer': 'answer', '/findSimilar': 'find_similar' }[path] ?? 'search'
  const lines = Object.entries(options).map(([name, value]) => `    ${snake(name)}=${python(value)},`)
  return [
    'import os',
    'from exa_py import Exa',
    '',
    `exa = Exa(os.environ["WINNOW_API_KEY"], base_url="${origin}")`,
    `found = exa.${method}(`,
    `    ${subject},`,
    ...lines,
    ')',
  ].join('\n')
}

const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A JSON value as a Python literal. */
function python(value: unknown): string {
  if (value === null || value === undefined) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (Array.isArray(value)) return `[${value.map(python).join(', ')}]`
  if (typeof value === 'object')
    return `{${Object.entries(value)
      .map(([name, inner]) => `"${snake(name)}": ${python(inner)}`)
      .join(', ')}}`
  return JSON.stringify(value)
}
