import { describe, expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { PersonEntity } from '../contract/contents.ts'
import { personProperties } from './person-properties.ts'

/** A staff page of “Rosa Lindqvist” with this text on it. */
const rosa = (text: string, language = 'en') =>
  personProperties(
    aPage({
      url: 'https://institute.example/people/rosa-lindqvist',
      title: 'Rosa Lindqvist | Institute',
      text,
      language,
    }),
  )

/** What she does, by the line under her name. */
const under = (section: string) =>
  personProperties(
    aPage({
      url: `https://nordic-institute.example/${section}/rosa-lindqvist`,
      title: 'Rosa Lindqvist | Nordic Institute',
      text: '# Dr Rosa Lindqvist\n\nProfessor of Glaciology\n\nShe likes ice.',
    }),
  ).workHistory

const jobs = (text: string) =>
  rosa(text).workHistory.map(({ title, company, dates }) => [title, company?.name, dates?.from, dates?.to])
const studies = (text: string) =>
  rosa(text).educationHistory.map(({ degree, institution, dates }) => [degree, institution?.name, dates?.to])

test('JSON-LD fills everything that it says', () => {
  const properties = personProperties(
    aPage({
      url: 'https://institute.example/staff/42',
      title: 'Dr Rosa Lindqvist',
      structured: {
        jsonLd: [
          { '@type': 'ProfilePage', mainEntity: { '@id': '#rosa' } },
          {
            '@type': 'Person',
            '@id': '#rosa',
            name: 'Rosa Lindqvist',
            givenName: 'Rosa',
            familyName: 'Lindqvist',
            jobTitle: 'Professor of Glaciology',
            worksFor: { '@type': 'Organization', name: 'Nordic Institute' },
            alumniOf: [{ '@type': 'CollegeOrUniversity', name: 'Uppsala University' }, 'Lund University'],
            address: { '@type': 'PostalAddress', addressLocality: 'Umeå', addressCountry: 'SE' },
          },
          { '@type': 'Person', name: 'Somebody Else', jobTitle: 'Editor' },
        ],
      },
    }),
  )
  expect(properties).toEqual({
    name: 'Rosa Lindqvist',
    firstName: 'Rosa',
    lastName: 'Lindqvist',
    location: 'Umeå, SE',
    workHistory: [
      {
        title: 'Professor of Glaciology',
        location: null,
        dates: null,
        company: { id: null, name: 'Nordic Institute' },
      },
    ],
    educationHistory: [
      { degree: null, dates: null, institution: { id: null, name: 'Uppsala University' } },
      { degree: null, dates: null, institution: { id: null, name: 'Lund University' } },
    ],
  })
  expect(PersonEntity.shape.properties.parse(properties)).toEqual(properties)
})

test('a role in JSON-LD has its dates', () => {
  const { workHistory } = personProperties(
    aPage({
      url: 'https://rosalindqvist.example/',
      title: 'Rosa Lindqvist',
      structured: {
        jsonLd: [
          {
            '@type': 'Person',
            name: 'Rosa Lindqvist',
            worksFor: {
              '@type': 'OrganizationRole',
              roleName: 'Head of Ice',
              startDate: '2019-03',
              worksFor: { name: 'Isverk AB' },
            },
          },
        ],
      },
    }),
  )
  expect(workHistory).toMatchObject([
    { title: 'Head of Ice', dates: { from: '2019-03', to: null }, company: { name: 'Isverk AB' } },
  ])
})

describe('names', () => {
  test.each([
    ['Prof. Dr. Ilse van Kampen – Institute', 'ilse-van-kampen', 'Ilse van Kampen', 'Ilse', 'van Kampen'],
    ['Jean-Luc O’Brien, PhD | Institute', 'jean-luc-obrien', 'Jean-Luc O’Brien', 'Jean-Luc', 'O’Brien'],
    ['Müller, Jürgen | Institute', 'juergen-mueller', null, null, null],
    ['Contact our team', 'contact', null, null, null],
  ])('%s', (title, path, name, firstName, lastName) => {
    expect(personProperties(aPage({ url: `https://institute.example/people/${path}`, title }))).toMatchObject(
      { name, firstName, lastName },
    )
  })
})

describe('positions', () => {
  test.each([
    [
      'Rosa Lindqvist is Professor of Glaciology at the Nordic Institute.',
      'Professor of Glaciology',
      'Nordic Institute',
    ],
    ['She is the co-founder and CEO of Isverk.', 'co-founder and CEO', 'Isverk'],
    [
      'Before joining the institute, she was a research engineer at Polar Systems.',
      'research engineer',
      'Polar Systems',
    ],
    ['Rosa Lindqvist ist Geschäftsführerin der Isverk GmbH.', 'Geschäftsführerin', 'Isverk GmbH'],
    ['Elle est directrice de la recherche chez Isverk.', 'directrice de la recherche', 'Isverk'],
  ])('in “%s”', (text, title, employer) => {
    expect(jobs(text)).toEqual([[title, employer, undefined, undefined]])
  })

  test('under the name on the pages of an organisation, not on those of a conference', () => {
    expect(under('people')).toMatchObject([
      { title: 'Professor of Glaciology', company: { name: 'Nordic Institute' } },
    ])
    expect(under('speakers')).toMatchObject([{ title: 'Professor of Glaciology', company: null }])
  })

  test('with dates, in sentences and in lists', () => {
    expect(jobs('From 2012 to 2016 she was a lecturer at Polar College.')).toEqual([
      ['lecturer', 'Polar College', '2012', '2016'],
    ])
    expect(
      jobs(
        '## Experience\n\n- 2019–present: Head of Ice, Isverk AB\n- 2012–2018: Research engineer, Polar Systems, Kiruna\n- Travel\n\n## Hobbies\n\n- 2001–2003: Captain, Chess Club',
      ),
    ).toEqual([
      ['Head of Ice', 'Isverk AB', '2019', null],
      ['Research engineer', 'Polar Systems', '2012', '2018'],
    ])
  })

  test.each([
    'Her colleague Tom Reed is an engineer at Polar Systems.',
    'Rosa Lindqvist would have been a director at Polar Systems.',
    'Rosa Lindqvist is not a director at Polar Systems.',
    'Rosa Lindqvist is a friend of Polar Systems.',
  ])('not in “%s”', (text) => {
    expect(jobs(text)).toEqual([])
  })
})

describe('studies', () => {
  test.each([
    [
      'She holds a PhD in glaciology from Uppsala University.',
      'PhD in glaciology',
      'Uppsala University',
      undefined,
    ],
    [
      'She received her doctorate from the University of Oslo in 2011.',
      'doctorate',
      'University of Oslo',
      '2011',
    ],
    ['Rosa studied physics at Lund University.', null, 'Lund University', undefined],
    ['Sie studierte Physik an der Universität Wien.', null, 'Universität Wien', undefined],
    [
      'Elle est titulaire d’un doctorat de l’Université de Lyon.',
      'doctorat',
      'Université de Lyon',
      undefined,
    ],
    ['## Education\n\n- MSc Physics, Lund University, 2006', 'MSc Physics', 'Lund University', '2006'],
  ])('in “%s”', (text, degree, institution, to) => {
    expect(studies(text)).toEqual([[degree, institution, to]])
  })
})

describe('places', () => {
  test.each([
    ['Rosa Lindqvist lives in Umeå, Sweden.', 'Umeå, Sweden'],
    ['Rosa Lindqvist lebt in Wien.', 'Wien'],
    ['Elle vit à Lyon.', 'Lyon'],
    ['Location: Umeå, Sweden', 'Umeå, Sweden'],
    ['Her brother lives in Oslo.', null],
    ['She lives in Umeå. She lives in Oslo.', null],
  ])('in “%s”', (text, location) => {
    expect(rosa(text).location).toBe(location)
  })
})
