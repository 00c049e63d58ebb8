import { expect, test } from 'vitest'
import { aPage } from '../../tests/harness/page.ts'
import { unsafeKindsOf } from './unsafe.ts'

const kindsOf = (text: string, more: Parameters<typeof aPage>[0] = {}) =>
  unsafeKindsOf(aPage({ text, ...more }), null)

test.each([
  ['adult', 'Free porn and XXX videos every day. Horny milfs on live cams, adults only, 18+ only.'],
  ['adult', 'Kostenlose Pornofilme und Sexvideos. Geile Frauen in Livecams, Sexkontakte ab 18 Jahren.'],
  ['adult', 'Films porno et vidéos X gratuites. Filles nues en direct, plan cul, réservé aux adultes.'],
  ['gambling', 'Claim your welcome bonus and 200 free spins. Play slots with a live dealer. Bet now!'],
  ['gambling', 'Willkommensbonus sichern und 100 Freispiele holen. Jetzt spielen, ohne Umsatzbedingungen.'],
  ['gambling', 'Bonus de bienvenue, 100 tours gratuits, machines à sous en ligne. Jouez maintenant !'],
  ['graphic', 'The goriest site of all: uncensored beheadings, death videos, new accident videos each day.'],
  ['hate', 'The Jews are vermin. The immigrants are nothing but parasites. White power!'],
  ['hate', 'Die Ausländer sind Ungeziefer. Tod den Juden. Umvolkung stoppen.'],
  ['drugs', 'Buy cocaine online and MDMA for sale. Stealth shipping, no prescription needed.'],
])('what offers it is %s', (kind, text) => {
  expect(kindsOf(text)).toEqual([kind])
})

test.each([
  [
    'a report on a trial',
    'Police arrested the man who ran the porn site, prosecutors said. The court heard that hardcore and gore videos were sold to minors. Two victims told the judge about the live cams. He was sentenced to four years.',
  ],
  [
    'a report on a law',
    'The regulator said that a deposit bonus and free spins may no longer be advertised. According to the ministry, a study of addiction found that a welcome bonus keeps players betting. Lawmakers will vote on the bill in May.',
  ],
  [
    'a German report',
    'Laut Polizei wurden die Betreiber festgenommen. Das Gericht sprach von Hinrichtungsvideos und Foltervideos; die Staatsanwaltschaft sagte, die Opfer seien bekannt.',
  ],
  [
    'a French study',
    'Selon une étude, les tours gratuits et le bonus de bienvenue aggravent la dépendance. Les chercheurs demandent une loi ; le ministère parle de prévention. Le bonus sans dépôt sera interdit.',
  ],
  [
    'a quotation',
    'The leaflet, found in 1938, says “the Jews are vermin”, “death to the Jews” and “race traitors”. The museum shows it in full.',
  ],
  [
    'help',
    'If betting has become a problem, our helpline is free. Treatment works: counselling and therapy help most people. Ignore every free bet, welcome bonus and casino bonus.',
  ],
  [
    'a long page that mentions it',
    `${'The town lies on a river between two hills and lives from fishing. '.repeat(60)} Its casino had free spins, a welcome bonus and a live dealer.`,
  ],
  ['something else', 'A hardcore fan of the band bought tickets for the show. The drummer is over 18.'],
  ['nothing', ''],
])('%s is safe', (_, text) => {
  expect(kindsOf(text)).toEqual([])
})

test.each([
  ['the RTA label', { meta: { rating: 'RTA-5042-1996-1400-1577-RTA' } }, ['adult']],
  ['a rating', { meta: { Rating: 'Adult' } }, ['adult']],
  ['an age', { openGraph: { 'og:restrictions:age': '18+' } }, ['adult']],
  ['JSON-LD', { jsonLd: [{ '@type': 'VideoObject', isFamilyFriendly: false }] }, ['adult']],
  ['another rating', { meta: { rating: 'general' } }, []],
  ['family friendly', { jsonLd: [{ '@type': 'VideoObject', isFamilyFriendly: true }] }, []],
])('%s counts whatever the words are', (_, structured, expected) => {
  expect(kindsOf('Welcome to our site.', { structured })).toEqual(expected)
})

test('a page of news needs more than one that is of no category', () => {
  const page = aPage({
    text: `${'The new rules for the big sites were discussed at length last night in town. '.repeat(8)} Free porn, xxx, live cams.`,
  })
  expect(unsafeKindsOf(page, 'news')).toEqual([])
  expect(unsafeKindsOf(page, null)).toEqual(['adult'])
})
