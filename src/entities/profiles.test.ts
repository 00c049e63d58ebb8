import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { companyProfile, presentedCompany } from './company-profile.ts'
import { personProfile } from './person-profile.ts'

test('a company shows what its page clearly says, and null for the rest', () => {
  const structured = {
    jsonLd: [
      {
        '@type': 'Organization',
        name: 'Orrery Clocks',
        logo: { '@type': 'ImageObject', url: '/img/logo.svg' },
        address: { '@type': 'PostalAddress', addressLocality: 'Delft', addressCountry: 'NL' },
        numberOfEmployees: 84,
      },
    ],
  }
  const page = aPage({
    url: 'https://www.orreryclocks.example/',
    title: 'Orrery Clocks',
    structured,
    text: '# Orrery Clocks',
  })
  expect(presentedCompany(page)).toEqual({
    name: 'Orrery Clocks',
    speaksItself: true,
    domain: 'orreryclocks.example',
  })
  expect(companyProfile(page)).toEqual({
    name: 'Orrery Clocks',
    location: 'Delft, NL',
    employees: 84,
    industry: null,
    about: null,
    logoUrl: 'https://www.orreryclocks.example/img/logo.svg',
  })
})

test('an entry of a directory labels the industry, and its own logo is not the company’s', () => {
  const page = aPage({
    url: 'https://www.registerhouse.example/company/orrery-clocks',
    title: 'Orrery Clocks',
    text: '# Orrery Clocks\n\nIndustry: Precision engineering',
    details: { imageLinks: [{ url: 'https://www.registerhouse.example/logo.png', text: 'Register House' }] },
  })
  expect(companyProfile(page)).toMatchObject({ industry: 'Precision engineering', logoUrl: null })
})

test('a person is shown with what they do now', () => {
  const structured = {
    jsonLd: [
      {
        '@type': 'Person',
        name: 'Aiko Mori',
        jobTitle: 'Professor of Acoustics',
        worksFor: { '@type': 'CollegeOrUniversity', name: 'Institute of Bells' },
        image: 'https://www.bells.example/aiko.jpg',
      },
    ],
  }
  const page = aPage({ url: 'https://www.bells.example/people/aiko-mori', title: 'Aiko Mori', structured })
  expect(personProfile(page)).toEqual({
    name: 'Aiko Mori',
    location: null,
    position: 'Professor of Acoustics',
    company: { name: 'Institute of Bells', location: null },
    pictureUrl: 'https://www.bells.example/aiko.jpg',
  })
})
