/**
 * Fields of work: what each is called, and the things, deeds and people that it is made of, as beginnings of words in
 * English, German and French. Whoever defines himself by one of the latter works in the field. A name with a star has
 * other meanings as well, and says nothing of the field where it stands in a text.
 */
const table = `
energy = energy, power sector, energie, énergie | batter, solar, photovolta, wind farm, wind turbine, wind power, windkraft, heat pump, wärmepumpe, electricity, power plant, kraftwerk, power grid, grid operator, stromnetz, hydrogen, wasserstoff, hydrogène, oil and gas, refiner, nuclear, geothermal, biogas, charging station, energy storage, éolien, électricité, utility company, utilities
renewable energy = renewable, renewables, clean energy, green energy, cleantech, clean tech, climate tech, erneuerbar, énergies renouvelables | solar, photovolta, wind farm, wind turbine, wind power, windkraft, geothermal, biogas, tidal, hydropower, éolien, heat pump, wärmepumpe, energy storage, green hydrogen
healthcare = health, healthcare, health care, medicine, medical, gesundheit, medizin, santé, médical | hospital, clinic, patient, nurs, physician, doctor, medical, medicine, therap, diagnos, surg, disease, health, krankenhaus, klinik, patienten, arzt, hôpit, médecin, dental, dentist, physiotherap, triage, vaccin, clinical
life sciences = biotech, biotechnology, life science, life sciences, pharma, pharmaceutical, pharmaceuticals, drug discovery, biotechnologie | drug, pharma, biotech, antibod, gene therap, genom, protein, enzyme, vaccin, molecul, wirkstoff, médicament, clinical trial, biopharma, cell therap
finance = finance, financial services, fintech, banking, payments, finanz, finanzbranche, banque | bank, payment, lending, lender, loan, mortgage, invoice, invest, asset manage, wealth, trading platform, brokerage, accounting, kredit, zahlung, paiement, crédit, treasury, credit card, fintech
insurance = insurance, insurtech, versicherung, assurance | insur, underwrit, claims handling, versicher, assur
logistics = logistics, logistik, logistique, supply chain, freight, transport, transportation, shipping | logisti, freight, warehous, cold store, courier, parcel, haulage, haulier, truck, lkw, lorr, spedition, transport, fracht, fulfil, supply chain, container, last-mile, delivery fleet, entrepôt, livraison, ferr
shipping = shipping, maritime, schifffahrt, maritime sector, boats, seafaring | ship, ferr, vessel, maritim, shipyard, yard, port authority, cargo, schiff, reeder, navire, sailing
aviation = aviation, aerospace, airlines, air travel, luftfahrt, aviation industry, aéronautique | airline, aircraft, airport, airplane, aeroplane, flight, aviation, aerospace, drone, helicopter, flugzeug, fluggesellschaft, flughafen, avion, aéroport, jet engine
space = space*, space industry, space technology, aerospace, raumfahrt, spatial | satellite, rocket, launch vehicle, orbit, spacecraft, satellit, rakete, fusée
automotive = automotive, car industry, mobility*, electric vehicles, automobile, automobil | car maker, carmaker, vehicle, automotive, car part, charging station, electric car, e-bike, bicycle, fahrzeug, voiture, véhicule, scooter
agriculture = agriculture, agritech, agtech, farming, agricultural, landwirtschaft | farm, crop, livestock, dairy, soil, harvest, tractor, orchard, vineyard, seed, fertili, landwirt, ernte, ferme, récolte, agricult, irrigation, greenhouse
food = food, food and drink, food industry, foodtech, beverage, beverages, lebensmittel, alimentaire | food, bak, bread, brew, beer, wine, coffee, tea, chocolate, dairy, cheese, meat, restaurant, snack, drink, beverage, recipe, brot, bier, käse, boulanger, bière, vin, vegan, organic, flour, kitchen
construction = construction, building industry, proptech, bau*, baubranche, btp, architecture | construct, building material, architect, concrete, cement, contractor, scaffold, bridge, steel beam, timber, facade, hochbau, tiefbau, beton, bâtiment, chantier, prefab
real estate = real estate, property*, housing, immobilien, immobilier | propert, real estate, housing, apartment, landlord, tenant, rental, immobil, wohnung, logement
education = education, edtech, learning*, teaching*, bildung, éducation | school, universit, student, pupil, teacher, course, classroom, curricul, learning platform, tutor, schule, schüler, lehr, école, élève, training provider, lesson
software = software, saas, it*, information technology, technology*, tech*, digital*, informatique | software, platform, saas, app, cloud, api, developer tool, database, open-source, logiciel, plattform, plateforme, web application, algorithm
cybersecurity = cybersecurity, cyber security, security*, information security, it security, cybersicherheit, cybersécurité | cyber, malware, phishing, encrypt, penetration test, intrusion, ransomware, vulnerabilit, identity management, fraud detection, verschlüssel, chiffrement, firewall
artificial intelligence = artificial intelligence, ai, machine learning, ml*, deep learning, künstliche intelligenz, ki, intelligence artificielle, ia* | machine learning, artificial intelligence, neural, deep learning, language model, federated learning, reinforcement learning, computer vision, ai, llm, künstliche intelligenz, maschinell, apprentissage, predictive model, transformer model
robotics = robotics, robots, automation, robotik, robotique | robot, drone, automation, actuator, autonomous vehicle, gripper, exoskelet, roboter, automate, autonomous machine
semiconductors = semiconductors, semiconductor, chips, electronics, microelectronics, halbleiter, elektronik | semiconductor, chip, wafer, sensor, circuit, transistor, photonic, halbleiter, électronique, electronic, microcontroller
telecoms = telecommunications, telecoms, telecom, telekommunikation, télécoms | telecom, broadband, mobile network, fibre network, 5g, antenna, telefon, mobilfunk, fibre optique
media = media, publishing, journalism, entertainment, medien, médias | newspaper, magazine, publish, film, broadcast, podcast, journalis, streaming, television, radio, verlag, zeitung, presse, édition, video game, games studio
retail = retail, e-commerce, ecommerce, commerce*, einzelhandel, handel*, commerce de détail | shop, store, retail, e-commerce, online shop, marketplace, supermarket, händler, laden, magasin, boutique
fashion = fashion, clothing, textiles, textile, apparel, mode*, bekleidung | cloth, fashion, garment, textile, shoe, apparel, wool, yarn, fabric, denim, kleid, textil, vêtement, chaussure, leather
tourism = tourism, travel, hospitality, tourismus, tourisme, hotel industry | hotel, guest house, travel, tour operator, holiday, resort, bed and breakfast, campsite, reise, ferien, voyage, hôtel, chambre d'hôte, hostel
environment = environment, environmental, sustainability, climate, environmental protection, umwelt, environnement | climate, carbon, emission, recycl, biodivers, pollution, conservation, waste, sustainab, umwelt, klima, nachhaltig, déchet, écolog, ecosystem, greenhouse gas
water = water, water treatment, water industry, wasser, eau | water, borehole, sewage, desalin, irrigation, wasser, abwasser, eau potable, pump
mining = mining, mining industry, raw materials, bergbau, mines* | mine, mining, mineral, ore, quarr, bergbau, minière, lithium extraction, drill
defence = defence, defense, military, arms, rüstung, défense | defence, defense, militar, weapon, missile, armed forces, munition, rüstung, armement, soldier
manufacturing = manufacturing, industry*, mechanical engineering, industrial*, maschinenbau, fertigung, industrie | manufactur, factory, factories, machine tool, machine build, machine maker, fabrik, usine, maschinen, hersteller, fabricant, produces, pumps, components, assembly line
chemicals = chemicals, chemistry, materials*, materials science, chemie, chimie | chemical, polymer, coating, adhesive, catalyst, resin, plastic, pigment, solvent, chemi, alloy, glass maker
law = law, legal, legal services, legaltech, recht*, droit | law firm, lawyer, barrister, solicitor, attorney, legal, court, anwalt, rechts, avocat, juridique, contract review
sports = sports, sport, fitness | sport, football, athlet, gym, fitness, rowing, cycling club, stadium, ruder, verein, coach
music = music, musik, musique | music, orchestra, symphon, concert, opera, band, compos, musik, concert, festival, recording
marketing = marketing, advertising, pr*, public relations, werbung, publicité | marketing, advertis, brand, campaign, public relations, seo, werbe, publicit
human resources = hr*, human resources, recruitment, hr tech, staffing, personalwesen | recruit, payroll, staffing, human resources, hiring platform, employee engagement, personal, lohn, paie
government = government, public sector, politics, public administration, politik, politique | government, ministry, council, parliament, election, minister, mayor, municipal, regierung, ministerium, stadtrat, gouvernement, mairie, policy, law was passed
`

export interface Field {
  readonly names: RegExp
  readonly words: RegExp
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
/** Short words stand alone: “ai” is no beginning of “aim”. */
const beginning = (word: string): string => literally(word) + (word.length < 4 ? String.raw`(?!\p{L})` : '')

let read: readonly Field[] | undefined
const fields = (): readonly Field[] =>
  (read ??= table.split('\n').flatMap((line) => {
    const [called, made] = line.replace(/^[^=]*=/, '').split('|')
    if (called === undefined || made === undefined) return []
    const [names = [], words = []] = [called, made].map((list) => list.split(',').map((word) => word.trim()))
    const plain = names
      .filter((name) => !name.endsWith('*'))
      .map((name) => literally(name) + String.raw`(?!\p{L})`)
    return [
      {
        names: new RegExp(`^(?:${names.map((name) => literally(name.replace('*', ''))).join('|')})$`, 'iu'),
        words: new RegExp(String.raw`(?<!\p{L})(?:${[...plain, ...words.map(beginning)].join('|')})`, 'giu'),
      },
    ]
  }))

/** The fields that go by this name; none where it names no field of work as a whole. */
export const fieldsNamed = (name: string): readonly Field[] =>
  fields().filter(({ names }) => names.test(name.trim()))
