import { expect, test } from 'vitest'
import { isOnOwnSite } from './own-site.ts'

test.each([
  ['company', 'Corvane Robotics', 'https://corvane.example/jobs/engineer', true],
  ['company', 'Spoke & Thimble', 'https://www.spokeandthimble.example/visit', true],
  ['software', 'Plinth', 'https://plinth.example/pricing', true],
  ['company', 'The Process Heat Courier', 'https://heatcourier.example/about', true],
  ['company', 'St Brigid’s Hospital Ardcarrick', 'https://www.stbrigids-ardcarrick.example/about', true],
  ['company', 'Rösterei Kessler', 'https://www.roesterei-kessler.example/', true],
  ['school', 'École des Métiers du Rail et de la Route', 'https://www.emrr-lyon.example/formations', true],
  ['company', 'Institute of Ceramics, TU Ostheim', 'https://www.tu-ostheim.example/ceramics', true],
  ['course', 'MSc Ceramics, Ostheim University', 'https://www.ostheimuniversity.example/msc', false],
  ['company', 'Northern Light Kitchens', 'https://www.northkitchens.example/', false],
  ['event', 'Driftconf 2026', 'https://driftconf.example/2026/programme', true],
  ['event', 'Driftconf 2026', 'https://driftconf.example/2025', false],
  ['company', 'Bloom', 'https://www.bloomberg.example/', false],
  ['company', 'Corvane Robotics', 'https://growerswire.example/news/corvane', false],
  // Of a product or a person a site has to be called like the whole of them.
  ['product', 'Plinth', 'https://plinth.example/pricing', true],
  ['product', 'Plinth Pro', 'https://plinth.example/', false],
  ['person', 'Ingrid Osei', 'https://ingridosei.example/', true],
  ['person', 'Ingrid Osei', 'https://ingrid.example/', false],
  ['research_paper', 'Corvane', 'https://corvane.example/', false],
] as const)('without an address, %s %s has its site at %s: %s', (type, name, url, wanted) => {
  expect(isOnOwnSite({ url, host: new URL(url).hostname }, { type, name })).toBe(wanted)
})

test('who has an address elsewhere has their site there', () => {
  const subject = { type: 'company', name: 'Corvane', url: 'https://corvane-robotics.example/' }
  expect(isOnOwnSite({ url: 'https://corvane.example/', host: 'corvane.example' }, subject)).toBe(false)
})
