import type { Weights } from './category.ts'

/** Types of schema.org that are businesses of some sort. */
export const organisationTypes: ReadonlySet<string> = new Set(
  (
    'Organization Corporation LocalBusiness OnlineBusiness OnlineStore ProfessionalService FinancialService ' +
    'BankOrCreditUnion InsuranceAgency AccountingService LegalService RealEstateAgent TravelAgency Store ' +
    'AutomotiveBusiness FoodEstablishment Restaurant HealthAndBeautyBusiness HomeAndConstructionBusiness ' +
    'LodgingBusiness Hotel MedicalBusiness EmploymentAgency Airline Consortium Brand'
  ).split(' '),
)

/** What a page is when JSON-LD says that it has something of this type in it, and how much that weighs. */
const weights: Readonly<Record<string, Weights>> = {
  NewsArticle: { news: 5 },
  ReportageNewsArticle: { news: 5 },
  AnalysisNewsArticle: { news: 5 },
  OpinionNewsArticle: { news: 4, article: 2 },
  LiveBlogPosting: { news: 5 },
  Article: { article: 4, news: 1 },
  AdvertiserContentArticle: { article: 4 },
  BlogPosting: { article: 5 },
  HowTo: { article: 3 },
  Recipe: { article: 3 },
  Review: { article: 2 },
  ScholarlyArticle: { publication: 6 },
  MedicalScholarlyArticle: { publication: 6 },
  Thesis: { publication: 6 },
  Report: { publication: 2, 'financial report': 1 },
  TechArticle: { documentation: 3, article: 2 },
  APIReference: { documentation: 6 },
  SoftwareSourceCode: { code: 5 },
  DiscussionForumPosting: { forum: 6 },
  QAPage: { forum: 5 },
  SocialMediaPosting: { 'social post': 4 },
  Product: { product: 4 },
  ProductGroup: { product: 4 },
  SoftwareApplication: { product: 3 },
  WebApplication: { product: 3 },
  MobileApplication: { product: 4 },
  Vehicle: { product: 4 },
  Book: { product: 2 },
  CollectionPage: { listing: 3 },
  ItemList: { listing: 2 },
  SearchResultsPage: { listing: 5 },
  OfferCatalog: { listing: 3 },
  Blog: { listing: 2 },
  ProfilePage: { people: 4 },
  AboutPage: { company: 1 },
  Event: { event: 5 },
  BusinessEvent: { event: 5 },
  EducationEvent: { event: 5 },
  ExhibitionEvent: { event: 5 },
  Festival: { event: 5 },
  MusicEvent: { event: 5 },
  SocialEvent: { event: 5 },
  SportsEvent: { event: 5 },
  TheaterEvent: { event: 5 },
  Hackathon: { event: 5 },
  ConferenceEvent: { event: 5 },
}

/** A map, because pages may call a type `constructor`. */
export const typeWeights: ReadonlyMap<string, Weights> = new Map(Object.entries(weights))
