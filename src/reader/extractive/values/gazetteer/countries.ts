/**
 * Countries: ISO code, the part of the world, how their people and things are called in English (and in German and
 * French where that is much used), then further names beside those that the platform knows in the three languages.
 */
export const countryTable = `
AF|South Asia|Afghan
AL|Balkans|Albanian
DZ|North Africa|Algerian,algerisch,algérien|
AD|Southern Europe|Andorran
AO|Central Africa|Angolan
AG|Caribbean|Antiguan
AR|South America|Argentine,Argentinian,Argentinean,argentinisch,argentin
AM|Caucasus|Armenian
AU|Oceania|Australian,australisch,australien|Down Under
AT|Western Europe|Austrian,österreichisch,autrichien
AZ|Caucasus|Azerbaijani
BS|Caribbean|Bahamian|Bahamas
BH|Middle East|Bahraini
BD|South Asia|Bangladeshi
BB|Caribbean|Barbadian
BY|Eastern Europe|Belarusian,belarussisch
BE|Western Europe|Belgian,belgisch,belge
BZ|Central America|Belizean
BJ|West Africa|Beninese
BT|South Asia|Bhutanese
BO|South America|Bolivian
BA|Balkans|Bosnian|Bosnia
BW|Southern Africa|Botswanan
BR|South America|Brazilian,brasilianisch,brésilien|Brasil
BN|Southeast Asia|Bruneian
BG|Eastern Europe|Bulgarian,bulgarisch,bulgare
BF|West Africa|Burkinabe
BI|East Africa|Burundian
KH|Southeast Asia|Cambodian
CM|Central Africa|Cameroonian
CA|North America|Canadian,kanadisch,canadien
CV|West Africa|Cape Verdean|Cape Verde
CF|Central Africa|Central African
TD|Central Africa|Chadian
CL|South America|Chilean,chilenisch,chilien
CN|East Asia|Chinese,chinesisch,chinois|People's Republic of China,Mainland China
CO|South America|Colombian,kolumbianisch,colombien
KM|East Africa|Comorian
CG|Central Africa|Congolese
CD|Central Africa||Democratic Republic of the Congo,DR Congo
CR|Central America|Costa Rican
CI|West Africa|Ivorian|Ivory Coast
HR|Balkans|Croatian,kroatisch,croate
CU|Caribbean|Cuban
CY|Southern Europe|Cypriot
CZ|Eastern Europe|Czech,tschechisch,tchèque|Czech Republic,Tschechische Republik,République tchèque,Tschechischen Republik
DK|Nordics|Danish,dänisch,danois
DJ|East Africa|Djiboutian
DM|Caribbean|
DO|Caribbean|Dominican
EC|South America|Ecuadorian,Ecuadorean
EG|North Africa|Egyptian,ägyptisch,égyptien
SV|Central America|Salvadoran
GQ|Central Africa|Equatoguinean
ER|East Africa|Eritrean
EE|Baltics|Estonian,estnisch,estonien
SZ|Southern Africa|Swazi|Swaziland
ET|East Africa|Ethiopian
FJ|Oceania|Fijian
FI|Nordics|Finnish,finnisch,finlandais
FR|Western Europe|French,französisch,français
GA|Central Africa|Gabonese
GM|West Africa|Gambian|The Gambia
GE|Caucasus|Georgian
DE|Western Europe|German,deutsch,allemand|Federal Republic of Germany,Bundesrepublik Deutschland
GH|West Africa|Ghanaian
GR|Southern Europe|Greek,griechisch,grec
GD|Caribbean|Grenadian
GT|Central America|Guatemalan
GN|West Africa|Guinean
GW|West Africa|
GY|South America|Guyanese
HT|Caribbean|Haitian
HN|Central America|Honduran
HK|East Asia||Hong Kong
HU|Eastern Europe|Hungarian,ungarisch,hongrois
IS|Nordics|Icelandic,isländisch,islandais
IN|South Asia|Indian,indisch,indien
ID|Southeast Asia|Indonesian,indonesisch,indonésien
IR|Middle East|Iranian
IQ|Middle East|Iraqi
IE|Western Europe|Irish,irisch,irlandais|Republic of Ireland,Eire
IL|Middle East|Israeli,israelisch,israélien
IT|Southern Europe|Italian,italienisch,italien|Italia
JM|Caribbean|Jamaican
JP|East Asia|Japanese,japanisch,japonais
JO|Middle East|Jordanian
KZ|Central Asia|Kazakh,Kazakhstani
KE|East Africa|Kenyan,kenianisch,kényan
KI|Oceania|
KW|Middle East|Kuwaiti
KG|Central Asia|Kyrgyz
LA|Southeast Asia|Laotian
LV|Baltics|Latvian,lettisch,letton
LB|Middle East|Lebanese
LS|Southern Africa|Basotho
LR|West Africa|Liberian
LY|North Africa|Libyan
LI|Western Europe|
LT|Baltics|Lithuanian,litauisch,lituanien
LU|Western Europe|Luxembourgish,luxemburgisch,luxembourgeois
MO|East Asia||Macau,Macao
MG|East Africa|Malagasy
MW|East Africa|Malawian
MY|Southeast Asia|Malaysian,malaysisch
MV|South Asia|Maldivian
ML|West Africa|Malian
MT|Southern Europe|Maltese,maltesisch,maltais
MH|Oceania|
MR|West Africa|Mauritanian
MU|East Africa|Mauritian
MX|Central America|Mexican,mexikanisch,mexicain
FM|Oceania|
MD|Eastern Europe|Moldovan
MC|Western Europe|Monégasque
MN|East Asia|Mongolian
ME|Balkans|Montenegrin
MA|North Africa|Moroccan,marokkanisch,marocain
MZ|East Africa|Mozambican
MM|Southeast Asia|Burmese|Burma
NA|Southern Africa|Namibian
NR|Oceania|
NP|South Asia|Nepalese,Nepali
NL|Western Europe|Dutch,niederländisch,néerlandais|Holland,The Netherlands,Niederlanden
NZ|Oceania|New Zealander,neuseeländisch,néo-zélandais|Aotearoa
NI|Central America|Nicaraguan
NE|West Africa|
NG|West Africa|Nigerian,nigerianisch,nigérian
KP|East Asia|North Korean|North Korea
MK|Balkans|Macedonian|North Macedonia
NO|Nordics|Norwegian,norwegisch,norvégien
OM|Middle East|Omani
PK|South Asia|Pakistani
PW|Oceania|
PS|Middle East|Palestinian|Palestine
PA|Central America|Panamanian
PG|Oceania|
PY|South America|Paraguayan
PE|South America|Peruvian,peruanisch,péruvien
PH|Southeast Asia|Philippine,Filipino|The Philippines
PL|Eastern Europe|Polish,polnisch,polonais
PT|Southern Europe|Portuguese,portugiesisch,portugais
PR|Caribbean|Puerto Rican
QA|Middle East|Qatari
RO|Eastern Europe|Romanian,rumänisch,roumain
RU|Eastern Europe|Russian,russisch,russe|Russian Federation
RW|East Africa|Rwandan
KN|Caribbean|
LC|Caribbean|
VC|Caribbean|
WS|Oceania|Samoan
SM|Southern Europe|
ST|Central Africa|
SA|Middle East|Saudi,Saudi Arabian
SN|West Africa|Senegalese
RS|Balkans|Serbian,serbisch,serbe
SC|East Africa|
SL|West Africa|
SG|Southeast Asia|Singaporean,singapurisch
SK|Eastern Europe|Slovak,slowakisch,slovaque
SI|Balkans|Slovenian,slowenisch,slovène
SB|Oceania|
SO|East Africa|Somali
ZA|Southern Africa|South African,südafrikanisch,sud-africain
KR|East Asia|South Korean,Korean,koreanisch,coréen|South Korea,Korea,Republic of Korea
SS|East Africa|
ES|Southern Europe|Spanish,spanisch,espagnol|España
LK|South Asia|Sri Lankan
SD|North Africa|Sudanese
SR|South America|Surinamese
SE|Nordics|Swedish,schwedisch,suédois
CH|Western Europe|Swiss,schweizerisch,Schweizer,suisse|Confoederatio Helvetica
SY|Middle East|Syrian
TW|East Asia|Taiwanese,taiwanisch,taïwanais
TJ|Central Asia|Tajik
TZ|East Africa|Tanzanian
TH|Southeast Asia|Thai,thailändisch,thaïlandais
TL|Southeast Asia|Timorese|East Timor
TG|West Africa|Togolese
TO|Oceania|Tongan
TT|Caribbean|Trinidadian
TN|North Africa|Tunisian,tunesisch,tunisien
TR|Middle East|Turkish,türkisch,turc|Turkey,Türkei,Turquie
TM|Central Asia|Turkmen
UG|East Africa|Ugandan
UA|Eastern Europe|Ukrainian,ukrainisch,ukrainien
AE|Middle East|Emirati|UAE,U.A.E.,Emirates,Vereinigten Arabischen Emiraten
GB|Western Europe|British,britisch,britannique|UK,U.K.,Great Britain,Britain,Großbritannien,Grande-Bretagne,Vereinigten Königreich
US|North America|American,US,U.S.,amerikanisch,US-amerikanisch,américain|USA,U.S.A.,U.S.,US,United States of America,America,Vereinigte Staaten,États-Unis,Etats-Unis,the States,Vereinigten Staaten
UY|South America|Uruguayan
UZ|Central Asia|Uzbek
VU|Oceania|
VA|Southern Europe|
VE|South America|Venezuelan
VN|Southeast Asia|Vietnamese,vietnamesisch,vietnamien|Viet Nam
XK|Balkans|Kosovar
YE|Middle East|Yemeni
ZM|Southern Africa|Zambian
ZW|Southern Africa|Zimbabwean
GL|Nordics|Greenlandic
FO|Nordics|Faroese
GI|Southern Europe|
`

/** Areas larger than a country: their names in the three languages, then what they consist of. */
export const regionTable = `
Europe|European,Europa,europäisch,européen,continental Europe|Western Europe,Southern Europe,Nordics,Baltics,Eastern Europe,Balkans
Asia|Asian,Asien,asiatisch,Asie,asiatique|South Asia,East Asia,Southeast Asia,Central Asia,Middle East,Caucasus
Africa|African,Afrika,afrikanisch,Afrique,africain|North Africa,West Africa,East Africa,Central Africa,Southern Africa
Americas|The Americas,Amerika,Amérique|North America,Central America,South America,Caribbean
Oceania|Ozeanien,Océanie,Australasia|
North America|Northern America,Nordamerika,nordamerikanisch,Amérique du Nord,nord-américain,North American|MX
South America|Südamerika,südamerikanisch,Amérique du Sud,South American|
Central America|Zentralamerika,Amérique centrale|
Caribbean|the Caribbean,Karibik,Caraïbes|
Latin America|LATAM,LatAm,Lateinamerika,lateinamerikanisch,Amérique latine,Latin American|South America,Central America,MX,CU,DO,PR
Western Europe|Westeuropa,Europe de l'Ouest|
Southern Europe|Südeuropa,Europe du Sud|
Eastern Europe|Osteuropa,Europe de l'Est,Central and Eastern Europe,CEE|
Nordics|Nordic,the Nordics,Nordic countries,Nordic region,nordisch,pays nordiques,Nordeuropa,Northern Europe,Skandinavien|
Scandinavia|Scandinavian,skandinavisch,Scandinavie,scandinave|SE,NO,DK
Baltics|Baltic,the Baltics,Baltic states,Baltikum,pays baltes|
Balkans|Balkan,the Balkans|
Benelux|Benelux countries,Benelux-Staaten,Low Countries|BE,NL,LU
DACH|D-A-CH,German-speaking countries,deutschsprachiger Raum|DE,AT,CH
Iberia|Iberian,Iberian Peninsula|ES,PT
British Isles||GB,IE
European Union|EU,E.U.,Europäische Union,Union européenne,UE|AT,BE,BG,HR,CY,CZ,DK,EE,FI,FR,DE,GR,HU,IE,IT,LV,LT,LU,MT,NL,PL,PT,RO,SK,SI,ES,SE
Eurozone|euro area,Euroraum,zone euro|AT,BE,HR,CY,EE,FI,FR,DE,GR,IE,IT,LV,LT,LU,MT,NL,PT,SK,SI,ES
European Economic Area|EEA,EWR|European Union,IS,LI,NO
Middle East|Naher Osten,Moyen-Orient,Near East,Middle Eastern,Mideast|
Gulf|Gulf states,GCC,Golfstaaten|AE,SA,QA,KW,BH,OM
MENA||Middle East,North Africa
EMEA||Europe,Middle East,Africa
North Africa|Nordafrika,Afrique du Nord,Maghreb,North African|
West Africa|Westafrika,Afrique de l'Ouest,West African|
East Africa|Ostafrika,Afrique de l'Est,East African|
Central Africa|Zentralafrika,Afrique centrale|
Southern Africa|südliches Afrika,Afrique australe|
Sub-Saharan Africa|Subsahara-Afrika,Afrique subsaharienne,sub-Saharan|West Africa,East Africa,Central Africa,Southern Africa
South Asia|Südasien,Asie du Sud,South Asian|
East Asia|Ostasien,Asie de l'Est,East Asian|
Southeast Asia|South-East Asia,South East Asia,Südostasien,Asie du Sud-Est,Southeast Asian,ASEAN|
Central Asia|Zentralasien,Asie centrale|
Caucasus|Kaukasus,Caucase|
Midwest|American Midwest,US Midwest,Midwestern United States,Mittlerer Westen|US:Illinois,US:Indiana,US:Iowa,US:Kansas,US:Michigan,US:Minnesota,US:Missouri,US:Nebraska,US:North Dakota,US:Ohio,US:South Dakota,US:Wisconsin
New England|Neuengland,Nouvelle-Angleterre|US:Connecticut,US:Maine,US:Massachusetts,US:New Hampshire,US:Rhode Island,US:Vermont
Northeastern United States|US Northeast,American Northeast|New England,US:New York State,US:New Jersey,US:Pennsylvania
West Coast|US West Coast,American West Coast,West Coast of the United States|US:California,US:Oregon,US:Washington State
East Coast|US East Coast,American East Coast,East Coast of the United States|New England,US:New York State,US:New Jersey,US:Delaware,US:Maryland,US:District of Columbia,US:Virginia,US:North Carolina,US:South Carolina,US:Georgia,US:Florida
Pacific Northwest||US:Oregon,US:Washington State
Southern United States|American South,US South,Deep South|US:Alabama,US:Arkansas,US:Florida,US:Georgia,US:Kentucky,US:Louisiana,US:Mississippi,US:North Carolina,US:Oklahoma,US:South Carolina,US:Tennessee,US:Texas,US:Virginia,US:West Virginia
Eastern Germany|East Germany,Ostdeutschland,ostdeutsch,neue Bundesländer|DE:Berlin,DE:Brandenburg,DE:Mecklenburg-Vorpommern,DE:Saxony,DE:Saxony-Anhalt,DE:Thuringia
Northern Germany|Norddeutschland,norddeutsch|DE:Hamburg,DE:Bremen,DE:Lower Saxony,DE:Schleswig-Holstein,DE:Mecklenburg-Vorpommern
Southern Germany|Süddeutschland,süddeutsch|DE:Bavaria,DE:Baden-Württemberg
Grand Est||FR:Alsace,FR:Lorraine,FR:Champagne-Ardenne
APAC|Asia-Pacific,Asia Pacific,Asien-Pazifik,Asie-Pacifique|South Asia,East Asia,Southeast Asia,Oceania
`
