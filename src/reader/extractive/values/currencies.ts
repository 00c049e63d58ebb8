/** Codes with the signs and words that stand for them; a sign that several countries use stands for the commonest. */
const currencies: readonly (readonly [code: string, words: string])[] = [
  // U+0080 is how the euro sign of Windows is stored where a page gave its encoding wrongly.
  ['EUR', '€|\u0080|eur|euros?'],
  ['USD', 'us\\$|\\$|usd|us[- ]dollars?|u\\.s\\. dollars?|american dollars?|dollars?|dollars? américains?'],
  ['GBP', '£|gbp|pounds sterling|pounds?|british pounds?|pfund|livres? sterling|livres?'],
  ['CHF', 'chf|sfr\\.?|swiss francs?|schweizer franken|franken|francs suisses'],
  ['JPY', '¥|jpy|yen'],
  ['CNY', 'cny|rmb|yuan|renminbi'],
  ['SEK', 'sek|swedish (?:kronor|krona|crowns?)|kronor|schwedische kronen|couronnes suédoises'],
  // Of several countries: see `families`.
  ['crowns', 'kroner|krone|kr\\.?|crowns?|kronen|couronnes'],
  ['francs', 'francs?'],
  ['shillings', 'shillings?'],
  ['pesos', 'pesos?'],
  ['dinars', 'dinars?'],
  ['NOK', 'nok|norwegian (?:kroner|krone|crowns?)|norwegische kronen|couronnes norvégiennes'],
  ['DKK', 'dkk|danish (?:kroner|krone|crowns?)|dänische kronen|couronnes danoises'],
  ['CZK', 'czk|kč|czech (?:koruna|korunas|crowns?)|tschechische kronen|couronnes tchèques'],
  ['PLN', 'pln|zł|złoty|zloty|zlotys'],
  ['HUF', 'huf|forint'],
  ['RON', 'ron|lei'],
  ['ISK', 'isk|icelandic (?:krona|kronur|crowns?)'],
  ['INR', 'inr|₹|rs\\.?|(?:indian )?rupees?|rupien|roupies'],
  ['CAD', 'cad|c\\$|ca\\$|canadian dollars?|dollars? canadiens?|kanadische dollar'],
  ['AUD', 'aud|a\\$|au\\$|australian dollars?|dollars? australiens?|australische dollar'],
  ['NZD', 'nzd|nz\\$|(?:nz|new zealand) dollars?'],
  ['SGD', 'sgd|s\\$|singapore dollars?'],
  ['HKD', 'hkd|hk\\$|(?:hk|hong kong) dollars?'],
  ['KRW', 'krw|₩|won'],
  ['BRL', 'brl|r\\$|reais|brazilian real'],
  ['MXN', 'mxn|mexican pesos?'],
  // “R750,000”, “R3.1 million”; an R before less is a code.
  [
    'ZAR',
    'zar|rand|r(?=\\d{1,3}[ ,]\\d{3}|\\d+\\.?\\d*[ -]?million|\\d+\\.?\\d*[ -]?billion|\\d+\\.?\\d*m\\b|\\d+\\.?\\d*bn\\b)',
  ],
  ['KES', 'kes|kshs?\\.?|kenyan? shillings?'],
  ['TZS', 'tzs|tanzanian shillings?'],
  ['UGX', 'ugx|ugandan shillings?'],
  ['GHS', 'ghs|gh₵|₵|(?:ghana(?:ian)? )?cedis?'],
  ['EGP', 'egp|egyptian pounds?'],
  ['ETB', 'etb|birr'],
  ['BGN', 'bgn|leva?'],
  ['RSD', 'rsd|serbian dinars?'],
  ['MYR', 'myr|rm(?=\\s?\\d)|ringgit'],
  ['TWD', 'twd|nt\\$'],
  ['PKR', 'pkr|pakistani rupees?'],
  ['LKR', 'lkr|sri lankan rupees?'],
  ['BDT', 'bdt|৳|taka'],
  ['CLP', 'clp|chilean pesos?'],
  ['COP', 'colombian pesos?'],
  ['ARS', 'argentine pesos?'],
  ['PEN', 'peruvian soles'],
  ['NGN', 'ngn|₦|naira'],
  ['ILS', 'ils|₪|shekels?'],
  ['TRY', 'try|₺|turkish lira'],
  ['AED', 'aed|dirhams?'],
  ['SAR', 'sar|riyals?'],
  ['IDR', 'idr|rupiah'],
  ['THB', 'thb|฿|baht'],
  ['VND', 'vnd|₫|dong'],
  ['PHP', '₱|philippine pesos?'],
  ['RUB', 'rub|₽|roubles?|rubles?'],
  ['UAH', 'uah|₴|hryvnias?'],
]

/** For use in patterns with the flags `iu`. */
export const currencyPattern = currencies
  .flatMap(([, words]) => words.split(/\|(?![^(]*\))/))
  .toSorted((a, b) => b.length - a.length)
  .join('|')

const compiled = currencies.map(([code, words]) => ({
  code,
  // What has to follow is no part of the word itself.
  pattern: new RegExp(`^(?:${words.replaceAll(/\(\?=[^)]*\)/g, '')})$`, 'iu'),
}))

/** The code of a sign or word for a currency. Null: it stands for none. */
export const currencyOf = (text: string): string | null =>
  compiled.find(({ pattern }) => pattern.test(text.trim()))?.code ?? null

const families: Readonly<Record<string, readonly string[]>> = {
  crowns: ['SEK', 'NOK', 'DKK', 'ISK', 'CZK'],
  francs: ['CHF'],
  shillings: ['KES', 'TZS', 'UGX'],
  pesos: ['MXN', 'PHP', 'CLP', 'COP', 'ARS'],
  dinars: ['RSD'],
}

/** Whether an amount in one may be meant by the other: crowns may be Danish ones. */
export const mayBeCurrency = (one: string | null, other: string | null): boolean =>
  one === other ||
  (one !== null &&
    other !== null &&
    Boolean(families[one]?.includes(other) ?? families[other]?.includes(one)))
