import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import { choose } from './choose.ts'
import { optionFacts, parseAsk, readSource } from './index.ts'

/** The option that rules take, by a page of the maker's own. */
function chosen(description: string, options: readonly string[], said: string, type = 'company') {
  const subject = { type, name: 'Tjarn', url: 'https://tjarn.test/' }
  const ask = parseAsk(description, subject, 'options', options)
  const page = aDocument({
    url: 'https://tjarn.test/',
    title: 'Tjarn',
    language: 'en',
    text: `# Tjarn\n\n${said}`,
  })
  return choose(ask, optionFacts(ask, [readSource(page)], subject), 0.55)?.candidate.value
}

const rhythms = ['Annual', 'Biennial', 'Every three years']
const hosting = ['SaaS', 'On-premises', 'Customer can choose']
const buyers = ['Businesses only', 'Consumers only', 'Both businesses and consumers']
const phases = ['Preclinical', 'First-in-human (I)', 'Mid-stage (II)', 'Late-stage (III)', 'Marketed']
const places = ['Fully on-site', 'Partly from home', 'Fully remote']
const radios = ['Wi-Fi', 'Mobile network (4G/5G)', 'Low-power long-range radio']
const controls = ['Placebo', 'Usual care', 'No treatment']
const licences = ['Permissive', 'Copyleft', 'Proprietary']
const sizes = ['Up to 10 weavers', '11 to 50 weavers', 'More than 50 weavers']
const owners = ['The founders', 'The staff', 'A private equity fund']
const forms = ['Foundation', 'Private limited company', 'Co-operative']
const studies = ['Experimental', 'Observational', 'Literature review', 'Case report']
const venues = ['University campus', 'Hotel', 'Vessel', 'Trade fair hall']
const holders = ['Its workforce', 'A single founder', 'An investment fund']
const teaching = ['On campus', 'Online', 'Mix of both']
const pay = ['Free basic version, paid upgrade', 'No free offer']
const reviews = ['Journal article', 'Preprint', 'Withdrawn']

test.for([
  ['How often it is held', rhythms, 'The games are held every other year.', 'Biennial'],
  ['How often it is held', rhythms, 'The games are held every three years.', 'Every three years'],
  ['Deployment', hosting, 'Tjarn has been cloud-only since 2022.', 'SaaS'],
  [
    'Deployment',
    hosting,
    'It runs in our cloud, or on your own servers. Hosted by us or self-hosted.',
    'Customer can choose',
  ],
  ['Buyers', buyers, 'We sell to restaurants and private households.', 'Both businesses and consumers'],
  ['Stage of TJ-4', phases, 'TJ-4 is in phase 2.', 'Mid-stage (II)'],
  ['Deployment', hosting, 'There is no version to install on your own servers.', 'SaaS'],
  ['Deployment', hosting, 'Who likes can run it in their own cluster.', 'Customer can choose'],
  ['Type of licence', licences, 'Tjarn is free software under the Apache License 2.0.', 'Permissive'],
  ['Type of licence', licences, 'The code is under the AGPL.', 'Copyleft'],
  ['Size of the firm', sizes, 'We are 46 weavers, nine of them partners.', '11 to 50 weavers'],
  ['Owner', owners, 'The shares belong to an employee ownership trust.', 'The staff'],
  ['Legal form', forms, 'Tjarn is a workers’ cooperative of eleven.', 'Co-operative'],
  ['Type of licence', licences, 'We talk mit friends, and press on.', undefined],
  ['Stage of TJ-4', phases, 'The trial of TJ-4 was approved by the ethics committee.', undefined],
  ['Legal form', forms, 'Tjarn prints it in a limited edition.', undefined],
  ['Where one works', places, 'You come to the office two days a week.', 'Partly from home'],
  ['Radio', radios, 'Readings are sent by LoRaWAN.', 'Low-power long-range radio'],
  ['Radio', radios, 'There is a SIM card in it.', 'Mobile network (4G/5G)'],
  ['Comparison group', controls, 'The others took a sham pill.', 'Placebo'],
  ['Study type', studies, 'We randomised 22 schools.', 'Experimental'],
  ['Study type', studies, 'We followed 2,148 tall adults for three years.', 'Observational'],
  ['Kind of venue', venues, 'The conference on a ferry has room for 900.', 'Vessel'],
  ['Who owns it', holders, 'Tjarn is owned by its workers.', 'Its workforce'],
  ['Mode of teaching', teaching, 'Teaching takes place in person at Thornby.', 'On campus'],
  [
    'Business model',
    pay,
    '| Plan | Lantern | Plus |\n| --- | --- | --- |\n| Per month | €0 | €6 |',
    'Free basic version, paid upgrade',
  ],
  ['State of publication', reviews, 'This text has not yet been peer reviewed.', 'Preprint'],
  ['State of publication', reviews, 'This text has been peer reviewed.', 'Journal article'],
] as const)('%s of %j: “%s” is %s', ([description, options, said, wanted]) => {
  expect(chosen(description, options, said)).toBe(wanted)
})

test('of several medicines the furthest is the most advanced, and none that was not approved', () => {
  const said = '- TJ-4: phase 1\n- TJ-7: phase 2\n\nNone of them has been approved for sale.'
  expect(chosen('Most advanced stage', phases, said)).toBe('Mid-stage (II)')
})

test('who was something else before has the rank that stands under the name', () => {
  const ranks = ['Assistant professor', 'Associate professor', 'Full professor']
  const said =
    'Associate professor, Department of Soils\n\nShe digs.\n\n- 2015: Assistant professor, Lund\n- Her mother was a full professor.'
  expect(chosen('Academic rank', ranks, said, 'person')).toBe('Associate professor')
})
