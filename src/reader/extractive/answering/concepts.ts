interface Concept {
  readonly words: string
  /** Parted by bars. A phrase stands for the concept alone: a chief financial officer is no chief executive officer. */
  readonly phrases?: string
  /** What only a pattern finds, in folded text with single spaces. */
  readonly pattern?: RegExp
  /** Another concept that it is a case of: a chief executive leads. */
  readonly within?: string
}

/** Words that ask for the same and answer each other, in English, German and French; folded. */
export const concepts: Readonly<Record<string, Concept>> = {
  stop: {
    words:
      'stop stops stopped stopping cease ceased ceases quit quits discontinue discontinued abandon abandoned aufgegeben eingestellt beendet arrete abandonne',
    phrases: 'gave up|give up|given up|gave that up|used to|no longer|left off|ne plus',
  },
  staff: {
    words:
      'employee employees employ employs employed staff workforce headcount personnel colleagues mitarbeiter mitarbeitende mitarbeiterinnen mitarbeitenden beschaftigte beschaftigten beschaftigt belegschaft angestellte salaries salarie employes emploie emploient effectif effectifs collaborateurs collaboratrices',
    phrases:
      'full time equivalents|team members|people work|people who work|people working|people are employed|team of',
    pattern:
      /(?:we are|there are|we have|team of)(?: [a-z]+){0,2} [0-9]+(?: [a-z]+)? (?:people|of us|persons|menschen|personnes)|[0-9]+ (?:people|persons|menschen|leute|personnes)(?: [a-z]+){0,3} (?:work|works|working|employed|arbeiten|travaillent)|(?:employs|employ|beschaftigt|emploie)(?: [a-z]+){0,4} [0-9 ]+ (?:people|persons|menschen|personnes)/g,
  },
  layoff: {
    words:
      'dismissed layoff layoffs redundancies redundancy dismissals entlassen entlassungen stellenabbau licencie licenciements',
    phrases:
      'lost their jobs|lose their jobs|lay off|lays off|laid off|laying off|job cuts|cuts jobs|cut jobs|plan social',
  },
  found: {
    words:
      'older oldest younger youngest founded founder founders cofounder cofounders cofounded founding establish established incorporated gegrundet grunder grunderin grunderinnen grundung grundete grundeten mitgrunder mitgrunderin fonde fondee fondateur fondatrice fondateurs cofondateur cofondatrice creee creation',
    phrases:
      'co founder|co founders|co founded|set up|was started|were started|started in|started by|started the company',
  },
  based: {
    words:
      'based headquarters headquartered hq located location seat domiciled relocated moved hauptsitz sitz firmensitz ansassig zentrale standort sitzt siege basee base implantee implante',
    phrases: 'head office|head offices|main office|registered office|siege social',
  },
  revenue: {
    words: 'revenue revenues turnover umsatz jahresumsatz umsatze umsatzerlose',
    phrases:
      'annual sales|net sales|sales of|sales were|sales rose|sales fell|sales reached|chiffre d affaires',
  },
  profit: {
    words:
      'profit profits profitable profitability earnings surplus gewinn gewinne jahresuberschuss uberschuss rentabel profitabel benefice benefices rentable rentabilite',
    phrases: 'net income|break even|breaks even|in the black|resultat net',
  },
  loss: {
    words: 'loss losses verlust verluste fehlbetrag perte pertes deficit',
    phrases: 'net loss|in the red',
  },
  funding: {
    words:
      'raise raises raised raising funding funded financing round rounds investment secured finanzierung finanzierungsrunde eingesammelt kapitalrunde leve levee levees financement',
    phrases: 'venture capital|levee de fonds|tour de table',
  },
  investor: {
    words:
      'investor investors backer backers shareholder shareholders investoren geldgeber gesellschafter investisseur investisseurs actionnaire actionnaires',
    phrases: 'backed by|invested in',
  },
  lead: {
    words:
      'manage manages managed management lead leads led leading leader leadership head heads headed run runs ran angefuhrt gefuhrt leitet geleitet mene menee dirige dirigee',
  },
  acquire: {
    words:
      'acquire acquires acquired acquisition acquiring buy buys buying bought purchase purchased purchases buyer takeover merger merged ubernahme ubernimmt ubernommen kauft kaufte gekauft erwirbt erworben kaufer rachat rachete rachetee acquis acquiert reprise',
    phrases: 'take over|takes over|taken over|took over',
  },
  loan: { words: 'loan loans lend lends lent lender borrow borrowed credit darlehen kredit pret emprunt' },
  accuracy: { words: 'accurate accuracy precise precision genau genauigkeit precise exactitude' },
  sell: { words: 'sell sells sold selling sale verkauft verkauf verkaufen vend vendu vente' },
  price: {
    words:
      'cheap cheaper cheapest expensive dearer price prices priced pricing cost costs costing charge charges fee fees tariff worth pay paid pays rent rents kostet kosten preis preise gebuhr prix coute couter cout tarif tarifs',
  },
  ceo: {
    words:
      'ceo geschaftsfuhrer geschaftsfuhrerin vorstandsvorsitzender vorstandsvorsitzende vorstandschef pdg dirigeant dirigeante presidente president leadership',
    within: 'lead',
    phrases:
      'chief executive|chief executive officer|managing director|directeur general|directrice generale',
  },
  cfo: {
    words: 'cfo finanzvorstand finanzchef finanzchefin',
    phrases:
      'chief financial officer|chief finance officer|finance director|finance chief|head of finance|directeur financier|directrice financiere',
  },
  cto: {
    words: 'cto technikvorstand',
    phrases:
      'chief technology officer|chief technical officer|technical director|directeur technique|directrice technique',
  },
  coo: { words: 'coo', phrases: 'chief operating officer|operations director|directeur des operations' },
  cmo: {
    words: 'cmo marketingleiter',
    phrases: 'chief marketing officer|marketing director|head of marketing',
  },
  cso: { words: 'cso', phrases: 'chief scientist|chief scientific officer|chief science officer' },
  chair: {
    words: 'chair chairman chairwoman chairperson aufsichtsratsvorsitzender aufsichtsratsvorsitzende',
  },
  auditor: {
    words: 'auditor auditors audited wirtschaftsprufer abschlussprufer',
    phrases: 'audit firm|commissaire aux comptes',
  },
  delay: {
    words:
      'delay delays delayed late postponed postponement pushed slipped verspatung verspatet verzogerung verzogert verschoben retard retarde retardee repousse repoussee reporte reportee',
    phrases: 'behind schedule|held up|put off|not yet|en retard',
  },
  insolvent: {
    words:
      'insolvent insolvency bankrupt bankruptcy liquidation administration collapsed insolvenz pleite konkurs zerschlagen faillite',
    phrases: 'chapter 11|went under|redressement judiciaire',
  },
  launch: {
    words:
      'launch launches launched release releases released introduce introduced unveil unveiled debut start started begin began begun open opened opens opening gestartet eroffnet eingefuhrt lance lancement ouvre ouvrir ouvrira ouvert ouverture',
    phrases: 'rolled out|went live|goes live|mise en service',
  },
  close: {
    words:
      'close closes closed closing cease ceased ceases shut shuts shutdown closure geschlossen schliessung schliesst ferme fermeture fermee',
    phrases: 'shut down|shuts down|wound up|gave up',
  },
  born: { words: 'born birth birthplace geboren geburt nee naissance', phrases: 'grew up' },
  die: {
    words: 'die died dies death dead gestorben tod verstorben mort decede decedee deces',
    phrases: 'passed away',
  },
  study: {
    words:
      'study studied studies degree graduate graduated graduation education educated phd doctorate studierte studium studiert promoviert promotion abschluss etudie etudes diplome diplomee doctorat',
  },
  live: { words: 'live lives lived living resides wohnt lebt habite vit' },
  work: {
    words:
      'work works worked working job position role affiliation arbeitet arbeitete tatig stelle travaille travaillait poste',
  },
  teach: {
    words:
      'teach teaches taught teacher lecturer lectures professor lehrt professorin enseigne enseignant professeur',
  },
  write: {
    words:
      'write writes wrote written author authors authored coauthor geschrieben autor autorin autoren ecrit auteur auteurs',
  },
  publish: {
    words:
      'publish publishes published publication appear appeared veroffentlicht erschienen publie publiee parution',
  },
  rival: {
    words:
      'competitor competitors competition compete competes rival rivals konkurrent konkurrenten konkurrenz wettbewerber wettbewerb concurrent concurrents concurrence',
  },
  listing: {
    words: 'ipo flotation floated listed listing bourse borse borsengang',
    phrases:
      'go public|goes public|going public|went public|initial public offering|public offering|share offering|stock exchange|stock market|introduction en bourse',
  },
  win: {
    words:
      'win wins won winner award awards awarded prize prizes gewann gewonnen auszeichnung gagne remporte laureat',
  },
  customer: {
    words:
      'customer customers client clients buyer buyers user users subscribers kunde kunden kundin abonnes utilisateurs',
  },
  supplier: {
    words:
      'supplier suppliers supply supplies supplied vendor provider lieferant lieferanten liefert fournisseur fournisseurs fournit',
  },
  make: {
    words:
      'make makes made produce produces produced product products manufacture manufactures manufactured manufacturer maker builds build built develop develops developed herstellung hersteller produziert baut entwickelt fabrique fabricant produit produits construit developpe',
  },
  offer: { words: 'offer offers offered sell sells provide provides bietet propose vend offre' },
  // What fell answers whether it rose.
  trend: {
    words:
      'grow grows grew grown growth rise rises rose risen increase increased increases climb climbed jumped doubled tripled wuchs wachstum gestiegen stieg steigerte croissance augmente hausse shrink shrinks shrank fall falls fell fallen drop dropped decline declined decrease decreased narrow narrowed reduce reduced halved sank gesunken ruckgang baisse recul diminue',
  },
  change: {
    words:
      'change changes changed become becomes became replaced replaces succeeded appointed named gewechselt nachfolger remplace nomme nommee',
  },
  weight: { words: 'heavier heaviest lighter lightest weigh weighs weight heavy wiegt gewicht pese poids' },
  size: { words: 'size area large big grosse flache gross taille superficie surface' },
  duration: { words: 'last lasts lasted duration period lifetime dauert dauer dure duree' },
  certify: {
    words:
      'certify certified certification certificate accredited zertifiziert zertifikat certifie certifiee',
  },
  email: { words: 'email mail mailadresse courriel', phrases: 'e mail|e mail address' },
  phone: { words: 'phone telephone tel telefon telefonnummer rufnummer' },
  website: { words: 'website homepage url webseite', phrases: 'web site|site web' },
  address: { words: 'address street anschrift adresse' },
  member: { words: 'member members membership mitglied mitglieder membre membres' },
  partner: {
    words:
      'partner partners partnership cooperation collaborate partnerschaft kooperation partenaire partenariat',
  },
  emission: { words: 'emission emissions footprint emissionen' },
  deadline: { words: 'deadline frist bewerbungsfrist', phrases: 'apply by|closing date|date limite' },
  participant: {
    words: 'participant participants subjects patients respondents volunteers enrolled teilnehmer probanden',
    phrases: 'sample of|sample size',
  },
}
