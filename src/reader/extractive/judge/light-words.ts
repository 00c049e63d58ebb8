/** Words that a criterion needs for its grammar, and that no statement has to contain. */
export const grammarWords: ReadonlySet<string> = new Set(
  (
    'a an the this that these those its their his her our it they he she we any some every each all both own of in on at by for from to with within into onto as than then ' +
    'about near among per via over under up out off through across during since until after before between and or nor but if so such also just only even very ' +
    'is are was were be been being has have had having do does did doing can could may might must shall should will would ' +
    'who whom whose which what where when how there here not no never ever still already today currently now yet again more most less least ' +
    'one type kind sort form least total overall ' +
    'der die das den dem des ein eine einen einem einer eines und oder im in am an auf aus bei mit von vom zu zum zur nach für über unter seit bis als wie ist sind war waren wird werden wurde wurden hat haben hatte hatten ' +
    'sein seine seiner seinem ihr ihre ihrer ihrem unser unsere es er sie wir sich auch noch schon heute derzeit aktuell ' +
    "le la les l un une des du de d au aux à en dans pour par sur avec sans sous chez et ou est sont été être a ont avait avoir son sa ses leur leurs ce cette ces qui que dont il elle ils elles nous se s n ne pas plus aujourd'hui actuellement"
  )
    .split(' ')
    .map((word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '')),
)

/** Verbs and nouns that say little more than “there is”: whoever has it offers it, and whoever offers it has it. */
export const lightWords: ReadonlySet<string> = new Set(
  (
    'offer offers offered offering provide provides provided providing have has had hold holds held possess possesses include includes included feature features come comes ' +
    'receive receives received obtain obtained earn earned become became conduct conducted carry carried serve serves served involve involves involved cover covers covered allow allows allowed permit permits lets evidence support well written support supports supported get gets got make available possible exist exists existing named called known well specific certain various several different ' +
    'möglich verfügbar disponible bietet anbietet bieten verfügt besitzt gibt dispose propose possède offre existe'
  )
    .split(' ')
    .map((word) => word.normalize('NFKD').replaceAll(/\p{M}/gu, '')),
)
