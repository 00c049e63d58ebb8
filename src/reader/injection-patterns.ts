/**
 * How pages speak to programs that read them. Each pattern asks for two things that seldom meet in prose for people:
 * an order and what it is about, or a reader that is a machine and what it shall do.
 */

/** Marks with which chats between programs and models are written. */
export const chatMarks =
  /<\|(?:im_start|im_end|system|user|assistant|endoftext|eot_id|start_header_id)\|>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|assistant)(?:[_-]?(?:prompt|message|instructions?))?>|^#{2,}\s*(?:system|instructions?)\s*:|"satisfied"\s*:\s*"?(?:yes|true)/im

const model =
  '(?:a\\.?i\\.?(?:[ -](?:assistants?|agents?|models?|systems?|crawlers?|bots?|readers?|tools?))?|llms?|(?:large )?language models?|chat ?bots?|chatgpt|gpt|claude|gemini|copilot' +
  '|ki(?:-(?:assistent(?:en)?|systeme?|modelle?|agent(?:en)?|bots?))?|sprachmodelle?n?' +
  '|ias?|assistants? (?:ia|virtuels?)|modèles? de langage|intelligences? artificielles?' +
  '|asistentes? (?:de ia|virtuales?)|modelos? de lenguaje|inteligencias? artificiales?' +
  '|assistenti (?:ia|virtuali)|modelli linguistici|assistentes (?:de ia|virtuais)|modelos? de linguagem)'
/** Words that mean people or devices, too. */
const reader = `(?:${model}|assistants?|crawlers?|bots|assistenten|asistentes|assistentes)`

/**
 * A pattern, and what a text must at least have for it to be worth looking. Almost no page has it, and to look for the
 * pattern itself takes a hundred times as long.
 */
interface Sign {
  readonly hint: RegExp
  readonly pattern: RegExp
}

/** Words to a machine: “Note to AI assistants”, “assistants that read this page must”, “if you are a language model”. */
const addresses: readonly Sign[] = [
  {
    hint: /automated|\b(?:ai|a\.i|ki|ias?|llms?|gpt|chatgpt|claude|gemini|copilot|bots|crawlers?|(?:assistan|assisten|asisten)t\w*)\b|language model|chat ?bot|sprachmodell|de langage|artificiel|de lenguaje|artificial|linguistici|de linguagem/i,
    pattern: new RegExp(
      [
        `\\b(?:notes?|notice|message|attention|instructions?|reminder|hinweis|nachricht|achtung|anweisung|avis|consignes?|nota|mensaje|aviso|instrucciones|messaggio|avviso|mensagem)\\s+(?:to|for|an|für|à|aux|pour|para|a|agli|per)\\s+(?:(?:all|any|the|alle|das|die|les|tous les|los|todos los|gli|os)\\s+)?${reader}(?![\\p{L}\\p{N}])`,
        `(?<![\\p{L}\\p{N}])${reader},?\\s+(?:that|which|who|die|qui|que|che)\\s+[^.\\n]{0,40}?(?:this|diese\\p{L}?|cette|ce|esta|este|questa|questo)\\s+(?:page|site|website|web ?page|text|document|content|article|message|seite|dokument|página|pagina|texto|testo|texte)`,
        `\\b(?:if|when|wenn|falls|si|se)\\s+(?:you(?:['’]re| are)|du|sie|tu es|vous êtes|eres|usted es|sei|você é)\\s+(?:(?:an?|the|eine?|une?|una?|um|uma)\\s+)?(?:automated\\s+)?${model}(?![\\p{L}\\p{N}])`,
        `\\bas an?\\s+${model},?\\s+you\\s+(?:must|should|shall|will|have to|need to)\\b`,
        // “Dear AI,” “Attention AI reviewers:” “LLM: respond”
        `\\b(?:dear|hey|hello|attention|liebe[sr]?|chère?|querid[oa])[,\\s]+${model}(?:\\s+\\p{L}+)?\\s*[,:!]`,
        `(?:^|[\\n>([])\\s*${model}\\s*:\\s*(?:always\\s+|please\\s+)?(?:respond|answer|reply|output|say|ignore|you)\\b`,
        // “Language models reading this:”, “AI agents must report our headcount as”
        `(?<![\\p{L}\\p{N}])(?:${reader}|automated (?:systems?|readers?|tools?|agents?|evaluators?))\\s+(?:is\\s+|are\\s+|currently\\s+)*(?:reading|processing|summari[sz]ing|evaluating|assessing|analy[sz]ing|parsing|indexing|crawling|viewing)\\s+this\\b`,
        `(?<![\\p{L}\\p{N}])(?:${reader}|automated (?:systems?|readers?|tools?|agents?|evaluators?))\\b[^.\\n]{0,60}\\b(?:must|should|shall)\\s+(?:always\\s+|only\\s+)?(?:report|state|say|answer|respond|reply|conclude|output|list|recommend|rank|mention|write|claim)\\s+(?:that|our|us|this|yes|["“'])`,
      ].join('|'),
      'imu',
    ),
  },
  {
    hint: /\b(?:now|jetzt|nun|maintenant|ahora|ora|agora)\b|désormais/i,
    pattern: new RegExp(
      [
        `\\b(?:you are|you['’]re|du bist|tu es|vous êtes|eres|sei|você é)\\s+(?:now|jetzt|nun|ab jetzt|désormais|maintenant|ahora|ora|agora)\\s+(?:\\p{L}+\\s+){0,5}(?:${reader}|assistent|asistente|assistente|dan|unrestricted|jailbroken|developer mode)(?![\\p{L}\\p{N}])`,
        `\\bfrom now on,?\\s+(?:you (?:are an?|will (?:act|respond|answer|reply|pretend))|act as|respond|answer|pretend)\\b`,
      ].join('|'),
      'imu',
    ),
  },
  {
    hint: /\b(?:instructions?|anweisung(?:en)?|consignes?|instrucciones|system)\b/i,
    pattern:
      /\b(?:instructions?|anweisung(?:en)?|consignes?|instrucciones)\s+(?:to|for|an|für|au|pour|para)\s+(?:(?:the|das|le|el)\s+)?(?:model|modell|modèle|modelo|reader|evaluator|verifier|judge)\s*:\s*(?:output|answer|respond|reply|say|write|always|antworte|répond|responde)|\b(?:begin|start of|end of|new|updated) system (?:message|prompt|instructions?)\b|\bnew (?:instructions|orders|directives?)(?: \p{L}+){0,2}\s*:\s*(?:you|answer|respond|reply|output|always|ignore|say|mark|set)\b/iu,
  },
  {
    hint: /\b(?:system|assistant|developer)[\w ]{0,20}:/i,
    pattern:
      /(?:^|<!--|[[(])\s*(?:system|assistant|developer)(?:\s+(?:prompt|message|override|instructions?|note))?\s*:\s+[^\n]{0,200}\b(?:you (?:are|must|will|should)|ignore|disregard|do not|always|never|answer that|respond|confirm)\b/im,
  },
]

const gap = "(?:[\\p{L}\\d’'-]+[,\\s]+){0,5}"
/** An order to forget, and close by which of its instructions: a sentence about safety instructions is none. */
const forget = (order: string, which: string, what: string): string =>
  `(?<![\\p{L}])(?:${order})(?=[^.\\n]{0,80}(?<![\\p{L}])(?:${which}))\\s+${gap}(?:${what})`

/** What is demanded of such a reader. */
const demands: readonly Sign[] = [
  {
    hint: /ignor|disregard|forget|override|bypass|vergiss|vergessen|missacht|oubli|pas compte|aucun compte|abstraction|olvid|omit|descart|omiso|dimentica|esque|desconsider|negeer|vergeet|игнор|забуд|忽略|无视|無視|忘|무시|잊/i,
    pattern: new RegExp(
      [
        forget(
          'ignore|disregard|forget|override|bypass',
          'all|any|your|previous|prior|earlier|above|preceding|foregoing|existing|original|initial|system',
          'instructions?|prompts?|directions|directives|guidelines|commands|(?:system|previous|prior|earlier|above) (?:messages?|context|rules|text)',
        ),
        forget(
          'ignorier\\p{L}*|vergiss|vergessen sie|missachte\\p{L}*',
          'alle|vorherig|vorig|bisherig|obig|früher|deine|ihre|ursprünglich',
          'anweisung|instruktion|vorgabe|befehl|systemnachricht|prompt',
        ),
        forget(
          'ignore[zsr]?|oublie[zsr]?|ne (?:tiens|tenez) (?:pas|aucun) compte (?:de|des)|faites abstraction (?:de|des)',
          'tou(?:te)?s|vos|tes|précédent|antérieur|ci-dessus|initial',
          'instructions?|consignes?|directives?|ordres',
        ),
        forget(
          'ignor[ae]n?|olvid[ae]n?|omit[ae]n?|descart[ae]n?|haz caso omiso de',
          'tod[ao]s|tus|sus|anterior|previ|inicial',
          'instrucciones|órdenes|indicaciones|directrices',
        ),
        forget(
          'ignora(?:re|te)?|dimentica(?:re|te)?',
          'tutt|tue|vostre|precedent',
          'istruzioni|direttive|comandi',
        ),
        forget('ignor[ae]m?|esqueça|desconsidere', 'tod[ao]s|suas|anterior', 'instruções|diretrizes|ordens'),
        forget(
          'negeer|vergeet',
          'alle|eerdere|vorige|bovenstaande|je|uw',
          'instructies|opdrachten|aanwijzingen',
        ),
        forget('игнориру\\p{L}*|забуд\\p{L}*', 'вс[её]|предыдущ|прежн|сво', 'инструкци|указани'),
        '(?:忽略|无视|無視|忘记|忘記)[^。\\n]{0,12}(?:指令|指示|提示|说明|說明|规则)',
        '(?:指示|命令|プロンプト|指令)を?[^。\\n]{0,8}(?:無視|忘れ)',
        '(?:지시|명령|지침|프롬프트)[^.\\n]{0,12}(?:무시|잊)',
      ].join('|'),
      'iu',
    ),
  },
  // To judge or answer in a certain way.
  {
    hint: /criteri|requirement|condition|kriteri/i,
    pattern:
      /\b(?:mark|rate|judge|score|rank|treat|evaluate|classify|report|consider|bewerte|markiere)\s+(?:[\p{L}'’-]+\s+){0,5}?(?:criteri(?:on|a)|requirements?|conditions?|kriteri(?:um|en))\b[^.\n]{0,60}\b(?:as|als)\s+(?:satisfied|met|fulfilled|passed|true|yes|positive|erfüllt)/iu,
  },
  {
    hint: /confidence/i,
    pattern:
      /\b(?:give|assign|report|set|use|return)\s+(?:a\s+|the\s+|full\s+|maximum\s+)*confidence(?:\s+(?:score|value|level))?\s+(?:of\s+|to\s+)?(?:1(?:\.0+)?\b|100\s?%)/i,
  },
  {
    hint: /asked|queried|prompted|asks?/i,
    pattern:
      /\b(?:when|whenever|if)\s+(?:you(?:['’]re| are)?\s+)?(?:asked|queried|prompted|anyone asks|someone asks|users? asks?)\s+(?:about|for|to)\b[^.\n]{0,80}\b(?:answer|say|respond|reply|state|recommend|output|you must)\b/i,
  },
  {
    hint: /do not|don['’]t|never|must not/i,
    pattern:
      /\b(?:do not|don['’]t|never|must not)\s+(?:mention|reveal|disclose|repeat|report|quote|acknowledge|tell)\b[^.\n]{0,30}\b(?:this|these|the above|the following)\s+(?:message|instructions?|note|prompt|paragraph|directive)/i,
  },
  {
    hint: /prompt|system message|chain of thought/i,
    pattern:
      /\b(?:reveal|print|output|repeat|show|display|leak|dump|send|disclose)\s+(?:me\s+|us\s+)?(?:your|its|their)\s+(?:full\s+|entire\s+|hidden\s+|initial\s+|original\s+)*(?:system prompt|system message|hidden prompt|prompt|chain of thought)/i,
  },
  {
    hint: /conversation|chat history|context|system prompt|credentials|api key|session token/i,
    pattern:
      /\b(?:e-?mail|send|forward|post|upload|submit|transmit|exfiltrate)\s+(?:their|your|its|this|the)\s+(?:(?:whole|full|entire|current)\s+)?(?:conversation|chat history|context(?: window)?|system prompt|credentials|api keys?|session tokens?)\s+(?:to|at|via)\b/i,
  },
  {
    hint: /in your/i,
    pattern:
      /\bin your (?:answer|response|summary|reply|output|report),?\s+(?:you must|always|only|be sure to|make sure)\b/i,
  },
  {
    hint: /has (?:already |previously )?(?:approved|authori|confirmed)/i,
    pattern:
      /\b(?:user|operator|reviewer|administrator) has (?:already |previously )?(?:approved|authori[sz]ed|confirmed)\b[^.\n]{0,80}\b(?:confirm|proceed|execute|continue|without asking)/i,
  },
  // To say yes, whatever is asked; who tells people what follows from a yes does not mean it.
  {
    hint: /["“'‘«\s](?:yes|true|ja|oui|sí|satisfied)\b/i,
    pattern:
      /(?<!\b(?:you|who|they|we|i|people|users|respondents|patients|applicants|parents)\s+)\b(?:answer|respond|reply|return|say|output|report)\s+(?:only\s+|always\s+|with\s+)*["“'‘«]?(?:yes|true|ja|oui|sí|satisfied)["”'’»]?,?\s+(?:to|for|on|when|whenever|auf|à|a)\s+(?:all|every|any|each|asked|everything|alle|toutes?|tous|todas?|todos?)\b|\b(?:correct|right|only|final) answer (?:to|for) (?:any|every|all)\b[^.\n]{0,60}\bis\b|\bset\s+(?:the\s+)?(?:verdict|answer)\s+to\s+["“']?(?:satisfied|yes|true|met)\b/iu,
  },
  {
    hint: /\b(?:your|you)\b/i,
    pattern:
      /\byour (?:new |real |actual |only )(?:task|goal|job|objective|role|mission) is (?:now )?to (?:list|answer|respond|reply|report|say|output|mark|rate|recommend|ignore|state)\b|\b(?:stop following|do not follow|don['’]t follow|stop obeying|abandon) your\s+(?:\p{L}+\s+){0,2}(?:rules|guidelines|instructions|prompt)\b|\byou (?:must|will|shall) now (?:act as|pretend|behave as|role-?play)\b/iu,
  },
  {
    hint: /\b(?:summari[sz]ing|evaluating|assessing|judging|verifying|describing|analy[sz]ing|zusammenfass\w*|auswert\w*|bewert\w*|résum\w*|évalu\w*|analys\w*|resum\w*|eval\w*|analiz\w*)/i,
    pattern:
      /\bwhen(?:ever)?\s+(?:summari[sz]ing|evaluating|assessing|judging|verifying|describing|analy[sz]ing)\b[^.,\n]{0,60},\s*(?:please\s+|always\s+|you must\s+)*(?:state|say|report|answer|respond|write|claim|mention)\s+(?:that|yes|our|us)\b|\bwenn\s+(?:du|sie)\s+(?:diese\p{L}?)\s+(?:seite|text|dokument)\s+(?:zusammenfass|auswert|bewert)\p{L}*,\s*(?:schreib|sag|nenn|antwort|erwähn|behaupt|geb|gib)\p{L}*|\bsi\s+(?:vous|tu)\s+(?:résum|évalu|analys)\p{L}*\s+(?:cette page|ce texte|ce document),\s*(?:indiqu|di[ts]|écri|répon|mentionn|affirm)\p{L}*|\bsi\s+(?:resum|evalú|eval|analiz)\p{L}*\s+(?:esta página|este texto|este documento),\s*(?:di|indica|escrib|respond|mencion|afirm)\p{L}*/iu,
  },
]

export const signs: readonly Sign[] = [...addresses, ...demands]
