import { describe, expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { CompanyEntity } from '../contract/contents.ts'
import { companyProperties } from './company-properties.ts'
import type { Page } from './page.ts'

/** An about page of “Marlow Pumps” with these sentences on it. */
const marlow = (text: string, language = 'en') =>
  companyProperties(
    aPage({ url: 'https://marlow-pumps.example/about', title: 'About us | Marlow Pumps', text, language }),
  )

/** Its front page, with this in its JSON-LD. */
const withItem = (item: object, more: Partial<Page> = {}) =>
  companyProperties(
    aPage({
      url: 'https://marlow-pumps.example/',
      title: 'Marlow Pumps – quiet pumps',
      structured: { jsonLd: [{ '@type': 'Organization', name: 'Marlow Pumps', ...item }] },
      ...more,
    }),
  )

describe('from JSON-LD', () => {
  test('every property has its place, and what nobody says is null', () => {
    const properties = withItem({
      description: 'Makes quiet pumps.',
      foundingDate: '2009-04-01',
      numberOfEmployees: { '@type': 'QuantitativeValue', value: 85 },
      address: {
        '@type': 'PostalAddress',
        streetAddress: '3 Weir Lane',
        addressLocality: 'Marlow',
        postalCode: 'SL7 1AA',
        addressCountry: { '@type': 'Country', name: 'GB' },
      },
    })
    expect(properties).toEqual({
      name: 'Marlow Pumps',
      foundedYear: 2009,
      description: 'Makes quiet pumps.',
      workforce: { total: 85 },
      headquarters: { address: '3 Weir Lane', city: 'Marlow', postalCode: 'SL7 1AA', country: 'GB' },
      financials: null,
      webTraffic: null,
    })
    expect(CompanyEntity.shape.properties.parse(properties)).toEqual(properties)
  })

  test('numbers may be texts, addresses may be texts, types may be addresses', () => {
    const properties = withItem({
      '@type': ['https://schema.org/Corporation'],
      numberOfEmployees: '1,200',
      address: 'Hafenstraße 12, 28217 Bremen, Germany',
      foundingDate: 1987,
    })
    expect(properties).toMatchObject({
      foundedYear: 1987,
      workforce: { total: 1200 },
      headquarters: { address: 'Hafenstraße 12', city: 'Bremen', postalCode: '28217', country: 'Germany' },
    })
  })

  test('microdata counts as much', () => {
    const microdata = [{ '@type': 'Organization', name: 'Marlow Pumps', foundingDate: '2009' }]
    expect(
      companyProperties(
        aPage({ url: 'https://marlow-pumps.example/', title: 'Pumps', structured: { microdata } }),
      ),
    ).toMatchObject({ name: 'Marlow Pumps', foundedYear: 2009 })
  })

  test('a range of employees is no number, and one of several addresses no head office', () => {
    const properties = withItem({
      numberOfEmployees: { minValue: 51, maxValue: 200 },
      address: [{ addressLocality: 'Marlow' }, { addressLocality: 'Porto' }],
    })
    expect(properties).toMatchObject({ workforce: null, headquarters: null })
  })

  test('what a reference refers to is read, also round in a circle', () => {
    const properties = companyProperties(
      aPage({
        url: 'https://marlow-pumps.example/',
        title: 'Quiet pumps',
        structured: {
          jsonLd: [
            {
              '@type': 'WebPage',
              '@id': '#page',
              mainEntity: { '@id': '#org' },
              isPartOf: { '@id': '#page' },
            },
            {
              '@type': 'Organization',
              '@id': '#org',
              name: 'Marlow',
              address: { '@id': '#there' },
              parent: { '@id': '#org' },
            },
            {
              '@type': 'PostalAddress',
              '@id': '#there',
              addressLocality: 'Marlow',
              addressCountry: { '@id': '#there' },
            },
          ],
        },
      }),
    )
    expect(properties).toMatchObject({ name: 'Marlow', headquarters: { city: 'Marlow', country: null } })
  })

  test("a directory's own organisation is not the company", () => {
    const properties = companyProperties(
      aPage({
        url: 'https://firmbook.example/company/marlow-pumps',
        title: 'Marlow Pumps: funding and people | Firmbook',
        structured: {
          jsonLd: [
            { '@type': 'Organization', name: 'Firmbook', foundingDate: '1999', numberOfEmployees: 12 },
          ],
        },
        text: 'Marlow Pumps makes pumps.\n\nWe last checked this entry in 2026. We are a team of 12 people.',
      }),
    )
    expect(properties).toMatchObject({ name: 'Marlow Pumps', foundedYear: null, workforce: null })
  })
})

describe('under labels', () => {
  test('of an English infobox', () => {
    expect(
      companyProperties(
        aPage({
          url: 'https://firmbook.example/company/marlow-pumps',
          title: 'Marlow Pumps | Firmbook',
          structured: {
            definitions: [
              { term: 'Founded', description: 'March 2009' },
              { term: 'Headquarters', description: 'Marlow, United Kingdom' },
              { term: 'Employees (2025)', description: 'about 85' },
              { term: 'Total funding', description: '$12.5M' },
              { term: 'Latest round', description: 'Series A, $9 million, May 2024' },
              { term: 'Annual revenue', description: '£4.2m (2024)' },
            ],
          },
        }),
      ),
    ).toMatchObject({
      foundedYear: 2009,
      headquarters: { address: null, city: 'Marlow', postalCode: null, country: 'United Kingdom' },
      workforce: { total: 85 },
      financials: {
        revenueAnnual: 4.2e6,
        fundingTotal: 12.5e6,
        fundingLatestRound: { name: 'Series A', date: '2024-05', amount: 9e6 },
      },
    })
  })

  test('of a German table', () => {
    const text = [
      '| Firma | Weserkran GmbH |',
      '| --- | --- |',
      '| Gegründet | 1987 |',
      '| Sitz | Bremen, Deutschland |',
      '| Mitarbeitende | über 180 |',
      '| Umsatz (2024) | 34,5 Mio. € |',
    ].join('\n')
    expect(
      companyProperties(
        aPage({
          url: 'https://weserkran.example/unternehmen',
          title: 'Weserkran – Unternehmen',
          language: 'de',
          text,
        }),
      ),
    ).toMatchObject({
      name: 'Weserkran GmbH',
      foundedYear: 1987,
      headquarters: { city: 'Bremen', country: 'Deutschland' },
      workforce: { total: 180 },
      financials: { revenueAnnual: 34.5e6, fundingTotal: null, fundingLatestRound: null },
    })
  })

  test('of French lines', () => {
    const text = [
      'Fondée en : 2016',
      'Siège social : 12 rue de la Soie, 69002 Lyon, France',
      'Effectif : 1 200 salariés',
      "Chiffre d'affaires : 58 M€",
    ].join('\n')
    expect(
      companyProperties(aPage({ url: 'https://solvanne.example/', title: 'Solvanne', language: 'fr', text })),
    ).toMatchObject({
      foundedYear: 2016,
      headquarters: { address: '12 rue de la Soie', city: 'Lyon', postalCode: '69002', country: 'France' },
      workforce: { total: 1200 },
      financials: { revenueAnnual: 58e6 },
    })
  })

  test('that stand over their values or under them, when the page shows which', () => {
    expect(marlow('Some words\n\n2009\n\nFounded\n\n85\n\nEmployees\n\nMore words')).toMatchObject({
      foundedYear: 2009,
      workforce: { total: 85 },
    })
    expect(marlow('Facts\n\nFounded\n\n2009\n\nEmployees\n\n85\n\nMore')).toMatchObject({
      foundedYear: 2009,
      workforce: { total: 85 },
    })
    expect(marlow('12\n\nEmployees\n\n85')).toMatchObject({ workforce: null })
  })

  test('of figures by year: the newest', () => {
    const table = {
      caption: 'Figures in € million',
      headers: ['', '2023', '2024'],
      rows: [
        ['Revenue', '3.1', '3.4'],
        ['Employees', '70', '85'],
      ],
    }
    expect(
      companyProperties(
        aPage({
          url: 'https://marlow-pumps.example/about',
          title: 'Marlow Pumps',
          structured: { tables: [table] },
        }),
      ),
    ).toMatchObject({ financials: { revenueAnnual: 3.4e6 } })
  })

  test('not of tables that compare several companies', () => {
    const text = '| Company | Employees |\n| --- | --- |\n| Brook Valves | 40 |\n| Marlow Pumps | 85 |'
    expect(marlow(text)).toMatchObject({ workforce: null })
  })
})

describe('the year of the foundation', () => {
  test.each([
    'Marlow Pumps was founded in 2009.',
    'Founded in 2009 by Ada Quill and Tom Reed, Marlow Pumps builds quiet pumps.',
    'Founded in Marlow in March 2009, we build quiet pumps.',
    'Ada Quill founded the company in 2009.',
    'Marlow Pumps, founded in 2009, sells in nine countries.',
    'Marlow Pumps makes pumps. It was established by two brothers in 2009.',
    'Marlow Pumps was founded in Leeds in 2009 by Ada Quill, who grew up there and studied pumps.',
    'We started in 2009 in a garage.',
    'Die Marlow Pumps GmbH wurde 2009 von Ada Quill und Tom Reed in einer Werkstatt an der Elbe gegründet.',
    'Das Unternehmen wurde 2009 in Bremen gegründet.',
    '2009 gegründet, beschäftigt Marlow Pumps heute viele Menschen.',
    '2009 gründete Ada Quill das Unternehmen in einer Garage.',
    'Seit der Gründung im Jahr 2009 bauen wir leise Pumpen.',
    "L'entreprise a été fondée à Lyon en mars 2009.",
    'Créée en 2009, Marlow Pumps conçoit des pompes.',
    'Ada Quill et Tom Reed ont fondé Marlow Pumps en 2009.',
  ])('is in “%s”', (text) => {
    expect(marlow(text).foundedYear).toBe(2009)
  })

  test.each([
    'Founded in 1890, Thames University spun out Marlow Pumps.',
    'Our customer Brook Valves was founded in 1990.',
    'Brook Valves was founded in 1990. It is our oldest rival.',
    'We founded our Porto office in 2019.',
    'Production started in 2019.',
    'Brook Valves, started in 2019 by a friend, is a rival.',
    'Ada Quill founded Brook Valves in 2001 before she joined.',
    'The company was not founded in 2009.',
    'If the company had been founded in 2009, it would be older.',
    'The Porto subsidiary was founded in 2019.',
    'Die Tochter Brook wurde 2019 gegründet.',
    'La filiale portugaise a été fondée en 2019.',
    'Marlow Pumps was founded in 2008. Marlow Pumps was founded in 2009.',
  ])('is not in “%s”', (text) => {
    expect(marlow(text).foundedYear).toBeNull()
  })
})

describe('the number of employees', () => {
  test.each([
    ['Marlow Pumps employs about 250 people.', 250],
    ['Today the company has more than 1,200 employees in nine countries.', 1200],
    ['We are a team of 40 people.', 40],
    ['With 85 employees at three sites, we are small.', 85],
    ['In 2015 we were 12 people. Today we are 85 people.', 85],
    ['Marlow Pumps employed 412 people at the end of 2025.', 412],
    ['Our headcount is 85.', 85],
    ['Sixty-four colleagues work here.', 64],
    ['There are twelve of us.', 12],
    ['Marlow Pumps Ltd is 28 people.', 28],
    ['Employees: 51–200 (about 85)', 85],
    ['Staff: 95, of whom 22 work in Porto', 95],
    ['Wir beschäftigen über 180 Mitarbeitende.', 180],
    ['Marlow Pumps beschäftigt rund 1.200 Mitarbeiterinnen und Mitarbeiter.', 1200],
    ['Heute arbeiten 85 Menschen bei uns.', 85],
    ["L'entreprise emploie environ 250 personnes.", 250],
    ['Marlow Pumps compte 1 200 collaborateurs.', 1200],
    ['Nous sommes 40 salariés.', 40],
  ])('is in “%s”', (text, total) => {
    expect(marlow(text).workforce).toEqual({ total })
  })

  test.each([
    'We hired 40 people last year.',
    'The company laid off 40 employees.',
    'Marlow Pumps plans to employ 200 people.',
    'Marlow Pumps will have 200 employees by 2028.',
    'Our pumps serve companies with 500 employees.',
    'Over 3,000 people use our pumps.',
    'The Porto plant employs 40 people.',
    'Marlow Pumps employs 40 people at its Porto plant.',
    'Brook Valves employs 300 people.',
    'We had 12 employees then.',
    'We have 50–80 employees.',
    'Employees: 51–200',
    'Employees: 51–200 (2025)',
    'Today we are 230 people in Leeds, and a dozen in Porto.',
    'Our team of five runs the pumps in Porto.',
    'We do not have 300 employees.',
    'Am Standort Bremen beschäftigen wir 40 Mitarbeitende.',
    'Wir wollen 200 Mitarbeitende beschäftigen.',
    "L'entreprise prévoit d'employer 200 salariés.",
    'We employ 85 people. Marlow Pumps has 140 employees.',
  ])('is not in “%s”', (text) => {
    expect(marlow(text).workforce).toBeNull()
  })
})

describe('the head office', () => {
  test.each([
    ['Marlow Pumps is headquartered in Bristol, United Kingdom.', 'Bristol', 'United Kingdom'],
    ['Based in Bristol, Marlow Pumps builds pumps.', 'Bristol', null],
    ['Marlow Pumps is a maker of pumps based in Bristol, UK.', 'Bristol', 'UK'],
    ['Our headquarters are in Bristol.', 'Bristol', null],
    ['Das Unternehmen mit Sitz in Bremen baut Pumpen.', 'Bremen', null],
    ['Unser Hauptsitz ist in Frankfurt am Main.', 'Frankfurt am Main', null],
    ['Basée à Lyon (France), Marlow Pumps conçoit des pompes.', 'Lyon', 'France'],
    ["L'entreprise, dont le siège est à Lyon, conçoit des pompes.", 'Lyon', null],
  ])('is in “%s”', (text, city, country) => {
    expect(marlow(text).headquarters).toEqual({ address: null, city, postalCode: null, country })
  })

  test.each([
    'We have engineers based in Porto.',
    'Our customer Brook Valves is headquartered in Leeds.',
    'Marlow Pumps was originally based in Leeds.',
    'Based in Leeds, Brook Valves is a rival.',
    'Marlow Pumps is headquartered in Leeds. Marlow Pumps is headquartered in York.',
  ])('is not in “%s”', (text) => {
    expect(marlow(text).headquarters).toBeNull()
  })
})

describe('money', () => {
  test.each([
    ['Marlow Pumps raised a $12M Series A in March 2024.', 'Series A', '2024-03', 12e6],
    [
      'In May 2024 we closed our Series B of €34 million, led by Harbour Capital.',
      'Series B',
      '2024-05',
      34e6,
    ],
    [
      'We raised £2 million in seed funding in 2021. In 2023 we raised a £9 million Series A.',
      'Series A',
      '2023',
      9e6,
    ],
    ['We raised a $12M Series A, bringing the total raised to $15M.', 'Series A', null, 12e6],
    [
      'Das Unternehmen hat im März 2024 eine Series-A-Finanzierungsrunde über 8 Mio. Euro abgeschlossen.',
      'Series A',
      '2024-03',
      8e6,
    ],
    ["En mai 2023, l'entreprise a levé 34 millions d'euros en série B.", 'Series B', '2023-05', 34e6],
    ['In October 2025 we raised €120 million from two pension funds.', null, '2025-10', 120e6],
    ["En juin 2025, l'entreprise a levé 34 millions d'euros.", null, '2025-06', 34e6],
    ['Im Juni 2025 hat das Unternehmen 34 Mio. Euro eingesammelt.', null, '2025-06', 34e6],
  ])('of the last round is in “%s”', (text, name, date, amount) => {
    expect(marlow(text).financials?.fundingLatestRound).toEqual({ name, date, amount })
  })

  test('of a table of rounds: the newest one', () => {
    const text =
      '| Round | Amount | Date |\n| --- | --- | --- |\n| Seed | €1.5M | June 2020 |\n| Series A | €9M | May 2023 |'
    expect(marlow(text).financials?.fundingLatestRound).toEqual({
      name: 'Series A',
      date: '2023-05',
      amount: 9e6,
    })
  })

  test.each([
    ['To date the company has raised $45 million.', 45e6],
    ['We raised a $12M Series A, bringing the total raised to $15M.', 15e6],
    ['Marlow Pumps has raised a total of €45 million over three rounds.', 45e6],
    ['Insgesamt hat das Unternehmen 45 Mio. Euro eingesammelt.', 45e6],
    ["Au total, l'entreprise a levé 45 millions d'euros.", 45e6],
  ])('of all funding is in “%s”', (text, total) => {
    expect(marlow(text).financials?.fundingTotal).toBe(total)
  })

  test.each([
    ['Marlow Pumps had revenue of £4.2 million in 2024.', 4.2e6],
    ['Our annual turnover is about £4.2 million.', 4.2e6],
    ['In 2023 our revenue was £3m. In 2024 our revenue was £4.2m.', 4.2e6],
    ['Der Umsatz des Unternehmens lag 2024 bei 34,5 Mio. Euro.', 34.5e6],
    ["Le chiffre d'affaires de l'entreprise s'élève à 58 millions d'euros.", 58e6],
    ["Le chiffre d'affaires 2024 s'est élevé à 12,5 M€ ; celui de 2025 n'est pas publié.", 12.5e6],
    ['Turnover in the year to 30 September 2024 was £39.2 million.', 39.2e6],
  ])('of sales is in “%s”', (text, revenue) => {
    expect(marlow(text).financials?.revenueAnnual).toBe(revenue)
  })

  test.each([
    'Marlow Pumps is in talks to raise a $40M Series C.',
    'The company has not raised a Series A.',
    'Brook Valves raised a $40M Series C in 2024.',
    'Marlow Pumps is valued at $400 million.',
    'Marlow Pumps took a loan of $5 million.',
    'In 2024 we raised prices by $5 million.',
    'Revenue grew by £3 million in 2024.',
    'Revenue in the third quarter was £3 million.',
    'Revenue from subscriptions was £3 million.',
    'Sales of pumps in Europe reached £3 billion in 2024.',
    'Marlow Pumps expects to reach revenue of £9 million.',
    'Our customers have raised $300 million in total.',
    'Der Umsatz soll auf 90 Mio. Euro steigen.',
    "L'entreprise pourrait lever 20 millions d'euros en série C.",
  ])('is not in “%s”', (text) => {
    expect(marlow(text).financials).toBeNull()
  })
})
