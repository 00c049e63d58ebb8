import { describe, expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { categories, categoryFilter, type Category } from './category.ts'
import { classify } from './classify.ts'

type Parts = Parameters<typeof aPage>[0]
const examples: [Category, string, Parts][] = [
  [
    'company',
    'a front page that speaks as we',
    {
      url: 'https://marlow-pumps.example/',
      title: 'Marlow Pumps – quiet pumps',
      text: '# Quiet pumps\n\nWe build pumps that nobody hears. Our customers run aquariums and hospitals.',
    },
  ],
  [
    'company',
    'a German page about the company',
    {
      url: 'https://www.weserkran.example/de/unternehmen/',
      title: 'Unternehmen – Weserkran GmbH',
      language: 'de',
      text: '# Über uns\n\nDie Weserkran GmbH wurde 1987 in Bremen gegründet. Wir bauen Kräne für kleine Häfen.',
    },
  ],
  [
    'company',
    'a French page about the company',
    {
      url: 'https://solvanne.example/entreprise',
      title: "L'entreprise – Solvanne",
      language: 'fr',
      text: "# L'entreprise\n\nSolvanne a été fondée en 2016 à Lyon. Nous concevons des vannes solaires pour nos clients.",
    },
  ],
  [
    'company',
    'an entry in a directory',
    {
      url: 'https://firmbook.example/company/marlow-pumps',
      title: 'Marlow Pumps | Firmbook',
      structured: {
        tables: [
          {
            headers: [],
            rows: [
              ['Founded', '2009'],
              ['Employees', '85'],
            ],
          },
        ],
      },
    },
  ],
  [
    'company',
    'what JSON-LD says it is about',
    {
      url: 'https://marlow-pumps.example/en/',
      title: 'Marlow Pumps',
      structured: { jsonLd: [{ '@type': 'https://schema.org/Corporation', name: 'Marlow Pumps' }] },
    },
  ],
  [
    'people',
    'a profile on the site of an institute',
    {
      url: 'https://institute.example/people/rosa-lindqvist',
      title: 'Dr Rosa Lindqvist | Institute',
      text: '# Dr Rosa Lindqvist\n\nProfessor of Glaciology\n\nShe joined the institute in 2014.',
    },
  ],
  [
    'people',
    'a profile page by its JSON-LD',
    {
      url: 'https://network.example/in/rl',
      title: 'Rosa Lindqvist – Glaciologist',
      structured: {
        jsonLd: [{ '@type': 'ProfilePage', mainEntity: { '@type': 'Person', name: 'Rosa Lindqvist' } }],
      },
    },
  ],
  [
    'personal site',
    "somebody's own front page",
    {
      url: 'https://rosalindqvist.example/',
      title: 'Rosa Lindqvist',
      text: "# Hello\n\nI'm a glaciologist in Umeå and I write about ice.",
    },
  ],
  [
    'article',
    "a post on somebody's own site",
    {
      url: 'https://rosalindqvist.example/posts/blue-ice',
      title: 'Blue ice – Rosa Lindqvist',
      text: 'I write this from a tent.',
      publishedAt: new Date('2026-01-02'),
    },
  ],
  [
    'publication',
    'a paper by its citation tags',
    {
      url: 'https://papers.example/12345',
      title: 'Blue ice at low pressure',
      structured: { meta: { Citation_Title: 'Blue ice at low pressure', citation_doi: '10.1234/ice.5' } },
    },
  ],
  [
    'publication',
    'a paper by its words alone',
    {
      url: 'https://rosalindqvist.example/files/blue-ice.pdf',
      contentType: 'application/pdf',
      title: 'Blue ice at low pressure',
      text: 'Rosa Lindqvist\n\nAbstract\n\nIce turns blue.\n\nKeywords: ice, colour\n\ndoi 10.1234/ice.5\n\nReferences',
    },
  ],
  [
    'news',
    'a report with its dateline',
    {
      url: 'https://www.portherald.example/2026/03/05/marlow',
      title: 'Marlow Pumps opens plant in Porto',
      text: 'PORTO, 5 March 2026 – Marlow Pumps opened a plant on Thursday, a spokeswoman said. According to the mayor it is the first in ten years.',
      publishedAt: new Date('2026-03-05'),
    },
  ],
  [
    'news',
    'a German report by its JSON-LD',
    {
      url: 'https://www.wesertagblatt.example/wirtschaft/kran',
      title: 'Kranbauer zieht um',
      language: 'de',
      structured: { jsonLd: [{ '@type': ['Article', 'NewsArticle'], headline: 'Kranbauer zieht um' }] },
    },
  ],
  [
    'article',
    'a blog post',
    {
      url: 'https://marlow-pumps.example/blog/why-pumps-hum',
      title: 'Why pumps hum',
      structured: { openGraph: { 'og:type': 'article' } },
      text: 'By Ada Quill, 3 May 2025\n\nA pump hums because its blades pass the outlet.',
    },
  ],
  [
    'documentation',
    'a reference with code',
    {
      url: 'https://docs.quietdb.example/reference/configuration',
      title: 'Configuration reference – QuietDB',
      text: 'Set the default value in the configuration file.',
      details: { codeBlocks: ['cache = 12', 'path = "/var"'] },
    },
  ],
  [
    'code',
    'a repository',
    {
      url: 'https://code.gitmeadow.example/quietdb/quietdb',
      title: 'quietdb/quietdb: an embedded database',
      text: 'README\n\n214 commits\n\n3 branches\n\nLicense: MIT',
    },
  ],
  [
    'financial report',
    'an annual report',
    {
      url: 'https://marlow-pumps.example/files/annual-report-2025.pdf',
      contentType: 'application/pdf',
      title: 'Annual Report 2025',
      text: 'Income statement\n\nBalance sheet\n\nCash flow\n\nNet profit rose to £1.2 million.',
    },
  ],
  [
    'financial report',
    'a German annual report',
    {
      url: 'https://www.weserkran.example/files/geschaeftsbericht-2024.pdf',
      title: 'Geschäftsbericht 2024',
      language: 'de',
    },
  ],
  [
    'forum',
    'a thread',
    {
      url: 'https://forum.pumpfolk.example/viewtopic.php?t=44',
      title: 'Pump hums at night',
      text: 'Posted by ada. 12 replies. Last post yesterday. Quote',
    },
  ],
  [
    'product',
    'something to buy',
    {
      url: 'https://marlow-pumps.example/products/m-12',
      title: 'M-12 pump – Marlow Pumps',
      structured: { jsonLd: [{ '@type': 'Product', name: 'M-12', offers: { price: '99' } }] },
      text: '£99. In stock. Add to cart',
    },
  ],
  [
    'listing',
    'a list of companies',
    { url: 'https://firmbook.example/companies', title: 'All companies – Firmbook' },
  ],
  [
    'event',
    'a conference',
    {
      url: 'https://pumpweek.example/',
      title: 'Pump Week 2026 – Ghent',
      text: 'Register now. Speakers, programme and venue: see below. Early bird tickets until May.',
    },
  ],
  ['social post', 'a post', { url: 'https://chirp.example/ada/status/1765432109876', title: 'ada on Chirp' }],
]

test.each(examples)('%s: %s', (category, _, parts) => {
  const found = classify(aPage(parts))
  expect(found).toMatchObject({ category })
  expect(found.confidence).toBeGreaterThan(0.4)
  expect(found.confidence).toBeLessThan(1)
  expect(found.why.length).toBeGreaterThan(0)
})

test('every category has an example', () => {
  expect(new Set(examples.map(([category]) => category))).toEqual(new Set(categories))
})

describe('no category', () => {
  test.each([
    ['an empty page', {}],
    [
      'a contact page',
      {
        url: 'https://marlow-pumps.example/contact',
        title: 'Contact – Marlow Pumps',
        text: 'We are in Marlow.',
      },
    ],
    [
      'a legal notice',
      { url: 'https://www.weserkran.example/impressum', title: 'Impressum – Weserkran GmbH', language: 'de' },
    ],
    ['a missing page', { url: 'https://marlow-pumps.example/blog/x', title: '404 Not found' }],
    [
      'a university',
      { url: 'https://thames.example/', title: 'Thames University', text: 'We teach. Our students learn.' },
    ],
    ['not even an address', { url: 'nonsense', title: 'Nonsense' }],
  ] satisfies [string, Parts][])('for %s', (_, parts) => {
    expect(classify(aPage(parts)).category).toBeNull()
  })

  test('when as much speaks for one as for another', () => {
    const torn = classify(
      aPage({
        url: 'https://site.example/x',
        structured: { jsonLd: [{ '@type': 'Event' }, { '@type': 'QAPage' }, { '@type': 'BlogPosting' }] },
      }),
    )
    expect(torn.category === null || torn.confidence < 0.5).toBe(true)
  })
})

describe('what a request for a category means', () => {
  test.each([
    ['company', { categories: ['company'] }],
    ['Research Paper', { categories: ['publication'] }],
    ['publication', { categories: ['publication'] }],
    [' people ', { categories: ['people', 'personal site'] }],
    ['linkedin profile', { categories: ['people', 'personal site'] }],
    ['github', { categories: ['code'] }],
    ['tweet', { categories: ['social post'] }],
    ['pdf', { contentType: 'application/pdf' }],
    ['gardening', null],
    ['__proto__', null],
    ['constructor', null],
  ])('%s', (requested, filter) => {
    expect(categoryFilter(requested)).toEqual(filter)
  })
})
