import { expect, test } from 'vitest'
import { aDocument } from '../../../../tests/harness/document.ts'
import type { Subject } from '../../reader.ts'
import { choose } from './choose.ts'
import { factsFor, parseAsk, readSource } from './index.ts'

const page = (url: string, title: string, text: string) =>
  readSource(aDocument({ url, title, text, language: 'en', host: new URL(url).hostname }))

const company: Subject = { name: 'Brackwater Seeds', type: 'company', url: 'https://brackwater.test/' }
const own = page(
  'https://brackwater.test/',
  'Brackwater Seeds',
  `# Brackwater Seeds

## Offices

**Nakuru:** Grain House, Nakuru, Kenya
Tel: 0709 555 311

**Mbale:** Plot 3, Mbale, Uganda
Tel: +256 323 555 204

Seed clinic, toll-free inside Kenya: 0800 555 012

## Press contacts

Brackwater: Ama Kiprono, +254 20 555 0190, press@brackwater.test
Ostfold Group: Liv Aas, +47 55 50 01 77, liv@ostfold.test
Ama Kiprono's mobile: +254 733 555 010`,
)
const news = page(
  'https://fieldandfurrow.test/brackwater',
  'Brackwater Seeds opens in Mbale',
  `# Brackwater Seeds opens in Mbale

Brackwater Seeds has opened a second office.

---

Field & Furrow, 2 Mill Lane, Leeds, 0113 555 0164`,
)

function phone(description: string, sources = [own, news], subject = company): string | null {
  const ask = parseAsk(description, subject, 'phone', undefined)
  const facts = sources.flatMap((source) => factsFor(ask, source, subject, sources))
  return choose(ask, facts, 0.55)?.candidate.value ?? null
}

test('a number belongs to the address above it and has its country', () => {
  expect(phone('Telephone of the office in Uganda')).toBe('+256323555204')
  expect(phone('Telephone of the Nakuru office')).toBe('+254709555311')
})

test('a mobile number is one that is called so', () => {
  expect(phone('Mobile number of Ama Kiprono')).toBe('+254733555010')
  const staff = page(
    'https://poly.test/jo',
    'Jo Lind',
    '# Jo Lind\n\nRoom 3, Ghent, Belgium\nTel. +32 9 555 03 18',
  )
  const jo: Subject = { name: 'Jo Lind', type: 'person', url: 'https://poly.test/jo' }
  expect(phone('Mobile phone number', [staff], jo)).toBeNull()
  expect(phone('Telephone number', [staff], jo)).toBe('+3295550318')
})

test('the number of the site that tells of somebody is not theirs', () => {
  expect(phone('Telephone number', [news])).toBeNull()
  expect(phone('Telephone number')).not.toBe('+441135550164')
  // Where nobody is named it is the page's.
  expect(phone('Telephone number', [news], {})).toBe('+441135550164')
})

test('the press office is called where nobody else can be', () => {
  const rest = page(
    'https://brackwater.test/press',
    'Press',
    '# Press\n\nPress office: 0709 555 399\n\nNakuru, Kenya, switchboard: 0709 555 300',
  )
  expect(phone('Switchboard', [rest])).toBe('+254709555300')
  expect(phone('Telephone number', [rest])).toBe('+254709555300')
})

test('a number beside a mailbox needs no further word, and “tel.” ends no sentence', () => {
  const museum: Subject = { name: 'Tide Museum', type: 'place', url: 'https://tide.test/' }
  const visit = page(
    'https://tide.test/',
    'Tide Museum',
    `# Tide Museum

Aveiro, Portugal

Schools: Rita Vale, schools@tide.test, tel. 234 555 071

General information: 234 555 070 · info@tide.test`,
  )
  expect(phone('Telephone for general information', [visit], museum)).toBe('+351234555070')
  expect(phone('Telephone for schools', [visit], museum)).toBe('+351234555071')
})

test('a label of its own tells a number from the one to call', () => {
  const shed = page(
    'https://brackwater.test/contact',
    'Contact',
    `# Contact

Brackwater Seeds, Nakuru, Kenya

Growers' line (free): 0800 555 019
Tel. 0709 555 311

## Support

Phone and chat, Monday to Saturday 7:00–20:00: 0709 555 133
Sales to chains: Joy Mbeki, 0709 555 140`,
  )
  expect(phone('Office phone number', [shed])).toBe('+254709555311')
  expect(phone('Support phone number', [shed])).toBe('+254709555133')
  expect(phone('Private phone number', [shed])).toBeNull()
})

test('letters stand for words, and a bracket says whose it is', () => {
  const tiles = page(
    'https://oleiro.test/',
    'Oleiro',
    `# Oleiro

Rua da Olaria 22
7100-118 Estremoz, Portugal

T 268 555 073
M 912 555 640 (Leonor Serrano, repairs only)
F 268 555 074`,
  )
  const oleiro: Subject = { name: 'Oleiro', type: 'company', url: 'https://oleiro.test/' }
  expect(phone('Mobile number of Leonor Serrano', [tiles], oleiro)).toBe('+351912555640')
  expect(phone('Telephone number', [tiles], oleiro)).toBe('+351268555073')
  expect(phone('Fax number', [tiles], oleiro)).toBe('+351268555074')
})

test('a paragraph that ends with a colon speaks of the number under it', () => {
  const port = page(
    'https://puertoclaro.test/director',
    'General Director',
    `# General Director

Meetings are arranged by the Secretariat, Ms. Graciela Fontes:

director@puertoclaro.test
Phone: 4555 2170, ext. 101 (from abroad: +598 4555 2170)

Harbour Control: 4555 2199`,
  )
  const director: Subject = {
    name: 'Tomás Rial',
    type: 'person',
    url: 'https://puertoclaro.test/director',
  }
  expect(phone('Phone number of his secretariat, without extension', [port], director)).toBe('+59845552170')
})

test('the form of a company tells its country where no place does', () => {
  const kelp = page(
    'https://norrvik.test/',
    'Norrvik Tång',
    '# Norrvik Tång\n\nNorrvik Tång AB\nKajvägen 9, 452 31 Lilla Hamnen\nSwitchboard: 0526-55 01 84',
  )
  expect(
    phone('Switchboard', [kelp], { name: 'Norrvik Tång', type: 'company', url: 'https://norrvik.test/' }),
  ).toBe('+46526550184')
})

test('a town of that name may lie elsewhere', () => {
  const canopy = page(
    'https://canopy.test/contact',
    'Contact',
    '# Contact\n\n## Rotorua\n\n12 Fern Street, Rotorua, New Zealand\nPh 07 555 0138\n\n## Nelson\n\nOffice: 3 Quay Road, Nelson 7010\nPh 03 555 0171',
  )
  expect(
    phone('Phone number of the Nelson office', [canopy], {
      name: 'Canopy',
      type: 'company',
      url: 'https://canopy.test/',
    }),
  ).toBe('+6435550171')
})

test('a line that begins in bold has its own label, and one label holds for its line', () => {
  const rails = page(
    'https://sibrail.test/',
    'Sibrail',
    `# Sibrail

Sibrail builds signals in South Africa.

**Germiston (head office)**
14 Refinery Road, Germiston 1401 · Tel 011 555 0171
**Durban** · 3 Wharf Road · Tel 031 555 0126

**Forum office:** Via Verdi 14, 34123 Trieste, Italy · +39 040 555 6281 · forum@sibrail.test`,
  )
  const firm: Subject = { name: 'Sibrail', type: 'company', url: 'https://sibrail.test/' }
  expect(phone('Phone number of the Durban office', [rails], firm)).toBe('+27315550126')
  expect(phone('Phone number of the forum office', [rails], firm)).toBe('+390405556281')
})

test('a page may give the country code in words', () => {
  const mill = page(
    'https://lokta.test/',
    'Lokta Mill',
    '# Lokta Mill\n\nAbove the old bridge\nPhone 061-555-226 (country code 977)',
  )
  expect(
    phone('Phone number', [mill], { name: 'Lokta Mill', type: 'company', url: 'https://lokta.test/' }),
  ).toBe('+97761555226')
})

test('who asks for pounds is in Britain, whatever country is named in passing', () => {
  const course = page(
    'https://brannoch.test/study',
    'MSc Soil Science',
    '# MSc Soil Science\n\nFees: £12,900. One student came from Tasmania.\n\nAdmissions: telephone 01463 712 845.',
  )
  const subject: Subject = { name: 'MSc Soil Science', type: 'course' }
  const ask = parseAsk('Admissions telephone', subject, 'phone', undefined)
  const found = choose(ask, factsFor(ask, course, subject, [course]), 0.5)
  expect(found?.candidate.value).toBe('+441463712845')
})

test('of several offices each has the country of its own line, and a fax is no telephone', () => {
  const atlas = page(
    'https://atlas.test/contact',
    'Atlas',
    '# Atlas\n\nAtlas makes maps in Bristol, England.\n\n## Contact\n\nBristol office: 9 Wharf Lane, Bristol BS1 6XK, telephone 0117 496 0182\nAmsterdam office: Dok 88, 1018 AD Amsterdam, telephone 020 555 01 36',
  )
  const atlasFirm: Subject = { name: 'Atlas', type: 'company', url: 'https://atlas.test/' }
  expect(phone('Phone number of the Amsterdam office', [atlas], atlasFirm)).toBe('+31205550136')
  const dairy = page(
    'https://laiterie.test/',
    'Laiterie',
    '# Laiterie\n\nLaiterie SAS, 39150 Arbois, France\n\nTélécopie : 03 84 55 01 63',
  )
  expect(phone('Telephone number', [dairy], { name: 'Laiterie', type: 'company' })).toBeNull()
})

test('a number beside the mailbox of somebody else is theirs', () => {
  const release = page(
    'https://galley.test/press/1',
    'Galley to cook for Nordic Wings',
    '# Galley to cook for Nordic Wings\n\nGalley GmbH has its seat near Frankfurt, Germany.\n\n## Contact for the media\n\nGalley: Jana Thiel, press@galley.test, +49 6190 5550 142\n\nNordic Wings: Press desk, media@wings.test, +47 67 55 50 10',
  )
  const galley: Subject = { name: 'Galley', type: 'company', url: 'https://galley.test/' }
  expect(phone('Press phone', [release], galley)).toBe('+4961905550142')
})

test('a row of a table tells the country, and so does the money of its prices', () => {
  const nordic: Subject = { name: 'Halvard Varme', type: 'company', url: 'https://halvardvarme.test/' }
  const offices = page(
    'https://halvardvarme.test/contact',
    'Contact',
    `# Halvard Varme

| Office | Telephone | Mail |
| --- | --- | --- |
| Norway | Gunhild Moen, 69 55 50 41 | gunhild@halvardvarme.test |
| Denmark (Kolding) | Sales desk, 75 55 50 20 | kolding@halvardvarme.test |

Members reach us day and night on +47 69 55 50 99.`,
  )
  expect(phone('Telephone number of the Danish sales desk', [offices], nordic)).toBe('+4575555020')
  expect(phone('Telephone number that is answered day and night', [offices], nordic)).toBe('+4769555099')
  const stove: Subject = { name: 'Thermolit', type: 'company', url: 'https://thermolit.test/' }
  const prices = page(
    'https://thermolit.test/stack',
    'Stack',
    '# Stack\n\nList price from CHF 2.9 million.\n\nSales: 052 555 01 44',
  )
  expect(phone('Telephone number of the sales department', [prices], stove)).toBe('+41525550144')
})
