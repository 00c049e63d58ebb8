/** The larger parts of some countries: country, code where it is written beside cities, names. */
export const divisionTable = `
GB||England|Angleterre
GB||Scotland|Schottland,Écosse,Scottish,schottisch
GB||Wales|Pays de Galles,Welsh
GB||Northern Ireland|Nordirland,Irlande du Nord,Northern Irish
US|AL|Alabama
US|AK|Alaska
US|AZ|Arizona
US|AR|Arkansas
US|CA|California|Kalifornien,Californie,Californian
US|CO|Colorado
US|CT|Connecticut
US|DE|Delaware
US|FL|Florida|Floride
US|GA|Georgia
US|HI|Hawaii
US|ID|Idaho
US|IL|Illinois
US|IN|Indiana
US|IA|Iowa
US|KS|Kansas
US|KY|Kentucky
US|LA|Louisiana|Louisiane
US|ME|Maine
US|MD|Maryland
US|MA|Massachusetts
US|MI|Michigan
US|MN|Minnesota
US|MS|Mississippi
US|MO|Missouri
US|MT|Montana
US|NE|Nebraska
US|NV|Nevada
US|NH|New Hampshire
US|NJ|New Jersey
US|NM|New Mexico
US|NY|New York State
US|NC|North Carolina
US|ND|North Dakota
US|OH|Ohio
US|OK|Oklahoma
US|OR|Oregon
US|PA|Pennsylvania
US|RI|Rhode Island
US|SC|South Carolina
US|SD|South Dakota
US|TN|Tennessee
US|TX|Texas|Texan
US|UT|Utah
US|VT|Vermont
US|VA|Virginia
US|WA|Washington State
US|WV|West Virginia
US|WI|Wisconsin
US|WY|Wyoming
US|DC|District of Columbia|D.C.
CA|AB|Alberta
CA|BC|British Columbia
CA|MB|Manitoba
CA|NB|New Brunswick
CA|NL|Newfoundland and Labrador|Newfoundland
CA|NS|Nova Scotia
CA|ON|Ontario
CA|PE|Prince Edward Island
CA|QC|Quebec|Québec
CA|SK|Saskatchewan
CA|YT|Yukon
CA|NT|Northwest Territories
CA|NU|Nunavut
DE||Baden-Württemberg|Baden-Wuerttemberg
DE||Bavaria|Bayern,Bavière,Bavarian,bayerisch
DE||Brandenburg
DE||Hesse|Hessen
DE||Mecklenburg-Vorpommern|Mecklenburg-Western Pomerania
DE||Lower Saxony|Niedersachsen,Basse-Saxe
DE||North Rhine-Westphalia|Nordrhein-Westfalen,NRW
DE||Rhineland-Palatinate|Rheinland-Pfalz
DE||Saarland
DE||Saxony|Sachsen,Saxe
DE||Saxony-Anhalt|Sachsen-Anhalt
DE||Schleswig-Holstein
DE||Thuringia|Thüringen
AU|NSW|New South Wales
AU|VIC|Victoria
AU|QLD|Queensland
AU|WA|Western Australia
AU|SA|South Australia
AU|TAS|Tasmania
AU|NT|Northern Territory
AU|ACT|Australian Capital Territory
CH||Ticino|Tessin
FR||Brittany|Bretagne
FR||Normandy|Normandie
FR||Île-de-France|Ile-de-France
FR||Auvergne-Rhône-Alpes
FR||Provence-Alpes-Côte d'Azur|Provence,PACA,Côte d'Azur,French Riviera
FR||Occitanie|Occitania
FR||Nouvelle-Aquitaine
FR||Alsace|Elsass
FR||Lorraine|Lothringen
FR||Champagne-Ardenne
FR||Hauts-de-France
FR||Bourgogne-Franche-Comté|Burgundy,Bourgogne,Burgund
FR||Centre-Val de Loire
FR||Pays de la Loire
FR||Corsica|Corse,Korsika
ES||Catalonia|Cataluña,Catalunya,Katalonien
ES||Andalusia|Andalucía
ES||Basque Country|País Vasco,Baskenland,Pays basque
ES||Galicia|Galicien,Galice
ES||Valencian Community|Comunidad Valenciana
ES||Aragon|Aragón
ES||Asturias|Asturien
ES||Castile and León|Castilla y León
ES||Navarre|Navarra
ES||Canary Islands|Canarias,Kanarische Inseln,îles Canaries
ES||Balearic Islands|Baleares,Balearen
IT||Lombardy|Lombardia,Lombardei
IT||Tuscany|Toscana,Toskana
IT||Piedmont|Piemonte
IT||Sicily|Sicilia,Sizilien,Sicile
IT||Veneto|Venetien,Vénétie
IT||Emilia-Romagna
IT||Lazio|Latium
IT||Campania|Kampanien,Campanie
IT||Liguria|Ligurien,Ligurie
IT||Apulia|Puglia,Apulien,Pouilles
IT||Sardinia|Sardegna,Sardinien,Sardaigne
IT||Friuli-Venezia Giulia|Friuli,Friaul
IT||Trentino-South Tyrol|South Tyrol,Südtirol,Alto Adige,Trentino
IT||Umbria|Umbrien,Ombrie
IT||Marche|Le Marche
IT||Calabria|Kalabrien,Calabre
BE||Flanders|Flandern,Flandre,Vlaanderen
BE||Wallonia|Wallonien,Wallonie
AT||Tyrol|Tirol
AT||Styria|Steiermark
AT||Vienna State|Land Wien
AT||Upper Austria|Oberösterreich
AT||Lower Austria|Niederösterreich
AT||Carinthia|Kärnten
AT||Vorarlberg
AT||Salzburg State|Land Salzburg
AT||Burgenland
CH||Valais|Wallis
CH||Vaud|Waadt
CH||Graubünden|Grisons
CH||Aargau
CH||Thurgau
NL||Holland|South Holland,North Holland,Zuid-Holland,Noord-Holland
NL||North Brabant|Noord-Brabant,Brabant
NL||Gelderland
NL||Limburg
NL||Friesland
NL||Zeeland
NL||Overijssel
IN||Karnataka
IN||Rajasthan
IN||Punjab
IN||West Bengal
IN||Uttar Pradesh
IN||Andhra Pradesh
IN||Maharashtra
IN||Tamil Nadu
IN||Telangana
IN||Kerala
IN||Gujarat
JP||Hokkaido
CN||Guangdong
CN||Zhejiang
CN||Jiangsu
CN||Sichuan
CN||Fujian
CN||Shandong
CN||Hunan
CN||Hubei
CN||Yunnan
`
