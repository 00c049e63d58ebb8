const beginnings =
  'Al Bren Cor Dal El Fen Gar Hol Is Jor Kel Lor Mor Nor Or Pel Quin Ros Sel Tor Ul Ven Wil Yar Zel'.split(
    ' ',
  )
const endings = 'dine mark wick stead ton bury vale crest field haven port ridge moor brook'.split(' ')
const trades = 'Instruments Systems Foods Textiles Logistics Batteries Software Robotics'.split(' ')
const places = [
  'Leeds, United Kingdom',
  'Delft, Netherlands',
  'Lyon, France',
  'Bremen, Germany',
  'Porto, Portugal',
  'Turin, Italy',
]

export interface InventedCompany {
  readonly url: string
  readonly title: string
  readonly html: string
}

/** Companies with a front page each, all different and all of the same make. */
export function inventCompanies(count: number): InventedCompany[] {
  return Array.from({ length: count }, (_, n) => {
    const stem = `${beginnings[n % beginnings.length]}${endings[Math.floor(n / beginnings.length) % endings.length]}`
    const trade = trades[n % trades.length]!
    const series = Math.floor(n / (beginnings.length * endings.length))
    const name = `${stem}${series === 0 ? '' : ` ${'IVXLCDM'[series]}`} ${trade}`
    const host = name.toLowerCase().replaceAll(' ', '-')
    const text = [
      `${name} makes ${trade.toLowerCase()} for customers in ${3 + (n % 20)} countries.`,
      `${name} was founded in ${1990 + (n % 34)} and has ${20 + ((n * 7) % 900)} employees.`,
      `Our headquarters are in ${places[n % places.length]}.`,
      `Write to office@${host}.example or visit us on a weekday; the kettle is always on.`,
    ]
    return {
      url: `https://www.${host}.example/`,
      title: name,
      html: `<html><head><title>${name}</title><meta property="og:site_name" content="${name}"></head><body><main><h1>${name}</h1>${text.map((sentence) => `<p>${sentence}</p>`).join('')}</main></body></html>`,
    }
  })
}
