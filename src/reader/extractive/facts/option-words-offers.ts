import { entry, type OptionWords } from './option-entry.ts'

/** How something is offered, paid for and delivered, and on which terms people work. */
export const offerWords: readonly OptionWords[] = [
  entry(
    'deployment',
    "(?:(?:vendor|provider)['’]s )?cloud(?:[- ](?:only|based|hosted))?|saas(?: only)?|hosted(?: by the (?:vendor|provider|maker))?(?: only)?|software as a service",
    String.raw`cloud[- ](?:only|based|hosted)|(?:only|exclusively|purely) (?:as a|in the) cloud(?: service)?|only as a (?:hosted|web) service|is a (?:hosted|cloud|web) service|no (?:version|edition) (?:to|you can|that you) (?:install|run|host)\p{L}*|software as a service|SaaS|runs (?:only|entirely) in (?:our|the) cloud`,
  ),
  entry(
    'deployment',
    "on[- ]?prem(?:ises?)?(?: only)?|self[- ]hosted(?: only)?|installed (?:at|by|on) the customer(?:['’]s)?(?: servers| premises)?(?: only)?|(?:customer['’]s )?own servers?(?: only)?",
    String.raw`(?:only|exclusively) on[- ]?prem(?:ises?)?|on[- ]?prem(?:ises?)? only|self[- ]hosted only|(?:runs|is installed) only on your own (?:servers?|hardware|machines?)`,
  ),
  entry(
    'deployment',
    'both|either|customer (?:may|can) choose|(?:cloud|saas|hosted) (?:and|or) (?:on[- ]?prem(?:ises?)?|self[- ]hosted)',
    String.raw`(?:cloud|hosted|hosted by us) or (?:on[- ]?prem(?:ises?)?|self[- ]hosted|(?:on|in) your own)|on[- ]?prem(?:ises?)? or (?:in the |as a )?cloud|self[- ]hosted (?:or (?:in the )?cloud|edition|version|option)|(?:can|may) (?:also )?(?:run|host|install) [^.;]{1,30} (?:in|on) (?:their|your) own|or on your own (?:servers?|hardware|cluster|infrastructure)`,
  ),
  entry(
    'licence',
    'permissive(?: open[- ]source)?(?: licen[cs]e)?',
    // “Mit” is a German word.
    String.raw`MIT|Apache(?: Software)? (?:[Ll]icen[cs]e|2)|Apache-2\.0|BSD|ISC [Ll]icen[cs]e|CC0`,
    'gu',
  ),
  entry(
    'licence',
    'copyleft(?: open[- ]source)?(?: licen[cs]e)?',
    String.raw`[AL]?GPL(?:v?[23])?|GNU (?:Affero |Lesser )?General Public|MPL|Mozilla Public|EUPL`,
    'gu',
  ),
  entry(
    'licence',
    'proprietary|closed[- ]source|commercial',
    'proprietary|closed source|all rights reserved|commercial licen[cs]e',
  ),
  entry(
    'licence',
    'source[- ]available',
    String.raw`source[- ]available|BUSL|Business Source|SSPL|Elastic Licen[cs]e`,
  ),
  entry(
    'customer',
    '(?:both )?(?:b2b and b2c|b2c and b2b|(?:businesses|companies|firms) and (?:consumers|individuals|households|private (?:customers|people|individuals)))|both',
    String.raw`(?:businesses|companies|firms|professionals|restaurants|shops|stores|trade) and (?:to )?(?:consumers|individuals|households|families|private (?:customers|households|individuals|people|persons)|the public)`,
  ),
  entry(
    'customer',
    '(?:professionals|trade(?: visitors)?)(?: only)?',
    String.raw`trade (?:visitors|only)|for (?:trade|professional) visitors|(?:not open to|no (?:day|tickets?) for) the (?:general )?public|professionals only`,
  ),
  entry(
    'form',
    "(?:(?:producer|worker|consumer|housing)s?[’']? )?co-?operative|cooperative society|genossenschaft|coopérative",
    String.raw`co-?operative|Genossenschaft|coopérative|cooperativa`,
  ),
  entry(
    'form',
    'foundation|stiftung|fondation',
    String.raw`(?:is|as|into) an? (?:\p{L}+ )?foundation|\p{L}*stiftung|fondation|fundación`,
  ),
  entry(
    'form',
    '(?:private )?limited(?: liability)?(?: company)?|ltd|gmbh|llc',
    // “Limited” is a word of many others.
    String.raw`Ltd|(?<=\p{Lu}\p{L}+ )Limited|GmbH|LLC|B\.V\.|SARL`,
    'gu',
  ),
  entry(
    'form',
    'public(?: limited)? company|plc|joint[- ]stock company|aktiengesellschaft',
    String.raw`plc|PLC|Aktiengesellschaft|(?<=\p{Lu}[\p{L}-]+ )AG|public limited`,
    'gu',
  ),
  entry(
    'form',
    '(?:registered )?association|verein|club',
    String.raw`(?:is|as) an? (?:\p{L}+ )?association|eingetragener Verein|e\. ?V\.|asociación`,
  ),
  entry(
    'pricing',
    '(?:monthly |annual |yearly )?(?:subscription|retainer)s?(?: fee)?',
    String.raw`subscriptions?|(?:a|per) (?:month|year) (?:per|for each) (?:user|seat|person)|per (?:user|seat|person) (?:a|per|and) (?:month|year)|monthly retainer`,
  ),
  entry(
    'pricing',
    'one[- ](?:off|time)(?: (?:purchase|payment|fee|licen[cs]e))?|perpetual licen[cs]e|single purchase',
    String.raw`one[- ](?:off|time) (?:purchase|payment|fee|price|licen[cs]e)|perpetual licen[cs]e|pay once|bought once|no subscription`,
  ),
  entry(
    'pricing',
    'usage[- ]based|pay[- ]as[- ]you[- ]go|pay[- ]per[- ]use|per (?:use|transaction|request)',
    String.raw`usage[- ]based|pay[- ]as[- ]you[- ]go|pay[- ]per[- ]use|(?:pay|charged?|billed) (?:only )?(?:for what|per|by the) (?:you use|use|transaction|request|document|call|scan)`,
  ),
  entry(
    'pricing',
    'fixed[- ](?:fee|price)s?(?: (?:by|per) (?:phase|stage|project))?|lump sum',
    String.raw`fixed (?:fee|price)s?|flat fee|lump sum|Festpreis\p{L}*|forfait`,
  ),
  entry(
    'pricing',
    'hourly(?: (?:billing|rate))?|by the hour|time and materials|day rate',
    String.raw`hourly (?:rate|billing)|billed by the hour|\d\S* (?:per|an) hour|day rate|time and materials`,
  ),
  entry('hours', 'full[- ]time', String.raw`full[- ]time|Vollzeit|temps plein`),
  entry('hours', 'part[- ]time', String.raw`part[- ]time|Teilzeit|temps partiel`),
  entry(
    'term',
    'permanent(?: contract)?|open[- ]ended|indefinite',
    String.raw`permanent(?= (?:contract|position|post|job|role|employment)|[,.;)]|$)|open-ended|unbefristet\p{L}*|CDI`,
  ),
  entry(
    'term',
    'fixed[- ]term(?: contract)?|temporary(?: contract)?|limited',
    String.raw`fixed[- ]term|temporary (?:contract|post|position)|befristet\p{L}*|CDD|limited to (?:two|three|four|\d) years|maternity cover`,
  ),
  entry(
    'term',
    'freelancer?|self[- ]employed|contractor',
    String.raw`freelanc(?:e|er|ing)|self-employed|independent contractor|(?:works?|worked|working) for (?:my|her|him)self|freiberuflich|selbstständig`,
  ),
  entry(
    'term',
    'intern(?:ship)?|traineeship|apprenticeship',
    String.raw`internship|traineeship|apprenticeship|Praktikum`,
  ),
  entry(
    'venue',
    '(?:vessel|ship|boat|ferry)|on (?:board|a ship)',
    String.raw`on (?:a|the|board(?: the| a)?) (?:\p{L}+ )?(?:ferry|ship|boat|vessel|steamer)|(?:cruise|steam) ?ship|aboard`,
  ),
  entry(
    'venue',
    '(?:university )?campus|university',
    String.raw`(?:on|at) (?:the |its |our )?(?:\p{L}+ )?campus|lecture (?:hall|theatre)|(?:at|in) the University`,
  ),
  entry('venue', 'hotel', 'Hotel'),
  entry(
    'venue',
    '(?:trade fair|exhibition|congress|conference|convention)(?: hall| cent(?:re|er)| grounds)?',
    String.raw`(?:exhibition|congress|convention|conference) (?:cent(?:re|er)|hall|hous[e])|fairground\p{L}*|trade fair (?:hall|ground)\p{L}*|Messe(?:halle|gelände|zentrum)?`,
  ),
  entry(
    'teaching',
    'on[- ]campus|in[- ]person|face[- ]to[- ]face',
    String.raw`(?:taught|teaching (?:takes place|is)|lectures are|classes are)[^.;]{0,30}(?:in person|on campus|face[- ]to[- ]face)`,
  ),
  entry(
    'teaching',
    'online|distance(?: learning)?',
    String.raw`(?:taught|teaching|studied|delivered|study)[^.;]{0,30} (?:online|at a distance)|distance[- ]learning|(?:fully|entirely) online`,
  ),
  entry('radio', 'wi-?fi|wlan|wireless lan', String.raw`Wi-?Fi|WLAN|802\.11\p{L}*`),
  entry('radio', 'bluetooth(?: low energy)?|ble', String.raw`Bluetooth|BLE`),
  entry(
    'radio',
    '(?:mobile|cellular|phone)(?: network| data| radio)?(?: \\(.*\\))?|[345]g(?:\\/[345]g)?|lte',
    String.raw`[345]G|LTE(?:-M)?|NB-IoT|GSM|cellular|SIM card|mobile network`,
  ),
  entry(
    'radio',
    'lora(?:wan)?|lpwan|low[- ]power (?:wide[- ]area |long[- ]range )?(?:radio|network)|long[- ]range radio',
    String.raw`LoRa(?:WAN)?|LPWAN|Sigfox`,
  ),
  entry('radio', 'satellite(?: link| radio)?', String.raw`satellite|Iridium|Starlink`),
]
