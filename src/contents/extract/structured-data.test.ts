import { expect, test } from 'vitest'
import { extractHtml } from './extract-html.ts'
import { parseJsonLd } from './json-ld.ts'

test.each([
  ['a list', '[{"@type":"A"},{"@type":"B"}]'],
  ['a graph', '{"@context":"https://schema.org","@graph":[{"@type":"A"},{"@type":"B"}]}'],
  ['a comment around it', '<!-- [{"@type":"A"},{"@type":"B"}] -->'],
  ['CDATA around it', '//<![CDATA[\n[{"@type":"A"},{"@type":"B"}]\n//]]>'],
  ['a semicolon after it', '[{"@type":"A"},{"@type":"B"}];'],
])('JSON-LD in %s', (_name, script) => {
  expect(parseJsonLd(script)).toEqual([{ '@type': 'A' }, { '@type': 'B' }])
})

test('a raw line break in a string is forgiven, what is broken is left out', () => {
  expect(parseJsonLd('{"@type":"A","text":"one\ntwo"}')).toEqual([{ '@type': 'A', text: 'one two' }])
  expect(parseJsonLd('{"@type":')).toEqual([])
  expect(parseJsonLd('42')).toEqual([])
})

test('microdata is read as items with types, values and items inside', () => {
  const body = `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Widget</h1>
    <meta itemprop="sku" content="W-1"><span itemprop="color">red</span><span itemprop="color">blue</span>
    <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="9.90">€ 9.90</span>
    <a itemprop="url" href="/buy">Buy</a></div></div>`
  expect(extractHtml({ url: 'https://a.example/', body }).structured.microdata).toEqual([
    {
      '@type': 'Product',
      name: 'Widget',
      sku: 'W-1',
      color: ['red', 'blue'],
      offers: { '@type': 'Offer', price: '9.90', url: '/buy' },
    },
  ])
})
