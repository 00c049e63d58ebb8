/** What a unit measures; amounts of one dimension can be converted into each other. */
export type Dimension =
  | 'length'
  | 'mass'
  | 'volume'
  | 'area'
  | 'time'
  | 'energy'
  | 'power'
  | 'data'
  | 'speed'
  | 'temperature'
  | 'angle'
  | 'frequency'
  | 'voltage'
  | 'current'
  | 'pressure'
  | 'force'
  | 'rate'
  | 'percent'

export interface Unit {
  readonly name: string
  readonly dimension: Dimension
  /** How many of the dimension's base unit it is. Months and years are no fixed number of days: they stay apart. */
  readonly factor: number
}

/** Name, factor, then the symbols (case matters) and after the bar the words (case does not). */
const table: Readonly<
  Record<Dimension, readonly (readonly [name: string, factor: number, spellings: string])[]>
> = {
  length: [
    ['nanometre', 1e-9, 'nm|nanomet(?:re|er)s?|nanometern?'],
    ['micrometre', 1e-6, 'µm|μm|um|micromet(?:re|er)s?|microns?|mikrometern?'],
    ['millimetre', 1e-3, 'mm|millim[eè]t(?:re|er)s?|millimetern?'],
    ['centimetre', 1e-2, 'cm|centim[eè]t(?:re|er)s?|zentimetern?'],
    ['metre', 1, 'm|m[eè]t(?:re|er)s?|metern'],
    ['kilometre', 1e3, 'km|kilom[eè]t(?:re|er)s?|kilometern?'],
    ['inch', 0.0254, 'in\\.|inch(?:es)?|zoll|pouces?'],
    ['foot', 0.3048, 'ft|f(?:oo|ee)t'],
    ['mile', 1609.344, 'mi|miles?|meilen?'],
    ['nautical mile', 1852, 'nmi|nautical miles?|seemeilen?'],
  ],
  mass: [
    ['microgram', 1e-9, 'µg|μg|micrograms?'],
    ['milligram', 1e-6, 'mg|milligram(?:me)?s?|milligramm'],
    ['gram', 1e-3, 'g|gram(?:me)?s?|gramm'],
    ['kilogram', 1, 'kg|kilos?|kilogram(?:me)?s?|kilogramm'],
    ['tonne', 1e3, 't|tonnes?|tons?|tonnen|metric tons?'],
    ['kilotonne', 1e6, 'kt|kilotonnes?|kilotonnen'],
    ['pound', 0.45359237, 'lbs?|pounds?'],
    ['ounce', 0.028349523, 'oz|ounces?'],
  ],
  volume: [
    ['millilitre', 1e-3, 'ml|mL|millilit(?:re|er)s?|milliliter'],
    ['litre', 1, 'l|L|lit(?:re|er)s?|litern?'],
    ['hectolitre', 100, 'hl|hectolit(?:re|er)s?|hektoliter'],
    ['cubic metre', 1e3, 'm³|m3|cubic m(?:etre|eter)s?|kubikmetern?|mètres? cubes?'],
    ['gallon', 3.785411784, 'gal|gallons?'],
  ],
  area: [
    ['square metre', 1, 'm²|m2|sqm|square m(?:etre|eter)s?|quadratmetern?|mètres? carrés?'],
    ['hectare', 1e4, 'ha|hectares?|hektar'],
    ['square kilometre', 1e6, 'km²|km2|square kilom(?:etre|eter)s?|quadratkilometern?'],
    ['square foot', 0.09290304, 'sq\\.? ?ft\\.?|square f(?:ee|oo)t'],
    ['acre', 4046.8564224, 'acres?'],
  ],
  time: [
    ['nanosecond', 1e-9, 'ns|nanoseconds?'],
    ['microsecond', 1e-6, 'µs|μs|microseconds?|mikrosekunden?'],
    ['millisecond', 1e-3, 'ms|milliseconds?|millisekunden?|millisecondes?'],
    ['second', 1, 's|secs?|seconds?|sekunden?|secondes?'],
    ['minute', 60, 'mins?|minutes?|minuten?'],
    ['hour', 3600, 'h|hrs?|hours?|stunden?|heures?'],
    ['day', 86_400, 'd|days?|tage?n?|jours?'],
    ['week', 604_800, 'weeks?|wochen?|semaines?'],
    ['month', 2_629_800, 'months?|monate?n?|mois'],
    ['quarter', 7_889_400, 'quarters?|quartale?n?|trimestres?'],
    ['year', 31_557_600, 'yrs?|years?|jahre?n?|ans?|années?'],
  ],
  energy: [
    ['joule', 1, 'J|joules?'],
    ['kilojoule', 1e3, 'kJ|kilojoules?'],
    ['kilocalorie', 4184, 'kcal|kilocalories?|calories?|kilokalorien?|kalorien?'],
    ['watt-hour', 3600, 'Wh|watt[ -]?hours?|wattstunden?'],
    ['kilowatt-hour', 3.6e6, 'kWh|kilowatt[ -]?hours?|kilowattstunden?|kilowattheures?'],
    ['megawatt-hour', 3.6e9, 'MWh|megawatt[ -]?hours?|megawattstunden?|mégawattheures?'],
    ['gigawatt-hour', 3.6e12, 'GWh|gigawatt[ -]?hours?|gigawattstunden?|gigawattheures?'],
    ['terawatt-hour', 3.6e15, 'TWh|terawatt[ -]?hours?|terawattstunden?|térawattheures?'],
  ],
  power: [
    ['watt', 1, 'W|watts?'],
    ['kilowatt', 1e3, 'kW|kWp|kilowatts?'],
    ['megawatt', 1e6, 'MW|MWp|megawatts?|mégawatts?'],
    ['gigawatt', 1e9, 'GW|GWp|gigawatts?'],
    ['horsepower', 745.7, 'hp|bhp|PS|horsepower|pferdestärken'],
  ],
  data: [
    ['bit', 0.125, 'bits?'],
    ['byte', 1, 'B|bytes?|octets?'],
    ['kilobyte', 1e3, 'kB|KB|kilobytes?'],
    ['kibibyte', 1024, 'KiB|kibibytes?'],
    ['megabyte', 1e6, 'MB|megabytes?|mégaoctets?|Mo'],
    ['mebibyte', 1_048_576, 'MiB|mebibytes?'],
    ['gigabyte', 1e9, 'GB|gigabytes?|gigaoctets?|Go'],
    ['gibibyte', 1_073_741_824, 'GiB|gibibytes?'],
    ['terabyte', 1e12, 'TB|terabytes?|téraoctets?|To'],
    ['tebibyte', 1_099_511_627_776, 'TiB|tebibytes?'],
    ['petabyte', 1e15, 'PB|petabytes?|pétaoctets?'],
  ],
  speed: [
    ['metre per second', 1, 'm/s|m(?:etre|eter)s? per second'],
    ['kilometre per hour', 1 / 3.6, 'km/h|kph|kmh|kilom(?:etre|eter)s? per hour|stundenkilometern?'],
    ['mile per hour', 0.44704, 'mph|miles per hour'],
    ['knot', 0.514444, 'kn|kts?|knots?|knoten'],
  ],
  temperature: [
    ['degree Celsius', 1, '°\\s?C|degrees? celsius|grad celsius|degrés? celsius|degrees?|grad|degrés?'],
    ['degree Fahrenheit', 5 / 9, '°\\s?F|degrees? fahrenheit'],
    ['kelvin', 1, 'K|kelvin'],
  ],
  angle: [['degree', 1, '°']],
  frequency: [
    ['hertz', 1, 'Hz|hertz'],
    ['kilohertz', 1e3, 'kHz|kilohertz'],
    ['megahertz', 1e6, 'MHz|megahertz'],
    ['gigahertz', 1e9, 'GHz|gigahertz'],
  ],
  voltage: [
    ['millivolt', 1e-3, 'mV|millivolts?'],
    ['volt', 1, 'V|volts?'],
    ['kilovolt', 1e3, 'kV|kilovolts?'],
  ],
  current: [
    ['milliampere', 1e-3, 'mA|milliamperes?|milliamps?'],
    ['ampere', 1, 'A|amperes?|amps?'],
  ],
  pressure: [
    ['pascal', 1, 'Pa|pascals?'],
    ['kilopascal', 1e3, 'kPa|kilopascals?'],
    ['megapascal', 1e6, 'MPa|megapascals?'],
    ['bar', 1e5, 'bars?'],
  ],
  force: [
    ['newton', 1, 'N|newtons?'],
    ['kilonewton', 1e3, 'kN|kilonewtons?'],
  ],
  rate: [
    ['megabit per second', 1, 'Mbps|Mbit/s|megabits? per second'],
    ['gigabit per second', 1e3, 'Gbps|Gbit/s|gigabits? per second'],
    ['revolution per minute', 1, 'rpm|U/min|revolutions per minute'],
  ],
  percent: [
    ['percent', 1, '%|percent|per cent|prozent|pour cents?|pct'],
    ['percentage point', 1, 'percentage points?|prozentpunkten?|prozentpunkte|points? de pourcentage'],
    ['per mille', 0.1, '‰|per mille|promille|pour mille'],
  ],
}

/** Symbols are told apart by case (`mW` is no `MW`), words are not. */
const isSymbol = (spelling: string): boolean =>
  /^[^\s(?[]{1,4}$/u.test(spelling) && !/^\p{Ll}{4}$/u.test(spelling)

interface Spelling {
  readonly pattern: RegExp
  readonly source: string
  readonly unit: Unit
}

const spellings: Spelling[] = (Object.keys(table) as Dimension[]).flatMap((dimension) =>
  table[dimension].flatMap(([name, factor, list]) =>
    list.split(/\|(?![^(]*\))/).map((source): Spelling => {
      const cased = isSymbol(source)
      return {
        source,
        unit: { name, dimension, factor },
        pattern: new RegExp(`^(?:${source})$`, cased ? 'u' : 'iu'),
      }
    }),
  ),
)

/** For use in patterns without the flag `i`: every way of writing a unit. */
export const unitPattern = spellings
  .map(({ source }) => source)
  .toSorted((a, b) => b.length - a.length)
  .map((source) => (isSymbol(source) ? source : anyCase(source)))
  .join('|')

/** The unit that a word or symbol stands for. Null: none. */
export function unitOf(text: string): Unit | null {
  const trimmed = text.trim()
  const known = cache.get(trimmed)
  if (known !== undefined) return known
  const found = spellings.find(({ pattern }) => pattern.test(trimmed))?.unit ?? null
  if (cache.size < 2000) cache.set(trimmed, found)
  return found
}
const cache = new Map<string, Unit | null>()

/** Capitals at the beginning only: “Kilometern”, “Tonnes”. */
function anyCase(source: string): string {
  return source.replace(/^\p{L}/u, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)
}

const calendar = new Set(['month', 'quarter', 'year'])

/** A number of one unit in another. Null: they measure different things. */
export function convert(value: number, from: Unit, to: Unit): number | null {
  if (from.name === to.name) return value
  if (from.dimension !== to.dimension || from.dimension === 'temperature' || from.dimension === 'rate')
    return null
  if (from.dimension === 'percent') return null
  // A month is no fixed number of days.
  if (from.dimension === 'time' && calendar.has(from.name) !== calendar.has(to.name)) return null
  return Number(((value * from.factor) / to.factor).toPrecision(10))
}
