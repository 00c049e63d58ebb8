/**
 * Words that mean the same, a line for each meaning: its name, then words and phrases in English, German and French.
 * `a > words` lists words for kinds of a, which do not stand for a as a whole. `a < b` says that whatever is a is also b; `a ! b` that nothing is both. Kept general on purpose: the words in which
 * companies, people, papers and articles are described, and nothing that only one page would say.
 */
export const meanings = `
# what one does
acquire: acquire, acquires, acquired, acquisition, acquisitions, buy, buys, bought, purchase, purchased, take over, takes over, taken over, took over, takeover, buyout, übernehmen, übernimmt, übernommen, übernahm, übernahme, kaufen, kauft, gekauft, erwerben, erwirbt, erworben, erwerb, racheter, rachète, racheté, rachat, acquérir, acquis, acquisition
merge: merge, merged, merger, fusion, fusionieren, fusioniert, fusionner, fusionné
sell > markets, märkte, marchés, supermarkets, in stores, our stores, in shops, stockists, dealers, händler, magasins
sell: available in, available at, sell, sells, sold, selling, sale, sales, retail, verkaufen, verkauft, vertreiben, vertreibt, vertrieb, vend, vendre, vendons, vendent, vendu, vente, commercialise, commercialiser, distribue
supply: supply, supplies, supplied, supplier, deliver, delivers, delivered, delivery, deliveries, shipped, beliefert, beliefern, liefert, liefern, lieferung, fournit, fournir, fournisseur, livre, livrer, livrons, livraison
make > brand, label, marke, marque
make: make, makes, made, maker, manufacture, manufactures, manufactured, manufacturer, manufacturing, produce, produces, produced, producer, production, build, builds, built, builder, print, prints, herstellen, herstellt, hersteller, herstellung, fertigt, fertigen, fertigung, produziert, produzieren, druckt, drucken, stellt, baut, bauen, gebaut, fabrique, fabriquer, fabricant, fabrication, produit, produire, producteur, construit
develop: develop, develops, developed, developing, developer, development, design, designs, designed, create, creates, created, entwickeln, entwickelt, entwickler, entwicklung, développe, développer, développement, conçoit, concevoir, concepteur
make < develop
develop < make
operate: operate, operates, operated, operating, operator, run, runs, running, ran, betreibt, betreiben, betrieb, betreiber, exploite, exploiter, exploitant, gère
employ: employ, employs, employed, employing, beschäftigt, beschäftigen, emploie, employer, employons
hire: open positions, open position, job openings, vacancies, vacancy, we are looking for, offene stellen, stellenangebote, postes à pourvoir, hire, hires, hired, hiring, recruit, recruits, recruiting, recruitment, einstellen, stellt ein, sucht mitarbeiter, recrute, recruter, recrutement, embauche
layoff: job losses, jobs lost, jobs at risk, shed jobs, sheds jobs, jobs will go, layoff, layoffs, lay off, lays off, laid off, laying off, cut jobs, cuts jobs, cutting jobs, job cuts, cut staff, redundancy, redundancies, dismissals, cut its workforce, cut of its workforce, of its workforce, workforce reduction, reduce its workforce, stellenabbau, personal abgebaut, personal abbauen, personalabbau, cut staff, cuts staff, staff cuts, stellen abbauen, stellen streichen, entlassen, entlassung, entlassungen, licencie, licencier, licenciement, licenciements, suppression de postes, supprime des postes
found: founded, registered in, spun out, spun off, started the company, i started, we started the company, founder, founders, co-founder, cofounder, co-founders, co-founded, cofounded, founding, establish, established, set up, was started, were started, launched the company, incorporated, gründen, gründet, gegründet, gründer, gründerin, gründung, gründete, gründeten, mitgründer, mitgründerin, fonder, fondé, fondée, fondateur, fondatrice, cofondateur, cofondatrice, fondent, créé, créée, création
lead: group leader, gruppenleiter, gruppenleiterin, leiterin der, leiter der, lead, leads, led, head, heads, headed, run by, chair, chairs, chaired, principal investigator, leiten, leitet, geleitet, leitung, führt, geführt, diriger, dirige, dirigé, mener, mené
advise: advise, advises, advised, adviser, advisor, advisers, advisory, consult, consults, consulted, consultant, consulting, consultancy, counsel, beraten, berät, berater, beraterin, beratung, conseille, conseiller, conseillère, consultant, consultante
work > professor, lecturer, researcher, scientist, director, manager, fellow, analyst, engineer, head of, professorin, ingenieur, forscher, forscherin, chercheur, chercheuse, directrice
work: years at, years with, worked with, works with, worked for, works for, worked in, works in, work, works, worked, working, was with, plant manager, arbeiten, arbeitet, arbeitete, gearbeitet, tätig, angestellt, travaille, travailler, travaillait, travaillé, employee of, employed by, employed at, employee at, employee number
practise: practise, practises, practised, practice, practices, practicing, practising, praktiziert, exerce
join: been at, been with, join, joins, joined, moved to, came to, moved to, arrived at, beitreten, kam zu, kam an, wechselte, rejoint, rejoindre
appoint: appointed, appointment, took office, took up the post, took up office, sworn in, ernannt, berufen, nommée, nommé, prit ses fonctions
appoint < join
resign < leave
leave: leave, leaves, left, leaving, depart, departs, departed, steps aside, verlassen, verlässt, verließ, ausgeschieden, tritt zurück, quitte, quitter, quitté, démissionne, démissionné
retire: retire, retired, retires, retirement, emeritus, emerita, pensioner, ruhestand, emeritiert, pensioniert, retraite, retraité, émérite
study: studied, read, graduate, graduated, trained, educated, alumnus, alumna, alumni, studieren, studiert, studierte, studium, absolvent, absolventin, étudié, étudier, études, diplômé, diplômée
qualify: qualify, qualified, trained as, licensed as, approbation, approbiert, diplômé
doctorate: doctorate, doctoral degree, doctor of philosophy, phd, ph.d, dphil, d.phil, dr. sc, dr. rer. nat, dr. jur, doctoral thesis, doctoral dissertation, promotion, promoviert, promovierte, doktor, doktorarbeit, doktorgrad, dr.-ing, doctorat, docteur, thèse de doctorat, thèse de doctorat, sa thèse, une thèse
doctorate < study
qualify < study
doctoral-student: doctoral student, doctoral students, phd student, phd students, doctoral candidate, doctoral candidates, doktorand, doktorandin, doktoranden, doktorandinnen, doctorant, doctorante, doctorants
master: master's degree, master's, master, msc, m.sc, m.a, mba, m.eng, magister, diplom, diplôme d'ingénieur
bachelor: bachelor's degree, bachelor's, bachelor, bsc, b.sc, b.a, b.eng
master < study
bachelor < study
effect: effect, effects, affect, affects, affected, influence, influences, impact, impacts, wirkung, einfluss, beeinflusst, effet, effets, influence, influencer
teach: teach, teaches, taught, teacher, teaching, lecture, lectures, lecturer, unterrichtet, lehrt, lehre, dozent, dozentin, enseigne, enseigner, enseignant, enseignement
supervise: supervise, supervises, supervised, supervising, supervisor, mentor, mentors, betreut, betreuen, betreuung, encadre, encadrer
speak: speak, speaks, spoke, spoken, speaking, speaker, talk, talks, keynote, presentation, presents, gives a talk, spricht, sprechen, vortrag, redner, rednerin, referentin, parle, parler, conférencier, conférencière, intervient, exposé
fluent: fluent, fluently, speak, speaks, native speaker, mother tongue, languages, language, fließend, muttersprache, sprachen, parle, courant, courante, couramment, langue, langues, langue maternelle
live: live, lives, lived, living, resides, resident, home is, wohnt, lebt, wohnhaft, habite, vit, réside
born: born, birthplace, native of, geboren, geburtsort, né, née, naissance
grow-up: grew up, grown up, brought up, childhood, aufgewachsen, wuchs, grandi, enfance
come-from: comes from, came from, come from, native of, originally from, born, grew up, hails from, stammt aus, kommt aus, originaire, vient de
born < come-from
grow-up < come-from
win: win, wins, won, winner, was awarded, laureate, gewinnt, gewonnen, gewann, erhielt, erhalten, ausgezeichnet, preisträger, preisträgerin, reçu, remporté, gagné, lauréat, lauréate
award: award, awards, prize, prizes, medal, medals, fellowship, distinction, preis, preise, auszeichnung, auszeichnungen, medaille, prix, médaille, récompense
medal < award
receive: receive, receives, received, obtain, obtained, was given, got, given, secured, erhalten, erhält, erhielt, bekommen, bekam, reçoit, reçu, obtenu, obtient, octroyé, accordé
grant: grant, grants, innovation grant, research grant, subsidy, subsidies, public funding, zuschuss, förderung, fördermittel, förderbescheid, subvention, subventions, bourse
loan: lend, lends, lending, lent, loan, loans, credit, credit line, debt, borrowing, darlehen, kredit, kredite, prêt, prêts, emprunt
invest: round led by, funding led by, financing led by, runde angeführt von, tour de table mené par, outside money, outside capital, external capital, fremdes kapital, capitaux extérieurs, backed, backing, back, invest, invests, invested, investor, investors, investment, investments, backer, backers, shareholder, shareholders, investiert, investoren, beteiligung, beteiligungsgesellschaft, beteiligungsgesellschaften, kapitalgeber, geldgeber, investisseur, investisseurs, investissement, actionnaire, actionnaires
venture-capital: venture capital, venture-capital, venture, vc, venture investor, venture investors, venture-backed, vc-backed, risikokapital, wagniskapital, capital-risque, capital risque
venture-capital < invest
venture-capital < raise
bootstrapped: bootstrapped, self-funded, self-financed, eigenfinanziert, autofinancé, autofinancée
bootstrapped ! venture-capital
bootstrapped ! invest
outside: outside, external, third-party, fremde, fremd, externe, extern, extérieur, extérieurs, externes
raise: raise, raises, raised, raising, fundraise, fundraising, funding, financing, sammelt ein, eingesammelt, einsammeln, aufgenommen, finanzierungsrunde, lève, levé, lever, levée, levée de fonds
funding-round: funding round, round, financing round, round of funding, round of financing, investment round, equity funding, raised, finanzierungsrunde, finanzierung, kapitalrunde, tour de table, levée de fonds
series-a: series a, serie a, série a, a round
series-b: series b, serie b, série b, b round
series-c: series c, serie c, série c
series-d: series d, serie d, série d
seed: seed, seed round, seed funding, amorçage, seed-runde
funding-round < raise
series-a < funding-round
series-b < funding-round
series-c < funding-round
series-d < funding-round
seed < funding-round
ipo: initial public offering, ipo, flotation, listing, went public, going public, go public, float, share offering, stock market debut, börsengang, an die börse, an der börse, introduction en bourse, entrée en bourse
file-for: file, filed, files, filing, submitted, application, anmelden, angemeldet, meldet, antrag, beantragt, déposé, dépose, dépôt, demande
public-company: public company, on the stock exchange, on a stock exchange, listed in, listed since, publicly traded, publicly listed, listed company, listed on, listed, stock exchange, traded on, quoted on, ticker, börsennotiert, börse, an der börse notiert, cotée en bourse, coté en bourse, bourse, société cotée
private-company: privately held, privately owned, private company, is private, unlisted, not listed, in private hands, nicht börsennotiert, non cotée
public-company ! private-company
independent: independent, independently owned, stands alone, on its own, unabhängig, eigenständig, indépendant, indépendante
subsidiary: subsidiary, subsidiaries, wholly owned, wholly-owned, owned subsidiary, a unit of, division of, tochter, tochtergesellschaft, tochterunternehmen, tochterfirma, gehört zu, filiale, filiales, appartient
independent ! subsidiary
independent ! acquired-state
acquired-state: acquired by, be acquired, being acquired, be bought, be sold, be taken over, being taken over, is acquired, were acquired, were bought, have been bought, been bought, been taken over, was taken over, been sold to, acquisition by, takeover by, bought out, was acquired, been acquired, bought by, was bought, taken over by, übernommen von, wurde übernommen, racheté par, rachetée par
family-owned: family-owned, family owned, family business, family-run, owned by the family, founding family, familienunternehmen, familiengeführt, inhabergeführt, in familienbesitz, gründerfamilie, entreprise familiale, familial, familiale
cooperative: cooperative, co-operative, coopérative, genossenschaft, mutual
profit: profitable, profitably, profit, profits, profitability, net income, earns, earned, earnings, verdiente, verdient, unter dem strich, net profit, in the black, made money, makes money, break even, broke even, breaks even, operating profit, annual surplus, surplus, rentabel, profitabel, gewinn, gewinne, jahresüberschuss, überschuss, schwarze zahlen, schwarzen zahlen, rentable, rentables, bénéfice, bénéfices, bénéficiaire, rentabilité, résultat positif
loss: loss, losses, loss-making, lossmaking, unprofitable, net loss, in the red, lost money, loses money, burns cash, deficit, verlust, verluste, defizitär, rote zahlen, jahresfehlbetrag, fehlbetrag, perte, pertes, déficitaire, déficit
profit ! loss
revenue: setzte, setzten, umgesetzt, revenue, revenues, turnover, annual sales, annual revenue, net sales, sales of, income, takings, umsatz, umsätze, jahresumsatz, erlöse, umsatzerlöse, chiffre d'affaires, recettes
valuation: valuation, valued, values the company, valued at, worth, bewertung, bewertet, valorisation, valorisée, valorisé
price: price, prices, pricing, cost, costs, fee, fees, charge, charges, tariff, subscription price, preis, preise, kosten, kostet, gebühr, gebühren, tarif, tarife, prix, coût, coûte, tarifs
late-fee: late fee, late fees, late payment fee, penalty, mahngebühr, mahngebühren, verzugsgebühr, pénalité, frais de retard
dividend: dividend, dividends, dividende, dividenden, dividendes, ausschüttung
insolvent: insolvent, insolvency, bankrupt, bankruptcy, administration, receivership, liquidation, chapter 11, insolvenz, konkurs, pleite, zahlungsunfähig, redressement judiciaire, liquidation judiciaire, faillite, dépôt de bilan
shut-down: shut down, shuts down, shutting down, shutdown, ceased operations, ceases operations, ceased trading, wound up, wound down, closed down, closes its doors, out of business, defunct, dissolved, went under, geschäftsbetrieb eingestellt, eingestellt, aufgelöst, geschlossen, cessation d'activité, cessé ses activités, dissoute, mis la clé sous la porte, nicht mehr geben
in-business: in business, operating, still operating, active, trading, still exists, going concern, geschäftstätig, aktiv, en activité
in-business ! shut-down
shut-down-insolvent: insolvency proceedings opened
offer: offer, offers, offered, offering, provide, provides, provided, come with, comes with, includes, include, included, available, give, gives, support, supports, supported, feature, features, anbieten, bietet, angeboten, angebot, bieten, stellt bereit, verfügbar, enthält, unterstützt, propose, proposer, proposons, offre, offrir, disponible, comprend, prend en charge
publish: publish, publishes, published, publication, publications, release, releases, released, disclose, discloses, disclosed, make public, made public, makes public, public, named, nennt, nennen, genannt, stated, veröffentlichen, veröffentlicht, veröffentlichung, bekannt gegeben, öffentlich, publier, publie, publié, communique, communiquer, rendu public, divulgue
release: release, releases, released
release-openly < release
open-source < release-openly
open-access < release-openly
release-openly: released under, release all, we release, released on, released at, openly available, publicly available, freely available, open licence, open license, available online, public repository, published with, makes available, made available, deposited, frei zugänglich, frei verfügbar, offen zugänglich, librement disponible, accès libre, en libre accès, mis à disposition
on-request: available on request, on request, upon request, from the authors, on reasonable request, proprietary, confidential, cannot be released, not be released, cannot be shared, auf anfrage, vertraulich, sur demande, confidentiel, confidentielle
release-openly ! on-request
release ! on-request
open-source: open source, open-source, open-sourced, free software, quelloffen, logiciel libre, code ouvert
open-source > apache licence, apache license, apache 2.0, apache-2.0, mit licence, mit license, mit-licensed, gpl, lgpl, agpl, agpl-3.0, gpl-3.0, gplv3, mpl, mpl-2.0, bsd licence, bsd license, bsd-licensed, eupl
proprietary: proprietary, closed source, closed-source, commercial licence only, proprietär, propriétaire
open-source ! proprietary
free: free, free of charge, at no cost, no cost, gratis, kostenlos, kostenfrei, gratuit, gratuite, gratuitement, complimentary
trial: trial, trial period, test period, test phase, testphase, testzeitraum, probezeit, probemonat, période d'essai, essai, essai gratuit, demo period
clinical-trial: trial, randomised trial, controlled trial, clinical trial, studie, essai clinique
randomised: randomised, randomized, randomise, randomly assigned, random assignment, randomisiert, randomisierte, randomisée, randomisé
rct < randomised
rct: randomised controlled trial, randomized controlled trial, rct, randomised trial, randomized trial, randomisierte kontrollierte studie, essai randomisé, essai contrôlé randomisé
peer-review: accepted at the conference, accepted for publication, accepted by the journal, zur veröffentlichung angenommen, peer review, peer-reviewed, peer reviewed, refereed, begutachtet, évalué par les pairs, comité de lecture
preprint: preprint, preprints, working paper, not been peer reviewed, not peer-reviewed, prépublication
peer-review ! preprint
preregister: registered before, registered prospectively, prospectively registered, preregistered, pre-registered, preregistration, registered in advance, trial registration, präregistriert, préenregistré, préenregistrée
retract: retract, retracts, retracted, retraction, withdrawn, zurückgezogen, rétracté, rétraction
fund: fund, funds, funded, funding, financed, finance, paid for, sponsored, sponsor, grant, supported by, gefördert, finanziert, förderung, financé, financée, financement, subventionné
industry: industry, industrial, company, companies, commercial, corporate, private sector, business, start-up, industrie, wirtschaft, unternehmen, entreprise
participant: sample size, sample of, participant, participants, study participants, enrolled, teilnehmer, teilnehmerin, teilnehmende, teilnehmerinnen, probanden, participants, participant
participant > patient, patients, subjects, volunteer, volunteers, respondent, respondents, adult, adults, children, people, women, men, students, users, patienten, patientinnen, befragte, personen, volontaires, sujets, répondants, patients, personnes, lawyers, nurses, households, farmers, pupils, workers, teachers, physicians, infants, residents
paper: paper, papers, article, articles, publication, publications, study, studies, aufsatz, aufsätze, veröffentlichung, veröffentlichungen, studie, publikation, publikationen, étude, études
author: author, authors, co-author, co-authors, coauthor, co-authored, coauthored, wrote with, published with, autor, autorin, autoren, koautor, mitautor, auteur, auteurs, coauteur, co-auteur
code: code, source code, software, implementation, scripts, repository, programm, quelltext, quellcode, code source, logiciel
data: data, dataset, datasets, data set, data sets, raw data, measurements, daten, datensatz, datensätze, rohdaten, données, jeu de données
industry > manufacturer, operator, maker, supplier, firm, hersteller, betreiber, fabricant, exploitant
patent: patent, patents, patented, patentiert, brevet, brevets, breveté
licence: licence, license, licences, licensed, lizenz, lizenzen, zulassung, agrément
b-corp: b corp, b corporation, b-corp, certified b corporation, benefit corporation
certify: certify, certified, certification, certificate, certificates, accredited, accreditation, zertifiziert, zertifizierung, zertifikat, certifié, certifiée, certification, certificat, agréé, compliant, conforms
organic: organic, organically, bio, biologisch, ökologisch, biologique
remote: remote, remotely, remote work, remote working, remote position, remote positions, remote jobs, remote job, work from home, working from home, from home, home office, homeoffice, telework, teleworking, zu hause arbeiten, von zu hause, mobiles arbeiten, télétravail, à distance
in-person: on site, on-site, onsite, in person, in the office, at the office, vor ort, präsenz, sur place, présentiel
fully-remote: fully remote, fully remote position, fully remote positions, fully remote jobs, remote-first, remote only, work from anywhere, vollständig remote, entièrement à distance, full remote
fully-remote < remote
allow: allow, allows, allowed, permit, permits, permitted, possible, may, can, erlaubt, möglich, ermöglicht, dürfen, können, permet, possible, autorise, peuvent
employee > people, colleagues, personen, menschen, köpfe, leute, personnes, of us, engineers
employee: team, employee, employees, staff, team member, team members, worker, workers, workforce, headcount, fte, ftes, personnel, work for us, work here, work there, mitarbeiter, mitarbeiterinnen, mitarbeitern, mitarbeitende, mitarbeitenden, beschäftigte, beschäftigten, angestellte, kollegen, belegschaft, salarié, salariés, collaborateurs, collaboratrices, employés, effectif
customer: customer, customers, client, clients, clientele, buyer of, users, user, subscriber, subscribers, kunde, kunden, kundinnen, kundschaft, auftraggeber, client, clients, clientèle, abonnés, utilisateurs
paying: paying, pay, paid, pays, zahlende, zahlend, payant, payants
unpaid: unpaid, without pay, voluntary, pro bono, unremunerated, ehrenamtlich, unbezahlt, bénévole, non rémunéré
paid: paid, pays, salary, fee, remunerated, compensation, bezahlt, vergütet, rémunéré, rémunérée, payé
paid ! unpaid
buyer: buyer, buyers, acquirer, bidder, suitor, purchaser, käufer, kaufinteressent, kaufinteressenten, bieter, interessenten, acheteur, acquéreur, repreneur, repreneurs
shares: share, shares, stake, stakes, equity, stock, holding, anteil, anteile, aktien, beteiligung, actions
own: own, owns, owned, owner, holds, hold, held, besitzt, besitzen, hält, eigentümer, inhaber, gehört, possède, détient, propriétaire
majority: majority, more than half, over half, controlling stake, mehrheit, mehrheitlich, majorité, majoritaire
minority: minority, minority stake, minderheit, minoritaire, minorité
majority ! minority
licence-bank: banking licence, banking license, bank licence, banklizenz, agrément bancaire, licence bancaire
office > service team, sales team
office: office, offices, branch, branches, site, sites, location, locations, outpost, hub, bureau, bureaux, büro, büros, niederlassung, niederlassungen, standort, standorte, filiale, filialen, zweigstelle, agence, agences, implantation
plant: plant, plants, factory, factories, production site, manufacturing site, werk, werke, fabrik, fabriken, produktionsstätte, usine, usines, atelier
warehouse: warehouse, warehouses, depot, distribution centre, fulfilment centre, lager, lagerhaus, entrepôt, entrepôts
headquarters: sitzt, ansässig, beheimatet, headquarters, headquartered, located, situated, head office, main office, based, home base, hq, registered office, seat, hauptsitz, firmensitz, sitz, stammsitz, zentrale, hauptverwaltung, siège, siège social, basée, basé, établi, établie
web-shop: web shop, webshop, online shop, online store, e-commerce site, e-shop, onlineshop, onlinestore, boutique en ligne
website: website, web site, homepage, webseite, internetseite, site web, site internet
api: api, apis, rest api, programming interface, api key, schnittstelle, programmierschnittstelle, interface de programmation
app: app, apps, mobile app, anwendung, application mobile
mobile-phone: mobile phone, mobile phones, smartphone, smartphones
works-council: works council, betriebsrat, comité social et économique, comité d'entreprise, cse, employee representatives
union: union, trade union, labour union, unionised, unionized, gewerkschaft, syndicat
apprentice: apprentice, apprentices, apprenticeship, apprenticeships, trainee, trainees, auszubildende, azubi, azubis, lehrlinge, ausbildung, apprenti, apprentis, apprentissage, alternance
intern: intern, interns, internship, internships, praktikum, praktikant, praktikanten, stagiaire, stagiaires
nonprofit: non-profit, nonprofit, not-for-profit, charity, charitable, foundation, gemeinnützig, stiftung, verein, association, à but non lucratif
government: government, public sector, public authority, public authorities, ministry, ministries, municipality, municipalities, public bodies, behörde, behörden, öffentliche hand, ministerium, kommune, kommunen, staat, verwaltung, administration, secteur public, collectivités, communes, état, ministère
public-bank: public bank, state bank, state-backed bank, development bank, state-owned bank, promotional bank, förderbank, kfw, banque publique, bpifrance
bank: bank, banks, lender, lenders, banque, banques, banken
university: university, universities, college, technical university, universität, hochschule, université, école, fachhochschule
professor: professor, professors, professorship, full professor, chair of, prof, professorin, professur, professeur, professeure
assistant-professor: assistant professor, associate professor, lecturer, senior lecturer, reader, adjunct professor, visiting professor, juniorprofessor, juniorprofessorin, privatdozent, maître de conférences
full-professor: full professor, chair of, holds the chair, ordinarius, lehrstuhl, professeur des universités
full-professor < professor
full-professor ! assistant-professor
postdoc: postdoc, postdoctoral, post-doc, research fellow, research associate, wissenschaftlicher mitarbeiter, postdoktorand, chercheur postdoctoral
chief-executive: chief executive, ceo, chief executive officer, managing director, general manager, geschäftsführer, geschäftsführerin, vorstandsvorsitzender, vorstandsvorsitzende, directeur général, directrice générale, pdg, president and ceo
finance-chief: finance director, cfo, chief financial officer, head of finance, finanzvorstand, finanzchef, directeur financier, directrice financière
technology-chief: chief technology officer, cto, technical director, technischer leiter, directeur technique, directrice technique
chair-role: chair, chairman, chairwoman, chairperson, board chair, aufsichtsratsvorsitzende, aufsichtsratsvorsitzender, président du conseil
board: board, board of directors, supervisory board, advisory board, scientific board, aufsichtsrat, vorstand, beirat, verwaltungsrat, conseil d'administration, conseil de surveillance
member: member, members, fellow, sits on, sat on, belongs to, serves on, served on, mitglied, mitglieder, membre, membres
physician: physician, medical doctor, doctor, medicine, clinician, surgeon, arzt, ärztin, medizin, médecin, médecine
patient-care: sees patients, see patients, treats patients, clinical practice, practises medicine, behandelt patienten, consultations
lawyer: lawyer, lawyers, attorney, attorneys, solicitor, barrister, law firm, legal, jurist, anwalt, anwälte, rechtsanwalt, rechtsanwältin, juristen, avocat, avocats, avocate, juriste
engineer: engineer, engineers, engineering, ingenieur, ingenieurin, ingénieur, ingénieure
accountant: accountant, accountants, chartered accountant, auditor, wirtschaftsprüfer, steuerberater, expert-comptable, comptable
citizenship: citizenship, citizen, nationality, national, passport, staatsbürgerschaft, staatsangehörigkeit, nationalité, citoyenneté
married: married, wife, husband, spouse, verheiratet, ehefrau, ehemann, mariée, marié, épouse
child: child, children, daughter, daughters, sons, kinder, tochter, töchter, söhne, enfant, enfants, mother of, father of
woman: woman, women, female, daughter, mother, sister, frau, frauen, weiblich, femme, femmes, féminin
man: man, men, male, mann, männer, männlich, homme, hommes
parental-leave: parental leave, maternity leave, paternity leave, elternzeit, mutterschutz, congé parental, congé maternité
sabbatical: sabbatical, on leave, forschungsfreisemester, congé sabbatique
available-for-hire: available for hire, available for work, open to work, taking on projects, freelance, freelancer, verfügbar, freiberuflich, disponible pour, indépendante
accept: accept, accepts, accepting, take on, takes on, taking on, welcome, welcomes, nimmt an, akzeptiert, accepte, accueille, accueillir
launch: launch, launched, launches, introduce, introduced, release, released, unveiled, presented, bring to market, went live, started, startet, gestartet, eingeführt, auf den markt, vorgestellt, lance, lancé, lancement, dévoilé
open-site: open, opened, opens its, opens, opening, inaugurated, went into operation, commissioned, started operation, eröffnet, eröffnung, eröffnete, in betrieb, ouvre, ouvert, ouverte, ouverture, ouvrir, eröffnen, inauguré, mise en service, mis en service
close-site: close, closed, closes, closing, closure, shut, schließt, geschlossen, schließung, ferme, fermé, fermeture
open-site ! close-site
expand: expand, expands, expanded, expansion, enter, enters, entered, entering, entry, move into, expandiert, expansion, ausweiten, markteintritt, s'étend, étendre, s'implante, entre sur
market: market, markets, marché, marchés, markt, märkte
recall: recall, recalled, recalls, product recall, rückruf, zurückgerufen, rappel, rappelé
delay: delay, delayed, delays, postponed, postponement, put back, pushed back, late, verzögerung, verschoben, verspätung, verzögert, retard, retardé, repoussé, repoussée
correct: correct, corrected, correction, corrects, deny, denied, denies, denial, retracted, richtiggestellt, berichtigt, korrigiert, dementiert, corrigé, démenti, rectifié
sue: sue, sued, lawsuit, litigation, court case, legal action, klage, verklagt, rechtsstreit, procès, poursuivi, plainte
breach: breach, data breach, hacked, cyberattack, ransomware, datenleck, hackerangriff, piratage, fuite de données
announce: announce, announced, announces, announcement, reveals, revealed, said it will, angekündigt, kündigt an, bekanntgegeben, teilt mit, annonce, annoncé
report: report, reports, reported, reporting, describes, describe, described, tells, covers, mentions, mentioned, berichtet, beschreibt, schildert, raconte, décrit, relate, rapporte
find: find, finds, found, show, shows, showed, shown, observe, observed, detect, detected, demonstrate, demonstrates, reveal, conclude, concludes, findet, fand, gefunden, zeigt, zeigte, beobachtet, nachgewiesen, trouve, trouvé, montre, observé, démontre
improve: improve, improves, improved, improvement, better, increase, increases, increased, higher, gain, faster, verbessert, verbesserung, améliore, amélioré, amélioration
worsen: worsen, worse, decline, declined, deteriorated, verschlechtert, schlechter, détérioré, pire
improve ! worsen
rise: doubled, tripled, rise, rises, rose, risen, increase, increased, grew, grow, grown, growth, climbed, steigt, stieg, gestiegen, wuchs, gewachsen, zunahme, augmente, augmenté, hausse, croissance, progressé
refuse: declined to, declines to, decline to, refused to, refuses to
fall: fall, falls, fell, fallen, decrease, decreased, drop, dropped, declined by, has declined, have declined, had declined, decline in, decline of, a decline, declining, shrank, sank, gesunken, sinkt, fiel, gefallen, rückgang, baisse, baissé, diminué, recul, reculé
rise ! fall
harm: harm, harms, harmed, damage, damages, damaged, injury, injure, hurt, schaden, schäden, beschädigt, dommage, dommages, nuit, nuire, endommagé
use: runs on, run on, use, uses, used, using, usage, based on, relies on, powered by, verwendet, verwenden, nutzt, nutzen, einsatz, setzt ein, utilise, utiliser, utilisé, utilisent
contain: contain, contains, contained, containing, made of, made from, includes, with, enthält, enthalten, besteht aus, contient, contiennent, composé de
test: test, tests, tested, testing, tried, trialled, evaluated, getestet, erprobt, erprobung, versuch, versuche, testé, testée, essais, évalué
compare: compare, compares, compared, comparison, versus, vergleicht, verglichen, vergleich, compare, comparé, comparaison
recommend: recommend, recommends, recommended, advise, advises, suggest, suggests, empfiehlt, empfehlen, empfohlen, recommande, recommandé
measure: measure, measures, measured, measurement, measurements, assessed, recorded, gemessen, misst, messung, mesure, mesuré, mesurée, mesures
valid: works on, works with, works for, works in, functions, runs on, compatible, supports, funktioniert, läuft auf, kompatibel, fonctionne, compatible
fail: fail, fails, failed, failure, does not work, missed its, scheitert, gescheitert, versagt, échoue, échoué, échec
valid ! fail
succeed: succeed, succeeded, success, slowed, met its, reached its, erfolgreich, gelungen, réussi, succès
succeed ! fail
renewable: renewable, renewables, green electricity, solar power, wind power, green power, clean energy, erneuerbar, erneuerbare, ökostrom, renouvelable, renouvelables
solar: solar, photovoltaic, photovoltaics, pv, perovskite, solarzelle, solarzellen, photovoltaik, solaire, photovoltaïque
solar < renewable
wind: wind, wind energy, wind turbine, windkraft, éolien, éolienne
wind < renewable
electricity: electricity, power, energy, strom, energie, électricité, courant, énergie
battery: battery, batteries, accumulator, energy storage, batterie, batterien, akku, akkus, speicher, pile, accumulateur
sodium-ion: sodium-ion, sodium ion, sodium, natrium-ionen, natrium, sodium-ion
electric-vehicle: electric van, electric vans, electric truck, electric trucks, electric bus, electric fleet, battery-electric, electric lorry, electric lorries, elektro-lkw, elektrotransporter, camion électrique, camions électriques, electric vehicle, electric vehicles, electric car, electric cars, electric buses, ev, evs, e-auto, elektrofahrzeug, elektrofahrzeuge, elektroautos, elektrobusse, véhicule électrique, véhicules électriques
car: car, cars, automobile, automotive, vehicle, vehicles, carmaker, carmakers, passenger cars, lorry, lorries, truck, trucks, auto, autos, fahrzeug, fahrzeuge, pkw, kraftfahrzeug, voiture, voitures, véhicule, véhicules, automobile
electric-vehicle < car
nuclear: nuclear, nuclear power, atomic, reactor, kernkraft, atomkraft, kernkraftwerk, nucléaire
robot: robot, robots, robotic, robotics, crawler, drone, drones, roboter, robotik, robotique
software: software, platform, saas, app, plattform, logiciel, logiciels, plateforme, progiciel
product: product, products, goods, item, items, produkt, produkte, produit, produits, articles
service: service, services, dienst, dienste, dienstleistung, dienstleistungen, leistungen, prestation, prestations
medical-device: medical device, medical devices, medizinprodukt, medizinprodukte, dispositif médical, dispositifs médicaux
drug: drug, drugs, medicine, medicines, treatment, therapy, wirkstoff, medikament, arzneimittel, médicament, traitement
pharma: pharmaceutical, pharmaceuticals, pharma, drug maker, drugmaker, biotech, pharmaunternehmen, pharmazeutisch, laboratoire pharmaceutique, pharmaceutique
food: food, foods, foodstuff, nutrition, lebensmittel, nahrungsmittel, alimentaire, aliment, aliments, alimentation
vegan: vegan, plant-based, pflanzlich, végan, végétalien
gluten: gluten, glutenhaltig
gluten-free: gluten-free, gluten free, free of gluten, glutenfrei, sans gluten
gluten-free ! contains-gluten
contains-gluten: contains gluten, contain gluten, enthält gluten, contient du gluten
home: home, homes, household, households, private home, private homes, private household, private households, homeowners, consumers, private customers, private persons, private individuals, individuals, residential, privathaushalt, haushalte, privatkunden, eigenheim, foyer, foyers, ménages, particuliers, logements
business-customer: businesses, companies, enterprises, business customers, corporate customers, b2b, unternehmen, geschäftskunden, firmenkunden, gewerbekunden, entreprises, professionnels
airline: airline, airlines, air carrier, carriers, fluggesellschaft, fluggesellschaften, airlines, compagnie aérienne, compagnies aériennes
hospital: hospital, hospitals, clinic, clinics, klinik, kliniken, krankenhaus, krankenhäuser, hôpital, hôpitaux, clinique
school: school, schools, schule, schulen, école, écoles
restaurant: restaurant, restaurants, gastronomy, gaststätte, restaurateurs
retailer: retailer, retailers, shop, shops, store, stores, supermarket, supermarkets, händler, einzelhandel, laden, läden, geschäft, magasin, magasins, supermarché, supermarchés, détaillant
startup: start-up, startup, start-ups, young company, spin-out, spin-off, spinout, jungunternehmen, jeune pousse, ausgründung, essaimage
spin-out: spin-out, spinout, spin-off, spun out, ausgründung, ausgegründet, essaimage
company: company, companies, firm, firms, business, enterprise, corporation, unternehmen, firma, betrieb, gesellschaft, konzern, entreprise, société, groupe
company > maker, manufacturer, startup, start-up, contractor, agency, studio, hersteller, anbieter, fabricant, operator, utility, airline, supplier, consultancy, spin-out
vehicle-industry: vehicle industry, automotive industry, car industry, lorry maker, car maker, carmaker, truck maker, automotive supplier, autohersteller, automobilindustrie, autoindustrie, industrie automobile, constructeur automobile
statistical-office: statistical office, statistics office, office for national statistics, bureau of statistics, statistics agency, statistisches bundesamt, statistisches amt, insee
explosive: explosive, explosion, explosion-proof, atex, explosive atmospheres, explosionsgefährdet, explosionsschutz, atmosphères explosives
lead-metal: lead, blei, plomb
lithium: lithium
warranty: warranty, guarantee, guaranteed, garantie, garantiert, garantis, garantie, gewährleistung
insurance: insurance company, insurance companies, insurance carriers, versicherungen, assurances, insurance, insurer, insurers, insured, versicherung, versicherer, assurance, assureur
machine-learning: machine learning, artificial intelligence, ai, neural network, neural networks, deep learning, language model, language models, maschinelles lernen, künstliche intelligenz, ki, apprentissage automatique, intelligence artificielle, ia
train-model: train, trains, trained, training, trainiert, training, entraîne, entraîner, entraînement
document: document, documents, dokument, dokumente, fichier, fichiers
privacy: privacy, data protection, gdpr, datenschutz, dsgvo, rgpd, vie privée, protection des données
security: security, information security, cybersecurity, sicherheit, informationssicherheit, sécurité
free-tier: free tier, free plan, free edition, free version, free account, sandbox, free checks, community edition, kostenlose version, gratisversion, version gratuite, offre gratuite, formule gratuite
developer: developer, developers, programmer, programmers, entwickler, entwicklerinnen, développeur, développeurs
payroll: payroll, salary accounting, lohnabrechnung, gehaltsabrechnung, paie
module: module, modules, add-on, component, feature, modul, module
binding: binding, bindings, sdk, client library, library, wrapper, connector, anbindung, bibliothek, bibliothèque
storage: storage, storing, stored, lagerung, gelagert, stockage, stocké
ship-vessel: ship, ships, vessel, vessels, on board, aboard, boat, schiff, schiffe, navire, navires, bateau
arr: arr, annual recurring revenue, recurring revenue
propose: propose, proposes, proposed, introduce, introduces, introduced, present, presents, presented, stellen vor, schlagen vor, proposons, présentons
method: method, methods, approach, algorithm, framework, technique, procedure, methode, verfahren, ansatz, méthode, approche
transport: transport, transports, transported, hauls, haulage, carries, transportieren, transportiert, befördert, transporte, transportons
wind-turbine: wind turbine, wind turbines, windkraftanlage, windkraftanlagen, windenergieanlagen, windräder, éolienne, éoliennes
turbine: turbine, turbines
port: port, ports, harbour, harbours, harbor, hafen, häfen, terminal, port, ports
capacity: capacity, full capacity, kapazität, capacité
reach: reach, reaches, reached, achieve, achieved, attains, attained, hit, erreicht, erreichen, atteint, atteindre
exhibit: exhibit, exhibits, exhibition, trade fair, messe, salon
conference: conference, conferences, congress, symposium, workshop, konferenz, tagung, kongress, conférence, congrès, colloque
event: event, events, veranstaltung, veranstaltungen, événement
book: book, books, monograph, buch, bücher, livre, livres
blog: blog, weblog, newsletter
podcast: podcast, podcasts
volunteer-work: volunteers, volunteer, voluntary work, ehrenamt, bénévolat
open-access: open access, open-access, freely accessible, libre accès
meta-analysis: meta-analysis, meta analysis, metaanalyse, méta-analyse
review: systematic review, literature review, review article, übersichtsarbeit, revue de littérature
survey: survey, surveys, surveyed, questionnaire, questionnaires, umfrage, befragung, enquête, sondage
control-group: control group, controls, control arm, kontrollgruppe, groupe témoin
interview: interview, interviews, interviewed, quotes, quoted, interviewt, entretien, entretiens
opinion: opinion, op-ed, commentary, editorial, kommentar, leitartikel, tribune
compliant: compliant, compliance, complies, conforms, conform, konform, conforme
encrypt: encrypted, encryption, encrypts, verschlüsselt, verschlüsselung, chiffré, chiffrement
cloud: cloud, hosted, saas, in der cloud, dans le cloud
on-premises: on-premises, on premises, self-hosted, self-host, selbst gehostet, sur site
cryptocurrency: cryptocurrency, bitcoin, crypto, kryptowährung, cryptomonnaie
loyalty: loyalty programme, loyalty program, rewards programme, bonusprogramm, programme de fidélité
ship-free: free shipping, free delivery, versandkostenfrei, livraison gratuite
mentor: mentor, mentors, mentoring, mentored, coach, coaches
nurse: nurse, nurses, nursing, krankenschwester, pflegekraft, infirmière, infirmier
scientist: scientist, researcher, forscher, forscherin, wissenschaftler, wissenschaftlerin, chercheur, chercheuse, scientifique
physicist: physicist, physics, physiker, physikerin, physik, physicien, physicienne, physique
chemist: chemist, chemistry, chemiker, chemikerin, chemie, chimiste, chimie
ecologist: ecologist, ecology, ökologe, ökologin, ökologie, écologue, écologie
biologist: biologist, biology, biologe, biologin, biologie, biologiste
economist: economist, economics, ökonom, ökonomin, volkswirtschaft, économiste, économie
mathematician: mathematician, mathematics, mathematiker, mathematik, mathématicien, mathématiques
historian: historian, history, historiker, geschichte, historien, histoire
philosopher: philosopher, philosophy, philosoph, philosophie, philosophe
psychologist: psychologist, psychology, psychologe, psychologin, psychologie, psychologue
sustainability: sustainability, sustainable, climate, carbon footprint, net zero, nachhaltigkeit, nachhaltig, durable, durabilité, développement durable
carbon-neutral: carbon neutral, carbon-neutral, climate neutral, net zero, klimaneutral, neutre en carbone
recycle: recycle, recycles, recycled, recycling, recycelt, recyclage, recyclé
export: export, exports, exported, exportiert, ausfuhr, exporte, exportation
import: import, imports, imported, importiert, importe
partner: partner, partners, partnership, cooperates, collaborates, collaboration, collaborated, alliance, partnerschaft, kooperation, kooperiert, partenaire, partenariat, coopère
subscription: subscription, subscriptions, subscribe, abonnement, abo, abonnements
refund: refund, refunds, money back, rückerstattung, remboursement
support-service: customer support, support, helpdesk, kundendienst, kundenservice, assistance, service client
always: 24/7, around the clock, day and night, rund um die uhr, 24 heures sur 24
weapon: weapon, weapons, arms, arms makers, defence, military, munitions, waffen, rüstung, militär, armes, armement, militaire
permit: cleared, clearance, permit, permits, building permit, planning permission, approval, approved, authorisation, genehmigung, baugenehmigung, genehmigt, permis, permis de construire, autorisation, autorisé
conduct: conducted, carried out, performed, took place, surveyed, recruited, enrolled, collected, interviewed, asked, durchgeführt, stattgefunden, mené, menée, réalisé, réalisée
telephone: telephone, phone, phone number, telefon, téléphone
conflict: lecture fees, consulting fees, speaker fees, honoraria, receives fees, received fees, paid consultant, conflict of interest, conflicts of interest, competing interest, competing interests, interessenkonflikt, conflit d'intérêts
cash: cash, liquidity, liquid funds, barmittel, trésorerie
contract: contract, contracts, agreement, agreements, vertrag, verträge, vereinbarung, contrat, contrats, accord
order: order, orders, ordered, auftrag, aufträge, bestellung, commande, commandes
expert: expert, experts, specialist, specialists, fachleute, spécialiste
resign: resign, resigned, resigns, resignation, stepped down, steps down, quit, zurückgetreten, rücktritt, démissionné, démission
other: another, other, second, further, additional, previous, earlier, weitere, weiterer, autre, autres
complete: complete, completed, finished, graduated, received, obtained, took, earned, gained, holds, holding, defended, abgeschlossen, erworben, erhielt, obtenu, soutenu
examine: examine, examines, examined, investigate, investigates, investigated, address, addresses, addressed, analyse, analyses, analysed, explore, explores, explored, studies, untersucht, untersuchte, étudie, étudié, analyse
require: require, requires, required, need, needs, needed, must have, benötigt, erforderlich, nötig, exige, nécessaire, requis
declare: declare, declares, declared, disclose, discloses, disclosed, acknowledge, acknowledges, erklärt, offengelegt, déclare, déclarent
active: active, actively, operates, operating, business, present, presence, activity, aktiv, tätig, vertreten, activité, actif, active, présent, présente, présence
visit: visit, visits, visited, visitors, besuch, besuchen, visite, visiter
`
