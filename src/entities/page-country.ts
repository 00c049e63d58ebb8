import { countryCode, currentCode } from './countries.ts'
import { readAddress } from './page-address.ts'
import type { Page } from './page.ts'
import { readStructuredData, textOf, type StructuredData } from './structured-data.ts'

/** Ends of addresses that belong to a country and are sold to everybody. */
const soldToAll = new Set(
  'ac ad ag ai am as bz cc cd co dj eu fm gg gl im io is la li ly me ms mu nu pw re sc sh si so st su tk to tv vc vg vu ws'.split(
    ' ',
  ),
)

/** The country a page is from, as far as it says so: by an address or a position, else by its domain or language. */
export function countryOf(page: Page): string | null {
  const data = readStructuredData(page.details.structured)
  return declared(data) ?? byDomain(page.url) ?? byLanguage(page.language)
}

function declared(data: StructuredData): string | null {
  const addresses = data.items.flatMap((item) =>
    [item, ...data.follow(item['address'])].map((thing) => textOf(thing['addressCountry'])),
  )
  const positions = [
    data.meta.get('geo.country'),
    data.meta.get('geo.region'),
    data.openGraph.get('country-name'),
  ]
  for (const text of [...addresses, ...positions]) {
    const code = text ? (countryCode(text) ?? codeIn(text)) : null
    if (code !== null) return code
  }
  return null
}

function byDomain(url: string): string | null {
  const end = readAddress(url)?.host.split('.').at(-1) ?? ''
  return soldToAll.has(end) ? null : codeIn(end)
}

/** `en-US` is what programs write when nobody has told them. */
function byLanguage(language: string | null): string | null {
  const region = /^[a-z]{2,3}(?:-[A-Z][a-z]{3})?-([A-Z]{2})$/.exec(language ?? '')?.[1]
  return region === undefined || language === 'en-US' ? null : codeIn(region)
}

/** “de”, “DE-BY”. */
function codeIn(text: string): string | null {
  const code = /^([a-z]{2})(?:-[a-z\d]{1,3})?$/i.exec(text.trim())?.[1]
  if (code === undefined) return null
  const current = currentCode(code.toUpperCase())
  return regions.of(current) === undefined ? null : current
}

const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
