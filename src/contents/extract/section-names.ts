/**
 * Headlines that every other site has, too: without the site's name they tell nobody what the page is. Small letters,
 * as words are compared.
 */
export const sectionNames: ReadonlySet<string> = new Set(
  [
    'about, about us, company, our company, our story, story, who we are, team, our team, the team, people, leadership',
    'contact, contact us, contacts, imprint, legal notice, privacy, terms, support, help, faq, locations, offices',
    'product, products, services, our services, solutions, technology, features, pricing, prices, plans, customers',
    'clients, partners, references, case studies, press, press room, newsroom, news, blog, media, events, investors',
    'careers, jobs, work with us, join us, publications, projects, research, programme, program, speakers, tickets',
    'schedule, menu, gallery, history, mission, home, welcome, overview, release notes, changelog, documentation',
    'unternehmen, über uns, wir über uns, kontakt, impressum, datenschutz, karriere, stellen, leistungen, produkte',
    'lösungen, referenzen, aktuelles, neuigkeiten, presse, preise, startseite, geschichte, standorte, termine',
    "l'entreprise, entreprise, à propos, qui sommes-nous, nos solutions, nos produits, produits, nos services",
    "recrutement, carrières, l'équipe, notre équipe, mentions légales, actualités, presse, tarifs, accueil, clients",
    'empresa, nosotros, sobre nosotros, quiénes somos, contacto, servicios, productos, precios, equipo, noticias',
    'azienda, chi siamo, contatti, servizi, prodotti, prezzi, lavora con noi, sobre nós, contato, over ons, om oss',
  ].flatMap((line) => line.split(', ')),
)
