import { html, raw } from 'hono/html'
import type { OpenApiDocument, OpenApiOperation } from './openapi.ts'

type Html = ReturnType<typeof html>

/** The API as a page to read: no script, no request to anywhere. */
export function docsPage(document: OpenApiDocument): Html {
  const groups = new Map<string, Html[]>()
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      const tag = operation.tags[0] ?? ''
      groups.set(tag, [...(groups.get(tag) ?? []), section(method, path, operation)])
    }
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Winnow API</title>
        <style>
          ${raw(style)}
        </style>
      </head>
      <body>
        <main>
          <h1>Winnow API <small>${document.info.version}</small></h1>
          <p>${document.info.description}</p>
          <p>
            Send your key as <code>x-api-key</code> or as <code>Authorization: Bearer</code>. The same for
            machines: <a href="/openapi.json">/openapi.json</a>.
          </p>
          <nav>${[...groups.keys()].map((tag) => html`<a href="#${tag}">${tag}</a> `)}</nav>
          ${[...groups].map(
            ([tag, sections]) =>
              html`<h2 id="${tag}">${tag}</h2>
                ${sections}`,
          )}
        </main>
      </body>
    </html>`
}

function section(method: string, path: string, operation: OpenApiOperation): Html {
  const body = operation.requestBody?.content['application/json']?.schema
  const required = new Set(body?.required)
  const fields = [
    ...operation.parameters.map(({ name, in: where, required, schema }) =>
      field(name, where, required, schema),
    ),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) =>
      field(name, 'body', required.has(name), schema),
    ),
  ]
  return html`<section id="${operation.operationId}">
    <h3><span class="method">${method.toUpperCase()}</span> <code>${path}</code></h3>
    <p>${operation.summary}</p>
    ${
      fields.length > 0 &&
      html`<table>
        <tr>
          <th>Field</th>
          <th>In</th>
          <th>Type</th>
          <th>About</th>
        </tr>
        ${fields}
      </table>`
    }
  </section>`
}

function field(name: string, where: string, required: boolean, schema: unknown): Html {
  const { description, ...type } = schema as { description?: string }
  return html`<tr>
    <td><code>${name}</code>${required ? ' *' : ''}</td>
    <td>${where}</td>
    <td><code>${typeName(type)}</code></td>
    <td>${description ?? ''}</td>
  </tr>`
}

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** A JSON Schema in the few words that fit a table. */
function typeName(schema: unknown): string {
  const { type, anyOf, items, enum: values, format, default: preset } = schema as Record<string, unknown>
  const name = Array.isArray(values)
    ? values.map((value) => JSON.stringify(value)).join(' | ')
    : Array.isArray(anyOf)
      ? anyOf.map(typeName).join(' | ')
      : type === 'array'
        ? `${typeName(items ?? {})}[]`
        : (asText(format) ?? asText(type) ?? 'any')
  return preset === undefined ? name : `${name} = ${JSON.stringify(preset)}`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { margin: 0 }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem }
h1 small { font-weight: normal; opacity: .6 }
h2 { margin-top: 2.5rem; border-bottom: 1px solid #8884 }
h3 { margin-bottom: 0; font-size: 1rem }
.method { display: inline-block; min-width: 4.5em; font-size: .8rem; font-weight: 700; color: light-dark(#0a6847, #5fd3a2) }
code { font: .9em ui-monospace, monospace }
table { border-collapse: collapse; width: 100%; font-size: .9rem }
th, td { text-align: left; vertical-align: top; padding: .25rem .75rem .25rem 0; border-bottom: 1px solid #8883 }
`
