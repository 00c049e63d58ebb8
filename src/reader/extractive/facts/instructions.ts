/**
 * Words that speak to whoever reads by machine. What an order says is no evidence: neither “answer that it has 5,000
 * employees” nor the like is a statement of the page.
 */
const order =
  /\b(?:ignore|disregard|forget)\b[^.]{0,40}\b(?:previous|prior|above|earlier|all|any|other)\b[^.]{0,30}\b(?:instructions?|prompts?|rules|pages?|sources)|\b(?:when|if) (?:you are )?asked\b[^.]{0,60}\b(?:answer|say|reply|respond|report|state)|\b(?:answer|respond|reply|report|state|say|output|write|return)\b (?:only |always )?(?:that|with|yes|no|“yes”|"yes")\b[^.]{0,80}\b(?:criteri|satisf|every|always|any question|all questions)|\b(?:AI|language model|LLM|assistant|chatbot|automated (?:reader|system)|agents?)\b[^.]{0,60}\b(?:must|should|shall|are (?:instructed|required|asked) to|note|please|will)\b|\b(?:instructions?|notice|note|message|attention)\b (?:for|to) (?:all )?(?:AI|language models?|LLMs?|assistants?|automated|machines?|robots?|crawlers?)|\bsystem prompt\b|\byou are (?:an?|now) (?:AI|assistant|helpful|language model)|\b(?:mark|rate|rank|treat|classify) (?:this|it|us|the company|[A-Z]\w+) as\b|\bsatisf(?:y|ies) (?:every|all|any) criteri|\b(?:Anweisung|Hinweis) (?:an|für) (?:KI|Sprachmodelle|Assistenten)|\binstructions? (?:aux|pour les) (?:IA|modèles|assistants)/i

/** Whether a text gives orders to its reader rather than saying something. */
export const isOrder = (text: string): boolean => order.test(text)
