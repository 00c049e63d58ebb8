/**
 * Words that mean the same where facts are asked for and given, in English, German and French. The first word names
 * the concept. A phrase in several concepts stands for each of them; behind a tilde stands what only may mean it.
 */
const table = `
employee: employees|staff|workforce|headcount|~people|personnel|colleagues|~team|team members|workers|employ|employs|employed|FTEs|full-time equivalents|Mitarbeiter|Mitarbeiterinnen|Mitarbeitende|Mitarbeitenden|Beschäftigte|Beschäftigten|beschäftigt|Belegschaft|Angestellte|Mitarbeiterzahl|~Menschen|~Personen|~Team|salariés|salarié|employés|effectif|effectifs|collaborateurs|collaboratrices|emploie|~personnes|~équipe|of us|on the payroll|on its payroll|Arbeitsplätze|Arbeitsplätzen|Gesamtbelegschaft|Beschäftigtenzahl|Personalstand|jobs|Arbeitskräfte|Team von|effectif total|postes|personnel at the end of the period
founded: founded|founding|foundation|established|set up|started|incorporated|incorporation|inception|formed|launched|began|gegründet|Gründung|Gründungsjahr|gründete|gründeten|fondée|fondé|créée|créé|création|fondation|née en|Gründungsdatum|date of foundation|came into being|ins Leben gerufen|création de|vu le jour|voit le jour|entstand|came into existence
founder: founder|founders|co-founder|co-founders|cofounder|cofounders|founded by|started by|Gründer|Gründerin|Mitgründer|Mitgründerin|Gründerinnen|fondateur|fondatrice|fondateurs|cofondateur|cofondatrice|fondée par|fondé par|créée par
headquarters: headquarters|headquartered|head office|HQ|based in|seat|registered office|main office|Sitz|Hauptsitz|Firmensitz|Unternehmenssitz|Stammsitz|ansässig|Zentrale|siège|siège social|basée à|basé à|implantée à
office: office|offices|where we are|where to find us|branch|branches|site|sites|location|locations|hub|Standort|Standorte|Niederlassung|Niederlassungen|Büro|Büros|bureau|bureaux|agence|agences|implantation
revenue: revenue|revenues|turnover|sales|~sold|Umsatz|Jahresumsatz|Umsatzerlöse|Erlöse|chiffre d'affaires|CA annuel|recettes|net sales|turned over|net revenue|annual sales|annual income|Erlös|recettes annuelles
profit: profit|net profit|net income|earnings|Gewinn|Jahresüberschuss|Überschuss|bénéfice|résultat net
loss: loss|net loss|losses|~lost|operating loss|deficit|Verlust|Fehlbetrag|perte|pertes|perte nette|déficit
total: total|in total|to date|so far|altogether|overall|in all|insgesamt|gesamt|bisher|Gesamtfinanzierung|au total|à ce jour|totale
raised: raised|raise|raises|from investors|Series A|Series B|Series C|seed round|money raised|funding|funding round|financing|financing round|investment round|round|raising|secured|closed|closes|took in|taken in|capital raised|eingesammelt|Finanzierung|Finanzierungsrunde|Kapital|aufgenommen|levé|lève|levée de fonds|levée|tour de table|financement|received
loan: loan|loans|credit|debt|borrowed|Darlehen|Kredit|prêt|emprunt|crédit
grant: grant|grants|subsidy|award|awarded|funded by|Zuschuss|Förderung|gefördert|subvention|bourse|Fördersumme|Fördermittel|gefördert|funded|grant size|Zuwendung|subventionné
investor: investor|investors|backer|backers|led by|lead investor|lead investors|led the round|led|leads|participated|Investor|Investoren|Geldgeber|angeführt|investisseur|investisseurs|mené par|menée par
valuation: valuation|valued at|valuing|post-money|pre-money|is worth|Bewertung|bewertet|valorisation|valorisée|valorisé
price: price|prices|cost|costs|costing|fee|charge|charges|charged|priced|list price|per month|rate|tariff|Preis|Preise|kostet|kosten|Listenpreis|prix|tarif|coûte|coût|abonnement|subscription|rental|rent|Beitrag|Mitgliedsbeitrag|membership fee|Gebühr|Gebühren|Eintritt|Eintrittspreis|admission|entry fee|cotisation|frais|dues|Entgelt
purchase price: purchase price|acquisition price|sale price|pay|paid|price paid|deal worth|acquired for|acquire|bought for|Kaufpreis|prix d'achat|prix de rachat|buy|buys|to buy|acquires
acquisition: acquired|acquire|acquires|acquisition|takeover|take over|bought|buys|buy|purchase|purchased|acquirer|buyer|merger|übernommen|Übernahme|übernimmt|gekauft|kauft|Käufer|rachat|rachetée|racheté|rachète|acquis|acquiert|acquise|acquéreur
startup: start-up|start-ups|startup|startups
customer: customers|customer|clients|client|users|subscribers|~accounts|buyers|Kunden|Kunde|Nutzer|Abonnenten|clients|abonnés|utilisateurs
paying: paying|paid|zahlende|payants
country: countries|country|nations|Länder|Ländern|pays
randomised: randomised|randomized|randomly assigned|randomly allocated|assigned at random|allocated at random
participant: participants|participant|subjects|patients|volunteers|respondents|adults|people|individuals|enrolled|randomised|randomized|recruited|interviewed|surveyed|asked|followed|studied|tested|included|observed|examined|sample|sample size|children|women|men|Teilnehmer|Teilnehmerinnen|Probanden|Befragte|Patienten|participants|volontaires|sujets|personnes interrogées|enrolment|enrollment|target enrolment
sample size: sample size|sample|n =|participants|Stichprobe|Stichprobengröße|échantillon|enrolment|enrollment|target enrolment|planned enrolment
publication: published|publication date|date of publication|date published|publication|posted|released|Erscheinungsdatum|veröffentlicht|Veröffentlichung|Veröffentlichungsdatum|publié|publiée|parution|date de publication
publications: publications|papers|articles|published papers|research papers|journal articles|Veröffentlichungen|Publikationen|Aufsätze|publications|articles
submission: submission|submitted|received|eingereicht|soumis|soumission
retraction: retraction|retracted|withdrawn|zurückgezogen|rétracté|rétractation
author: author|authors|by|written by|Autor|Autorin|Autoren|Von|auteur|auteure|auteurs|Par|byline|journalist|reporter
corresponding: corresponding author|correspondence|contact author|correspondance|Korrespondenz
degree: degree|degrees|studied|graduated|studies|holds a|qualification|Abschluss|Studium|studierte|diplôme|études|graduate
doctorate: doctorate|PhD|Ph.D.|DPhil|dissertation|thesis|promovierte|Promotion in|Promotion an|Promotionsjahr|Doktorarbeit|doctorat|thèse
born: born|birth|birthday|date of birth|year of birth|place of birth|birthplace|geboren|Geburt|Geburtsjahr|Geburtsort|né|née|naissance
joined: joined|start date|started|join|came to|arrived|arrival|appointed|started at|moved to|wechselte|kam|trat|rejoint|arrivé|arrivée|nommé|nommée
retired: retired|retirement|retires|emeritus|emerita|im Ruhestand|pensioniert|retraite
position: position|role|rank|academic rank|job|title|job title|post|occupation|appointment|~professor|~led|~leads|~lecturer|~fellow|~engineer|~researcher|Stelle|Position|Funktion|poste|fonction
employer: employer|works at|works for|working at|affiliation|organisation|organization|company|institution|Arbeitgeber|employeur
application deadline: Bewerbungsfrist|Bewerbungsschluss|Bewerbungen|application deadline|applications close|candidature|candidatures|closing date|closing date for applications|apply by|deadline for applications|deadline|Bewerbungsende|date limite de candidature
application: application|applications|apply|applicants|candidates|CV|résumé|Bewerbung|Bewerbungen|bewerben|candidature|candidatures|postuler
career: careers|career|job applications|job application|jobs|vacancies|openings|open positions|open roles|recruiting|recruitment|hiring|work with us|join us|HR|human resources|Karriere|Stellen|Stellenangebote|recrutement|emplois|emploi|carrières|offres d'emploi
deadline: Anmeldeschluss|Anmeldefrist|Anmeldung bis|registration closes|register by|sign up by|inscriptions jusqu'au|deadline|closing date|close|closes|closing|due|due date|until|by|no later than|last day|cut-off|bis zum|bis|Frist|Einsendeschluss|date limite|avant le|au plus tard|jusqu'au|before
press: press|media|journalists|interviews|news desk|newsroom|public relations|PR|communications|Presse|Medien|Pressekontakt|Pressestelle|presse|médias|relations presse|contact presse|photographs
support: support|help|helpdesk|help desk|customer service|service desk|assistance|Hilfe|Kundendienst|Kundenservice|service client|hotline
sales: sales|sales team|sales office|quotes|orders|order|Vertrieb|Verkauf|ventes|commercial|service commercial|demo
security: security|vulnerability|vulnerabilities|security problems|security reports|responsible disclosure|Sicherheit|Sicherheitslücken|sécurité
privacy: privacy|data protection|data protection officer|DPO|GDPR|Datenschutz|Datenschutzbeauftragte|Datenschutzbeauftragten|Datenschutzbeauftragter|protection des données|DPD|délégué à la protection des données
investor relations: investor relations|investors|shareholders|investor questions|IR|Investoren|Aktionäre|relations investisseurs|actionnaires|investor
legal: legal|legal notice|imprint|Impressum|mentions légales
general: general|main|central|switchboard|reception|front desk|enquiries|inquiries|info|information|everyone else|anything else|office|contact|hello|Zentrale|allgemein|Empfang|standard|accueil|général
telephone: telephone|phone|tel|phone number|telephone number|call|mobile|cell|hotline|line|Telefon|Telefonnummer|Fon|Tel|Rufnummer|téléphone|tél|portable|numéro
email: e-mail|email|mail|e-mail address|mailto|write to|E-Mail-Adresse|courriel|adresse électronique|mél
address: address|street address|postal address|Adresse|Anschrift|adresse postale
website: website|web site|homepage|home page|site|web page|webpage|URL|Webseite|Internetseite|site web|site internet|page personnelle|personal page
repository: repository|repo|source code|code|git|github|gitlab|source|implementation|software|Quellcode|Quelltext|code source|dépôt|dépôt du code
documentation: documentation|docs|API documentation|reference|manual|guide|developer docs|Dokumentation|Handbuch
dataset: dataset|data set|data|benchmark|corpus|Datensatz|jeu de données
publisher: publisher|publishing house|published by|came out with|Verlag|éditeur|maison d'édition
licence: licence|license|licensed|licensed under|published under|open source|Lizenz|licence
journal: journal|published in|proceedings|venue|conference|magazine|Zeitschrift|revue
doi: DOI|digital object identifier
registration: registration|registered|trial registration|registration number|registry|registration no|Registrierung|Registernummer|Handelsregister|HRB|enregistrement|immatriculation|SIREN|RCS|company number|registered number|registry ID|registry|registration ID|trial ID
auditor: auditor|auditors|audited by|audit|Wirtschaftsprüfer|Abschlussprüfer|commissaire aux comptes
owner: owner|owners|owned by|proprietor|belongs to|Eigentümer|Inhaber|Inhaberin|Besitzer|propriétaire|détenue par|appartient|owns|own|holder|gehört|belongs|in the hands of|détient|appartenant
parent: parent|parent company|subsidiary of|part of|Muttergesellschaft|Tochter|maison mère|filiale
supplier: supplier|suppliers|supplied by|vendor|Lieferant|Zulieferer|fournisseur
partner: partner|partners|partnership|with|Partner|partenaire
assistant: assistant|secretary|personal assistant|PA|Assistentin|Sekretariat|assistante|secrétaire
language: languages|language|speaks|spoken|fluent|Sprachen|Sprache|spricht|langues|langue|parle
capacity: capacity|capable|output|throughput|Kapazität|Leistung|capacité|puissance
efficiency: efficiency|efficient|yield|Wirkungsgrad|Effizienz|rendement|efficacité
round-trip: round-trip|round trip|aller-retour
weight: weight|weighs|mass|heavy|Gewicht|wiegt|poids|pèse|masse
length: length|long|Länge|longueur
height: height|high|tall|Höhe|hauteur
range: range|reach|Reichweite|autonomie
speed: speed|fast|velocity|Geschwindigkeit|vitesse
duration: duration|lasts|lasting|length|period|term|runs for|takes|Dauer|dauert|Laufzeit|durée|pendant|for a term of|fixed term
distance: distance|travelled|traveled|travel|driven|Strecke|Entfernung|parcouru
trial: trial|free trial|try|free for|trial period|test|Testphase|Probezeit|essai|période d'essai
free: free|free of charge|no cost|complimentary|kostenlos|gratis|gratuit|gratuite|gratuits
salary: salary|salaries|pay|wage|wages|compensation|Gehalt|Lohn|salaire|rémunération
share: share|stake|proportion|fraction|holds|hold|keep|Anteil|part|détient|owns|own|owned|Beteiligung|besitzt|gehören|hält|possède|~shareholder|~Gesellschafter|~actionnaire
share price: share price|stock price|shares trade at|closing price|closed at|Aktienkurs|Kurs|cours de l'action
closing: closing|closed|close|am Abend|end of the day|Schluss|Schlusskurs|clôture
first day: first day|debut|first day of trading|erster Handelstag|premier jour
listing: listing|listed|IPO|initial public offering|public offering|stock exchange|floated|went public|stock market|share offering|trading|Börsengang|Börse|gelistet|notiert|Freiverkehr|introduction en bourse|cotée|cotation
insolvency: insolvency|insolvent|bankruptcy|bankrupt|administration|filed for insolvency|Insolvenz|Insolvenzantrag|insolvent|Insolvenzverwalter|Insolvenzverwalterin|redressement|liquidation|faillite
administrator: administrator|insolvency administrator|liquidator|receiver|Insolvenzverwalter|Insolvenzverwalterin|mandataire judiciaire|administrateur judiciaire
debt: debt|debts|liabilities|owes|owed|Schulden|Verbindlichkeiten|dette|dettes
layoff: layoffs|laid off|lay off|redundancies|dismissed|job cuts|cut jobs|cuts jobs|redundant|let go|cut|dismissals|entlassen|Entlassungen|Stellenabbau|licenciés|licenciements|suppressions de postes|jobs lost|lose their jobs|lost their jobs|losing their jobs|job losses|jobs cut|cutting jobs|jobs to go|posts cut|positions cut|gestrichene Stellen|gestrichenen Stellen|Stellen gestrichen|streicht|gestrichen|abgebaut|emplois supprimés|postes supprimés
closed: closed|closes|shut down|shuts down|ceased operations|ceased|wound up|closure|dissolved|eingestellt|geschlossen|fermé|fermée|cessation
opened: opened|opening|opens|open|inaugurated|went into operation|eröffnet|Eröffnung|ouvert|ouverte|inauguré|ouverture
plant: plant|factory|facility|works|production site|manufacturing site|Werk|Fabrik|Anlage|usine|site de production
construction: construction|building work|build|break ground|groundbreaking|works begin|Bau|Baubeginn|Arbeiten|Bauarbeiten|construction|travaux|chantier
start: start|since|seit|depuis|begin|begins|beginning|from|starting|starts|commence|Beginn|beginnen|beginnt|Start|ab|début|commence|à partir du|start date|starting date|first day
end: end|ends|ending|until|expires|expiry|runs until|finish|Ende|endet|läuft bis|bis|fin|jusqu'en|prend fin|completion|conclusion|last day|final day|concludes|closes|Abschluss|clôture|end date|closing day
effective: took effect|effective|came into force|completed|closing|closed|wirksam|in Kraft|vollzogen|effet|effectif
lifetime: lifetime|life|last|lasts|lasting|service life|life expectancy|Lebensdauer|Laufzeit|durée de vie|autonomie
lawyer: lawyers|attorneys|solicitors|Anwälte|Anwältinnen|Rechtsanwälte|avocats|avocates
shareholder: shareholder|shareholders|stakeholder|Aktionär|Aktionäre|Gesellschafter|actionnaire|actionnaires
release: release|released|went on sale|on sale since|on the market|came to market|introduced|lancement|commercialisé|version|latest version|latest release|launch|launched|Version|Veröffentlichung|sortie|what's new in|is out in version|firmware
latest: latest|most recently|newest|current|most recent|last|recent|neueste|aktuelle|letzte|dernière|dernier|récent
citation: citations|cited|citation count|Zitationen|citations
patent: patents|patent|Patente|Patent|brevets|brevet
award: award|awards|prize|medal|won|received|Preis|Auszeichnung|prix|récompense
supervised: supervised|supervisor|advised|advisor|supervises|betreut|Betreuer|encadré|dirigé
student: students|student|doctoral students|PhD students|Studenten|Studierende|Doktoranden|étudiants|doctorants
led: led|lead|leads|headed|principal investigator|PI|geleitet|leitet|dirigé
funding body: funding body|funder|funding|acknowledgements|funded by|financed by|supported by|grant from|sponsor|Förderer|gefördert von|financé par|financeur|Funder|Sponsor|gefördert vom|Drittmittelgeber|funding source|source of funding|bailleur|finance
experience: experience|years of experience|Erfahrung|Berufserfahrung|expérience
commission: commission|fee|cut|Provision|commission
spending: spending|spent|expenditure|invested|investment|investissement|Investition|Investitionen|expenses|aufgewendet|Aufwand|Ausgaben|dépenses|dépensé|investi|investiert|investierte|Investitionssumme|Investitionsvolumen|budget|montant investi
research and development: research and development|R&D|R & D|Forschung und Entwicklung|FuE|F&E|recherche et développement|R et D
online shop: online shop|online store|web shop|webshop|e-shop|order online|buy online|shop online|~ordered|~shop|Onlineshop|boutique en ligne
store: stores|supermarkets|shops|outlets|retailers|locations|Filialen|Märkte|Geschäfte|magasins|supermarchés
patient: patients|patient|Patienten|patients
nurse: nurses|nurse|Pflegekräfte|infirmières|infirmiers
load: loads|load|shipments|consignments|orders|transports|Ladungen|Sendungen|Transporte|chargements|envois
handled: handled|processed|carried|brokered|managed|vermittelte|abgewickelt|bearbeitet|traité
cash: cash|cash position|cash and equivalents|liquidity|in the bank|Barmittel|Liquidität|trésorerie
dividend: dividend|payout|Dividende|dividende
order: order|contract|orders|Auftrag|contrat|commande
warranty: warranty|guarantee|Garantie|garantie
monthly: monthly|per month|a month|each month|monatlich|pro Monat|im Monat|par mois|mensuel|mensuelle
annual: annual|yearly|per year|a year|per annum|jährlich|pro Jahr|annuel|annuelle|par an
daily: daily|per day|a day|each day|every day|täglich|pro Tag|am Tag|par jour|quotidien
average: average|mean|on average|median|typical|durchschnittlich|Durchschnitt|im Schnitt|Mittel|moyenne|moyen|en moyenne
attendance: attendance|attendees|visitors|participants|guests|delegates|Besucher|Teilnehmer|visiteurs|participants|attracted|drew|spectators|audience|visitor numbers|Besucherzahl|Zuschauer|fréquentation|spectateurs|festivaliers|attiré|attended|came
ticket: ticket|tickets|admission|entry|registration|Eintritt|Karte|Karten|billet|billets|entrée
venue: venue|hall|held at|takes place|Veranstaltungsort|Ort|lieu|salle
member: members|member|membership|Mitglieder|membres|Vereinsmitglieder|adhérents
volunteer: volunteers|volunteer|Freiwillige|bénévoles|volontaires
risk: risk|relative risk|hazard ratio|odds ratio|Risiko|risque
protein: protein|Eiweiß|Protein|protéines|protéine
storage: storage|stored|storing|Lagerung|gelagert|stockage|conservation|stockées|stockés|conservées
residence: lives in|lives|residence|resident|resides|based in|home|wohnt|Wohnort|habite|réside|résidence|lived in|has lived in|living in|where I live|I live|resident in|home town|lebt|vit à|domicile
industry: industry|sector|field|branch|Branche|Sektor|secteur|domaine
chair: chair|chairman|chairwoman|chairperson|chair of the board|Vorsitz|Vorsitzende|Vorsitzender|président du conseil
item number: item number|article number|product number|SKU|part number|item no|order number|model number|Artikelnummer|Bestellnummer|référence
name: name|named|called|Name|heißt|nom|nommé
loaned: average loan|loan size|loan
paper: papers|paper|articles|publications|co-authored|Aufsätze|Artikel|articles
article: article|articles
population: population|inhabitants|residents|Einwohner|habitants|population
area: area|surface|floor space|Fläche|superficie|surface
temperature: temperature|degrees|Temperatur|température
battery: battery|batteries|cell|cells|Batterie|Akku|batterie|cellule
break even: break even|breaks even|break-even|pays for itself|amortised|payback|rentabilisé|amortisiert
conference: conference|congress|event|meeting|symposium|Konferenz|Tagung|conférence|congrès
booking: booking|bookings|book|reservation|reservations|reserve|Reservierung|Buchung|réservation|réserver
speaker: speakers|invited speakers|keynotes|keynote speakers|Redner|Referenten|intervenants
vacancy: open positions|openings|vacancies|open roles|job openings|offene Stellen|postes ouverts|current openings|jobs
manufacturer: manufacturer|maker|made by|manufactured by|Hersteller|fabricant
developer: developer|developed by|Entwickler|développeur
reached: reached|reach|served|serving|serve|benefited|beneficiaries|erreicht|bénéficiaires|touchées
station: stations|station|sites|gauges|Stationen|Messstellen
waiting list: waiting list|waitlist|Warteliste|liste d'attente
class: class|classes|class size|Klasse|Klassen|classe
pupil: pupils|students|schoolchildren|Schüler|Schülerinnen|élèves
manufacture: made|made in|manufactured|manufactured in|manufacture|produced in|assembled|origin|country of origin|hergestellt|Herstellung|Herkunft|Ursprungsland|fabriqué|fabrication|origine
contractor: contractor|awarded to|contract awarded|builder|Auftragnehmer|Bauunternehmen|entrepreneur|titulaire
battery life: battery life|playback|runtime|running time|hours of use|Akkulaufzeit|Laufzeit|autonomie|hours of playback
luminous flux: luminous flux|lumens|lumen|lm|brightness|Lichtstrom|flux lumineux
enrolment: enrolment|enrollment|enrolled|recruited|sample size|target enrolment|participants|planned sample|inclusion
contract: contract|fixed term|fixed-term|temporary|agreement|Vertrag|befristet|contrat|CDD
review: reviews|ratings|rated by|reviewers|votes|Bewertungen|Rezensionen|avis|évaluations
rating: rating|ratings|rated|stars|star rating|score|Bewertung|Bewertungen|Sterne|note moyenne|étoiles|noté
faster: faster|speed-up|speedup|quicker|schneller|plus rapide
slower: slower|slowdown|slow-down|slows|slowed|langsamer|plus lent
increase: increase|increased|growth|grew|rise|rose|up by|gain|gained|higher|improvement|improved|Wachstum|Anstieg|gestiegen|stieg|wuchs|Zuwachs|hausse|croissance|augmentation|progression|augmenté
reduction: reduction|reduced|reduce|reduces|decrease|decreased|decline|declined|fell|fell by|falls|drop|dropped|lower|lowered|cut|shorter|less|shrank|Rückgang|gesunken|sank|verringert|Senkung|reduziert|baisse|réduction|diminution|réduit|recul
discount: discount|discounts|discounted|early bird|early-bird|Frühbucher|Frühbucherrabatt|off|rebate|reduction|Rabatt|Ermäßigung|Nachlass|remise|réduction|rabais
organiser: organiser|organizer|organisers|run by|organised by|operator|operated by|Veranstalter|Veranstalterin|Träger|Betreiber|organisateur|exploitant
first edition: first edition|first held|held for the first time|first took place|inaugural edition|erstmals|zum ersten Mal|erste Ausgabe|première édition
vehicle: vehicles|trucks|lorries|vans|Fahrzeuge|Lkw|Lastwagen|véhicules|camions|fleet|Flotte|flotte
garden: gardens|garden|Gärten|Garten|jardins|jardin
apprentice: apprentices|apprentice|apprenticeship|apprenticeships|~Ausbildung|Ausbildungsplatz|Ausbildungsplätze|apprentissage|trainees|Auszubildende|Auszubildenden|Azubis|Lehrlinge|apprentis|alternants
machine: machines|machine|Maschinen|Maschine|machines
room: rooms|room|Zimmer|chambres|chambre
seat: seats|places|Plätze|Sitzplätze|places assises
boat: boats|ships|vessels|Boote|Schiffe|bateaux|navires
product: products|product|product range|Produkte|Produkt|produits|produit
project: projects|project|Projekte|Projekt|projets|projet
brand: brands|brand|Marken|Marke|marques|marque
species: species|Arten|espèces
book: books|book|Bücher|Buch|livres|livre
hospital: hospitals|hospital|clinics|Krankenhäuser|Kliniken|hôpitaux|cliniques
school: schools|school|Schulen|Schule|écoles|école
farm: farms|farmers|growers|Betriebe|Höfe|Landwirte|exploitations|agriculteurs
market: markets|market|Märkte|marchés
subsidy: subsidies|public funding|public money|Zuschüsse|Fördermittel|subventions
accounting: accounting|accounts department|finance department|finance team|finance office|bookkeeping|billing|invoicing|Buchhaltung|Rechnungswesen|comptabilité
secretariat: secretariat|~secretary|secretary's office|Sekretariat|Geschäftszimmer|secrétariat
emergency: emergency|emergencies|24-hour|24 hours|round the clock|around the clock|day and night|night and day|night|out of hours|Notfall|Notfälle|Notdienst|rund um die Uhr|Tag und Nacht|urgence|urgences|jour et nuit
adult: adult|adults|Erwachsene|Erwachsener|adulte|adultes|plein tarif|tarif plein|tarif normal|full price|full rate|full fare|full tariff|standard ticket|Vollpreis|Normalpreis
admissions: admissions|head of admissions|admissions office|~applications|~apply|Zulassung|Zulassungsstelle|inscriptions
sponsor: sponsors|sponsor|sponsoring|sponsorship|Sponsoren|parrainage|sponsors
guide: guide|guides|instructions|how-to|handbook|manual|Anleitung|Leitfaden|mode d'emploi
migration: migration|migrating|migrate|moving to|upgrade|upgrading|switching to|move to|Umstieg|Umzug
update: update|updated|last updated|last update|new in|what's new|release notes|last modified|revised|Aktualisierung|aktualisiert|zuletzt geändert|mise à jour|mis à jour
`

/** Words that mean something else without their ending. */
const unlike = new Set('rate rates sales pays news means works goods teams'.split(' '))

/** One ending at most: “joined” and “joins” are “join”. */
function withoutEnding(word: string, mayBeEnglish: boolean): string {
  if (word.length <= 5)
    return word.length > 3 ? word.replace(word.length === 5 ? /(?:s|ed)$/ : /s$/, '') : word
  if (mayBeEnglish && /(?:ies|ied)$/.test(word)) return word.replace(/(?:ies|ied)$/, 'y')
  const short = word.replace(/(?:ings|ing|ed|en|es)$/, '')
  return short === word ? word.replace(/s$/, '') : short
}

/** A word as it is compared: folded, without the commonest endings of the three languages. */
export function stemOf(word: string): string {
  const folded = fold(word)
  if (unlike.has(folded)) return folded
  if (folded.length <= 3 || /\d/.test(folded)) return folded
  const plain = folded.replace(/(?:'s|s')$/, '')
  return withoutEnding(plain, !/é/u.test(word))
    .replace(/([^aeiouls])\1$/, '$1')
    .replace(/e$/, '')
}

const folded = new Map<string, string>()
/** Lower case, without accents, the German ß written out. */
export function fold(word: string): string {
  const known = folded.get(word)
  if (known !== undefined) return known
  const made = word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  if (folded.size < 50_000) folded.set(word, made)
  return made
}

export interface Token {
  readonly stem: string
  readonly text: string
  readonly start: number
  readonly end: number
}

/** French articles that lean on the word after them are left out. */
const wordPattern =
  /(?:(?<![\p{L}\p{N}])(?:[ldnmstcj]|qu)['’])?(?<word>[\p{L}\p{N}]+(?:[.'’&][\p{L}\p{N}]+)*)/giu

export const tokensOf = (text: string): Token[] =>
  [...text.matchAll(wordPattern)].map((match) => {
    const word = match.groups?.['word'] ?? match[0]
    const end = match.index + match[0].length
    return { stem: stemOf(word), text: word, start: end - word.length, end }
  })

interface Phrase {
  readonly stems: readonly string[]
  readonly concept: string
  readonly isWeak: boolean
}

const phrases = new Map<string, Phrase[]>()
for (const line of table.trim().split('\n')) {
  const at = line.indexOf(':')
  const concept = line.slice(0, at)
  for (const phrase of line.slice(at + 1).split('|')) {
    const stems = tokensOf(phrase.trim()).map(({ stem }) => stem)
    const [first] = stems
    if (first === undefined) continue
    const known = phrases.get(first) ?? []
    if (known.every((other) => other.concept !== concept || other.stems.join(' ') !== stems.join(' ')))
      phrases.set(first, [...known, { stems, concept, isWeak: phrase.trim().startsWith('~') }])
  }
}

export interface ConceptHit {
  readonly concept: string
  /** Which tokens say it. */
  readonly from: number
  readonly to: number
  /** The words may mean something else as well. */
  readonly isWeak: boolean
}

const countedEnd = /(?:s|n|en)?(?:zahl|anzahl|summe|datum|jahr|nummer|stand|betrag|höhe|volumen)$/iu
const broadStart =
  /^(?:gesamt|haupt|jahres|durchschnitts|mindest|höchst|neben|kern|kauf|verkaufs|firmen|unternehmens|vereins)/iu

/** “Beschäftigtenzahl” counts Beschäftigte, “Jahresbeitrag” is a Beitrag. Null: no such word. */
function coreOf(word: string): string | null {
  if (word.length < 9 || !/^\p{Lu}/u.test(word)) return null
  const core = word.replace(countedEnd, '').replace(broadStart, '')
  return core === word || core.length < 4 ? null : stemOf(core)
}

/** The concepts that a text names, with the tokens that name them. */
export function conceptsIn(tokens: readonly Token[]): ConceptHit[] {
  const hits: ConceptHit[] = []
  for (const [at, { stem, text }] of tokens.entries()) {
    for (const { stems, concept, isWeak } of phrases.get(stem) ?? [])
      if (stems.every((each, offset) => tokens[at + offset]?.stem === each))
        hits.push({ concept, isWeak, from: at, to: at + stems.length })
    const core = phrases.has(stem) ? null : coreOf(text)
    for (const { stems, concept } of core === null ? [] : (phrases.get(core) ?? []))
      if (stems.length === 1) hits.push({ concept, isWeak: false, from: at, to: at + 1 })
  }
  return hits
}
