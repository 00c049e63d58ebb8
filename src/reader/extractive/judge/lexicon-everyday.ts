/** Words of everyday offers, places, events and works, in the form of `lexicon.ts`. */
export const everydayMeanings = `
# pets, people, access
dog: dog, dogs, dog-friendly, hund, hunde, hunden, chien, chiens
pet: pet, pets, pet-friendly, animal, animals, haustier, haustiere, tiere, animaux, animal
dog < pet
wheelchair: wheelchair, wheelchairs, wheelchair-accessible, step-free, reduced mobility, disabled access, barrier-free, rollstuhl, rollstuhlgerecht, barrierefrei, fauteuil roulant, mobilité réduite, pmr
accessible: accessible, access, accessibility, barrierefrei, zugänglich, accessibles, accès, step-free
stairs: stairs, steps, staircase, treppe, treppen, stufen, escalier, escaliers, marches
elevator: elevator, lift, lifts, aufzug, fahrstuhl, lift, ascenseur
child-pupil: pupil, pupils, schüler, schülerinnen, élève, élèves
sibling: sibling, siblings, brothers and sisters, brother, sister, geschwister, frère, frères et sœurs, fratrie
senior-people: seniors, pensioners, retirees, rentner, senioren, retraités
student: student, students, studierende, studenten, étudiant, étudiants, étudiante, étudiantes
beginner: beginner, beginners, anfänger, anfängerkurs, anfängerkurse, débutant, débutants
youth: youth, young people, jugend, jugendliche, jugendlichen, jugendtraining, jeunesse, jeunes
founder-person: founder, founders, co-founder, co-founders, gründer, gründerin, fondateur, fondatrice, fondateurs

# opening, booking, paying
reservation: reservation, reservations, booking, bookings, book, booked, reserve, appointment, appointments, reservierung, buchung, termin, termine, réservation, réservations, réserver, rendez-vous, rdv
walk-in: walk-in, walk-ins, without appointment, no appointment needed, ohne termin, sans rendez-vous
online: online, on the web, via the website, internet, web, en ligne, im internet, virtual, virtually
in-stock: in stock, in store, available now, auf lager, lieferbar, en stock, disponible
sold-out: sold out, out of stock, ausverkauft, vergriffen, ausgebucht, épuisé, complet
in-stock ! sold-out
ticket: ticket, tickets, admission, entrance fee, entry, eintritt, eintrittskarte, eintrittskarten, karten, billet, billets, entrée
discount: discount, discounts, discounted, reduced, reduction, concession, concessions, percent off, % off, pay less, rabatt, ermäßigt, ermäßigung, vergünstigt, réduction, réduit, tarif réduit, remise
cash-money: cash, bargeld, bar, espèces, liquide
card-payment: card, cards, credit card, credit cards, debit card, kreditkarte, karte, kartenzahlung, ec-karte, carte bancaire, cartes bancaires, cb
cheque: cheque, cheques, check, scheck, schecks, chèque, chèques
parking: parking, car park, parking spaces, parking lot, parkplatz, parkplätze, stationnement, parking
breakfast: breakfast, frühstück, petit déjeuner, petit-déjeuner
lunch: lunch, lunches, lunchtime, midday meal, mittagessen, mittagstisch, déjeuner
dinner: dinner, dinners, evening meal, supper, abendessen, dîner
breakfast < meal
lunch < meal
dinner < meal
meal: meal, meals, catering, mahlzeit, mahlzeiten, verpflegung, repas, restauration
vegetarian: vegetarian, meat-free, vegetables, vegetarisch, végétarien, végétarienne, végétariens
vegan-food: vegan, vegans, végétalien, végane
takeaway: takeaway, takeout, take-away, food to go, zum mitnehmen, à emporter
outdoor: outdoor, outdoors, outside, terrace, patio, courtyard, garden, open air, open-air, draußen, terrasse, garten, innenhof, im freien, en plein air, extérieur, jardin, cour
seat-place: seat, seats, seating, tables, sitzplätze, plätze, couverts, places assises
wifi: wi-fi, wifi, wlan, wireless internet
television: television, tv, fernseher, télévision
air-conditioning: air conditioning, air-conditioned, klimaanlage, climatisation, climatisé
sea-view: sea view, ocean view, meerblick, vue mer, vue sur la mer, donnent sur la mer, overlooking the sea
beach: beach, beaches, strand, strände, plage, plages
room-night: room, rooms, zimmer, chambre, chambres
guided-tour: guided tour, guided tours, tour, tours, führung, führungen, visite guidée, visites guidées
exhibition: exhibition, exhibitions, special exhibition, ausstellung, ausstellungen, sonderausstellung, exposition, expositions
shop: shop, shops, store, stores, gift shop, boutique, laden, magasin, outlet, factory outlet, werksverkauf, factory shop
cafe: café, cafe, coffee shop, cafeteria, cafétéria
camping: camping, campsite, zeltplatz
shuttle: shuttle, shuttles, bus, buses, navette, navettes, pendelbus
transit: bus, buses, bus service, transit, public transport, öpnv, nahverkehr, transports en commun
photography: photography, photograph, photographs, photos, fotografieren, fotos, photographier, photographie
ban: ban, banned, prohibited, forbidden, not allowed, verbot, verboten, untersagt, interdit, interdite, interdits, interdiction
allowed: allowed, permitted, welcome, welcomed, admitted, erlaubt, gestattet, willkommen, zugelassen, admis, admise, admises, autorisé, autorisés, bienvenus, bienvenue, acceptés
allowed ! ban
closed-place: closed, shut, geschlossen, fermé, fermée, fermés
open-place: open, opened, geöffnet, offen, ouvert, ouverte, ouverts
open-place ! closed-place
boarding: boarding, boarders, boarding school, internat, pensionnat
day-school: day school, day pupils, externat
coeducational: co-educational, coeducational, mixed, girls and boys, boys and girls, koedukativ, jungen und mädchen, mixte, filles et garçons
private-school: private school, independent school, independent day school, independent, fee-paying, privatschule, école privée
class-size: class, classes, group, groups, klasse, klassen, classe
place-vacant: places, place, vacancy, vacancies, spaces, free places, available places, plätze, freie plätze, places disponibles
registration: registration, register, registered, sign up, sign-up, enrol, enrolment, anmeldung, anmelden, registrierung, inscription, inscriptions
fee: fee, fees, charge, gebühr, gebühren, beitrag, beiträge, mitgliedsbeitrag, jahresbeitrag, frais, cotisation
scholarship: bursary, bursaries, scholarship, scholarships, stipend, stipends, stipendium, stipendien, bourse, bourses
volunteer: volunteer, volunteers, volunteering, ehrenamtliche, freiwillige, bénévole, bénévoles
member-club: member, members, membership, mitglied, mitglieder, mitgliedschaft, adhérent, adhérents, membre
association-club: association, club, society, verein, vereins, sportverein, e.v., asbl, association loi 1901, ngo, non-governmental organisation, nonprofit organisation
ngo: ngo, non-governmental organisation, non-governmental organization, nichtregierungsorganisation, ong, charity, nonprofit, non-profit, not-for-profit, gemeinnützig, gemeinnütziger, asbl, association sans but lucratif
charity: charity, charitable, registered charity, non-profit, nonprofit, gemeinnützig, gemeinnütziger, asbl, association

# things for sale and software
weight: on the scales, weight, weighs, weigh, wiegt, gewicht, poids, pèse
size-measure: size, sizes, dimensions, größe, maße, taille, dimensions
battery-life: battery life, playback, playing time, runtime, run time, akkulaufzeit, autonomie
warranty-term: warranty, guarantee, garantie, gewährleistung
waterproof: waterproof, water-resistant, splash-proof, wasserdicht, étanche
rechargeable: rechargeable, charging, aufladbar, rechargeable
replaceable: replaceable, can be replaced, can be changed, exchangeable, user-replaceable, austauschbar, wechselbar, remplaçable
cable-wire: cable, cables, cord, wired, kabel, câble
noise-cancelling: noise cancelling, noise canceling, noise-cancelling, anc, geräuschunterdrückung, réduction de bruit
offline: offline, without internet, without a connection, no connection needed, works offline, ohne internet, hors ligne, sans connexion
ad: ad, ads, advert, adverts, advertising, advertisements, werbung, publicité, publicités
ad-free: ad-free, no ads, without ads, without advertising, werbefrei, ohne werbung, sans publicité
export-data: export, exports, exportable, download your data, exportieren, exporter
sso: sso, single sign-on, saml
integrate: integrate, integrates, integration, integrations, works with, connects with, connects to, compatible with, anbindung, integriert, intégration, s'intègre
free-plan: free plan, free tier, free version, free edition, kostenlose version, offre gratuite, version gratuite
plan-tier: plan, plans, tier, edition, package, tarif, formule
android: android, google play
ios: ios, iphone, ipad, app store
update: updated, update, updates, what's new, aktualisiert, aktualisierung, mis à jour, mise à jour
version: version, versions, release, edition, ausgabe
developer-maker: developer, developers, maintainer, maintainers, entwickler, développeur
contribution: contribution, contributions, pull requests, patches, beiträge
workaround: workaround, work-around, temporary fix, umgehung, contournement
bug: bug, bugs, defect, issue, problem, fault, fehler, problème, panne

# jobs and careers
job-opening: current openings, job opening, job openings, vacancy, vacancies, open positions, open roles, job offer, we are hiring, hiring, recruiting, recruit, join us, closing date, how to apply, gesucht werden, wir suchen, gesucht, offene stellen, stellenangebote, stellenausschreibung, freie stelle, recrute, recrutement, recruter, poste à pourvoir, postes ouverts
permanent-job: permanent, permanent contract, open-ended, unbefristet, cdi
fixed-term: fixed term, fixed-term, temporary contract, befristet, cdd
permanent-job ! fixed-term
full-time: full-time, full time, vollzeit, temps plein
part-time: part-time, part time, teilzeit, temps partiel, fractional
full-time ! part-time
hybrid: hybrid, partly remote, on site and online, in person and online, days a week in the office, hybride
salary: salary, wage, wages, pay, gehalt, lohn, salaire
degree-needed: degree, university degree, hochschulabschluss, studium, diplôme
cv: cv, résumé, resume, curriculum vitae, lebenslauf
freelance-work: freelance, freelancer, self-employed, selbständig, freiberuflich, free-lance, travailleur indépendant
former: former, formerly, ex, previously, past, ehemalig, ehemaliger, ehemalige, früher, ancien, ancienne
orchestra: orchestra, sinfonietta, philharmonic, symphony orchestra, orchester, orchestre
composer: composer, composes, composed, compose, komponist, compositeur
conductor: conductor, conducting, conducted, dirigent, dirigentin, chef d'orchestre
citizen: citizen, citizenship, nationality, staatsbürger, staatsangehörigkeit, citoyen, citoyenne
dual: dual, two, both, keeping, doppelt, double
barrister: barrister, called to the bar, attorney, advocate, anwalt, avocat
novel: novel, novels, roman, romane, romans
award-winner: award-winning, prize-winning, prize winner, preisgekrönt, primé
research-group: research group, group leader, working group, lab, laboratory, gruppe, forschungsgruppe, arbeitsgruppe, gruppenleiterin, gruppenleiter, équipe de recherche
research-group-lead: group leader, gruppenleiter, gruppenleiterin, leitet eine gruppe, chef d'équipe
erc: erc, european research council, europäischer forschungsrat, europäischen forschungsrat, conseil européen de la recherche
parental: parental leave, maternity leave, paternity leave, elternzeit, mutterschutz, congé maternité, congé parental, congé paternité

# papers and studies
cohort: cohort, cohort study, prospective cohort, kohortenstudie, étude de cohorte
cohort < observational
observational: retrospective, retrospective study, cohort study, cross-sectional, case-control, registry study, kohortenstudie, étude de cohorte, observational, observational study, beobachtungsstudie, observationnelle
case-control: case-control, case control study, fall-kontroll-studie
case-control < observational
cross-sectional: cross-sectional, querschnittsstudie, transversale
cross-sectional < observational
observational ! rct
rct < clinical-trial
observational ! randomised
systematic-review: systematic review, meta-analysis, review article, übersichtsarbeit, revue systématique
double-blind: double-blind, double blind, double-masked, doppelblind, double aveugle
single-blind: single-blind, single blind, single (outcome assessor), open-label, open label, einfachblind, simple aveugle
double-blind ! single-blind
blinded: blind, blinded, masked, masking, verblindet, aveugle
placebo: placebo, placebo-controlled, sham
association-found: associated, association, linked, correlated, related, lower risk, higher risk, zusammenhang, assoziiert, associé, lié
risk: risk, hazard, odds, risiko, risque
follow-up: follow-up, followed up, followed for, nachbeobachtung, suivi
adverse-event: adverse event, adverse events, side effect, side effects, palpitations, nebenwirkung, nebenwirkungen, effets indésirables, effets secondaires
enrol: enrol, enrolled, enrolment, enrollment, recruited, recruiting, recruitment, recruits, eingeschlossen, recruté, recrutement
paywall: paywall, paywalled, behind a paywall, subscription only, hinter einer bezahlschranke
freely-accessible: freely accessible, open access, free to read, frei zugänglich, libre accès, en accès libre
freely-accessible ! paywall
protocol: protocol, protokoll, protocole
both-sexes: both sexes, men and women, women and men, male and female, beide geschlechter, hommes et femmes

# events, projects, news
take-place: takes place, take place, taking place, held, hosted, will be held, venue, findet statt, stattfinden, a lieu, se tient, aura lieu, se déroule
speaker: speaker, speakers, invited speakers, keynote, speak, speaks, talk, referent, referentin, redner, intervenant, conférencier
perform: perform, performs, performed, performance, plays, concert, premiere, premiered, auftritt, aufgeführt, uraufführung, joue, concert, représentation
submit: submit, submitted, submission, submissions, einreichen, einreichung, soumettre, soumission
deadline: deadline, closing date, due date, frist, einsendeschluss, date limite
proceedings: proceedings, tagungsband, actes
recording: recording, recordings, recorded, aufzeichnung, aufzeichnungen, enregistrement
stream: stream, streamed, streaming, livestream, webcast, watched online, broadcast, übertragen, diffusé
contractor: contractor, contract awarded, awarded to, auftragnehmer, bauunternehmen, entrepreneur
bid: bid, bids, tender, tenders, offer, offers, gebot, angebot, offre, offres
pedestrian: pedestrian, pedestrians, walkers, on foot, walkway, fußgänger, piéton, piétons
cyclist: cyclist, cyclists, cycling, bicycle, bicycles, bike, bikes, cycle, radfahrer, fahrrad, fahrräder, vélo, vélos, cycliste, cyclistes
detour: detour, diversion, umleitung, déviation
comment: comment, comments, feedback, stellungnahme, stellungnahmen, commentaires
meeting: meeting, meetings, hearing, town hall, versammlung, sitzung, réunion
closure: closure, closed, close, closing, sperrung, gesperrt, fermeture
injury: injury, injuries, injured, hospital, taken to hospital, verletzt, verletzung, blessé, blessés
guidance: guidance, outlook, forecast, prognose, ausblick, prévisions
lowered: lowered, lower, cut, reduced, gesenkt, abaissé, abaissées
redundancy: redundancy, redundancies, job cuts, cutting jobs, cuts jobs, jobs cut, layoffs, laid off, lose their jobs, cutting, shed, stellenabbau, streicht, baut ab, kündigungen, licenciements, suppressions de postes
debt-free: debt-free, no debt, without debt, schuldenfrei, sans dettes
debt: debt, debts, indebted, schulden, dettes
subsidy: subsidy, subsidies, grant, grants, public funding, government funding, fördermittel, zuschuss, zuschüsse, subvention, subventions
for-sale: for sale, up for sale, looking for a buyer, sale of the company, zum verkauf, steht zum verkauf, à vendre
patient-new: new patients, neue patienten, nouveaux patients
emergency: emergency, emergencies, urgent, notfall, notfälle, urgence, urgences
dentist: dentist, dentists, dental, zahnarzt, zahnärztin, zahnärzte, dentiste, dentistes, praticien, praticiens, dentaire
own-house: own, in-house, eigene, eigenen, eigener, propre
organic-certified: certified organic, organic certification, bio-zertifiziert, certifié bio
brewery: brewery, brewing, brewer, brauerei, brasserie
craft: craft, artisan, artisanal, handcrafted
wood: wood, solid wood, timber, holz, massivholz, bois
furniture: furniture, möbel, möbelhersteller, meubles, küchen, schränke
cardboard: paper packaging, cardboard, carton, karton, faltschachteln
plastic: plastic, plastics, kunststoff, kunststoffverpackungen, plastique
packaging: packaging, verpackung, verpackungen, emballage, emballages
apprenticeship: apprentice, apprentices, apprenticeships, trainees, bildet aus, bilden aus, lehrlinge, azubis, auszubildende, apprentis
water-supply: water supply, water, borehole, boreholes, wells, drinking water, wasserversorgung, eau potable
prison: prison, prisoner, prisoners, ex-offenders, leaving prison, gefängnis, prison, détenus
cargo-bike: cargo bike, cargo bikes, lastenrad, lastenräder, vélo cargo, vélos cargo
cable-product: cable, cables, kabel, kabelhersteller, leitungen, câble, câbles
optical-fibre: optical fibre, optical fiber, fibre optics, fiber optic, glasfaser, glasfaserwerk, fibre optique
veterinary: veterinary, veterinarian, veterinarians, vet, vets, animal clinic, tierarzt, tierärzte, vétérinaire, vétérinaires
mine-industry: mine, mines, mining, bergbau, minen, mine, minier, minière
electric-drive: electric, battery-electric, electrically powered, elektrisch, électrique, électriques
truck: truck, trucks, lorry, lorries, lkw, lastwagen, camion, camions
rent: rent, rents, rental, rented, lease, leases, leasing, hire out, as a service, vermietet, verleiht, verleih, verleihen, miete, loue, location
family-owned: family firm, family company, familienbetrieb, familiengeführt, third generation, fourth generation, second generation, fifth generation, dritter generation, vierter generation, zweiter generation, troisième génération, deuxième génération
revenue: turned over, turns over, sales of, record sales, booked sales, generated sales, net sales
employee: gesamtbelegschaft, belegschaft, personnel, collaborateurs
rise: up, record, higher
fall: lower, down
subsidiary: parent, parent company, part of the group, muttergesellschaft, konzernmutter, maison mère
loss: lost money, made a loss, machte verlust
plant: works
member: mitglied im, member of
`
