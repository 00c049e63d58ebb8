/** Words that say nothing by themselves, in English, German and French; folded. */
const emptyWords = new Set(
  (
    'a an and are as at be been being but by can could did do does doing done for from had has have having he her hers him his how i if in ' +
    'into is it its itself just may me might more most much must my no not of off on one or other our out over own per she should so some ' +
    'such than that the their them then there these they this those to too up upon us very was we were what when where which while who ' +
    'whom whose why will with within would you your yes also about after before between during since until through under again any both each around ' +
    'all many s t re ve ll d m ' +
    'der die das den dem des ein eine einer eines einem einen und oder nicht mit von vom zu zum zur im ins ist sind war waren wird werden ' +
    'wurde wurden auf fur als auch wie wer was wo wann warum wieso weshalb welche welcher welches welchen welchem wessen wem wen bei aus ' +
    'nach hat haben hatte hatten sein seine seiner ihr ihre ihrer es er sie wir uns an am um uber unter durch sich noch nur so man dass ' +
    'kann konnen viel viele wieviel hoch denn da dort hier diese dieser dieses ' +
    'le la les un une du de et ou en est sont etait dans pour par sur avec que qui ne pas au aux ce cet cette ces son sa ses leur leurs il ' +
    'elle ils elles nous vous on se quel quelle quels quelles quand comment pourquoi combien quoi dont ont eu ete etre avoir fait l qu j n c ' +
    'y plus'
  ).split(' '),
)

/** Words of a question that point at no fact: whoever leaves them out asks the same. */
const lightWords = new Set(
  (
    'today now currently current present latest recent recently exactly total overall approximately roughly ever still already name named called ' +
    'tell give list know find please company firm business organisation organization exact actual get gets got happen happened happens take ' +
    'took takes place make made year years date number names amount figure people person kind sort type mean means say said says according become ' +
    'became comprise comprises consist consists involve involves there need needs want first use used different part compare compared given give earlier later keep keeps kept show shows shown reach reached achieve achieved main much long time times come comes go goes lower higher larger smaller bigger more less better greater fewer longer shorter lowest highest largest smallest ' +
    'heute derzeit aktuell aktuelle aktuellen momentan jetzt genau insgesamt unternehmen firma jahr jahre datum anzahl zahl name heisst gibt ' +
    'aujourd hui actuellement actuel actuelle entreprise societe annee nombre date nom appelle total'
  ).split(' '),
)

export const isEmptyWord = (word: string): boolean => emptyWords.has(word)
export const isLightWord = (word: string): boolean => lightWords.has(word)

const endings = /(?:ations?|itions?|ements?|ments?|ings?|edly|ness|ers?|ed|es|ern|en|em|ly|e|n|t)$/

/**
 * What the forms of a folded word have in common. Crude beside a stemmer for one language, but about right in
 * English, German and French, and the same for a question and for its answer.
 */
export function stemOf(word: string): string {
  // A publication is nothing public.
  if (word.startsWith('publica')) return 'publish'
  if (word.length < 4 || /\d/.test(word)) return word
  let stem = word.replace(/(?:ies|ied)$/, 'y').replace(/(?<=[^s])s$/, '')
  for (let round = 0; round < 2; round++) {
    const shorter = stem.replace(endings, '')
    if (shorter.length < 4) break
    stem = shorter
  }
  return stem.replace(/([bdfgklmnprst])\1$/, '$1').replace(/y$/, 'i')
}
