/** Words that are in the names of positions. German and French have a form for women. */
export const positionWord =
  /(?<!\p{L})(?:(?:co-?)?founder|ceo|cto|cfo|coo|cio|chief|president|chair\p{L}*|director|head of|manager|managing|engineer\p{L}*|developer|scientist|researcher|research|professor\p{L}*|lecturer|reader|fellow|postdoc\p{L}*|assistant|associate|analyst|architect|designer|editor|reporter|journalist|writer|consultant|advis[oe]r|partner|lead|principal|officer|vice|vp|intern|technician|teacher|curator|student|investor|economist|(?:mit)?gründer(?:in)?|geschäftsführer(?:in)?|leiter(?:in)?|leitung|vorstand\p{L}*|ingenieur(?:in)?|entwickler(?:in)?|forscher(?:in)?|wissenschaftler(?:in)?|mitarbeiter(?:in)?|berater(?:in)?|redakteur(?:in)?|dozent(?:in)?|referent(?:in)?|cofondat\p{L}*|fondat\p{L}*|direct(?:eur|rice)\p{L}*|responsable|présidente?|ingénieure?|développeu\p{L}*|cherche(?:ur|use)\p{L}*|maître de conférences|professeure?|consultante?|rédact\p{L}*|chargée?)(?!\p{L})/iu
export const degreeWord =
  /(?<!\p{L})(?:ph\.? ?d\.?|d\.?phil\.?|doctorate|doctoral|doctor|m\.?sc\.?|m\.?phil\.?|mba|m\.?a\.|ma|meng|m\.?eng\.?|llm|b\.?sc\.?|b\.?a\.|ba|beng|b\.?eng\.?|bachelor(?:['’]s)?|master(?:['’]s)?|diploma|degree|diplom\p{L}*|dipl\.|promotion|promovierte?|doktor\p{L}*|magister|staatsexamen|habilitation|doctorat|thèse|licence|diplôme\p{L}*|ingénieure? diplômée?|hdr)(?!\p{L})/iu
export const institutionWord =
  /(?<!\p{L})(?:universit\p{L}+|college|institute of|polytechni\p{L}*|school|academy|hochschule|fachhochschule|akademie|tu|eth|epfl|école|ecole|faculté|conservatoire|insa|mit)(?!\p{L})|universität|hochschule/iu

/** Whether a name is that of a place of learning. */
export const isInstitution = (name: string): boolean => institutionWord.test(name)
