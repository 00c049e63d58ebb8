/** A bit per group below. */
export type ClassGroups = number

/**
 * What authors call the parts of a page, in class names, ids and roles. A name says nothing certain: these are
 * features of the block model, which learnt how far each can be trusted.
 */
const groups = {
  navigation:
    'nav navi navbar navigation menu menus submenu megamenu topnav subnav sitenav mainmenu dropdown hamburger drawer offcanvas tabs tab menuitem menubar',
  heading: 'header masthead topbar top banner hero jumbotron announcement logo branding',
  footer: 'footer foot bottom copyright legal colophon contentinfo',
  side: 'sidebar side aside rail complementary secondary widget widgets sidenav',
  breadcrumb: 'breadcrumb breadcrumbs crumb crumbs',
  related:
    'related recommended recommendation recommendations recommend similar more also upsell upsells crosssell cross trending popular recent latest suggested suggestions readmore viewed next prev previous teaser teasers promo promos promotion outbrain taboola',
  share: 'share sharing social socials addthis follow like likes facebook twitter pinterest',
  comment: 'comment comments disqus respond commentlist discussion replies reply',
  advert: 'ad ads advert advertisement advertising sponsor sponsored dfp gpt adsense',
  overlay:
    'modal popup overlay lightbox dialog cookie cookies consent gdpr newsletter subscribe subscription signup login signin register toast tooltip cart minicart basket notice paywall cta alert',
  tool: 'toolbar tools tool pagination pager paging filter filters facet facets sort sorting search searchbar controls control actions action btn button buttons skip toc edit print rating ratings vote votes badge',
  byline:
    'meta metadata byline author authors date time timestamp tag tags category categories posted published avatar bio profile user username userinfo signature stats info',
  concealed:
    'hidden hide invisible sr screen visually visuallyhidden collapse collapsed mobile noprint printonly offscreen',
  content:
    'content contents article articlebody post posts entry body main text story page blog single copy prose markdown rich rte richtext wysiwyg document doc docs',
  product:
    'product description desc detail details spec specs specification specifications feature features summary overview ingredients attributes attribute accordion panel pdp',
  item: 'item items card cards list listing listings grid row col column result results tile tiles collection products cell thumb thumbnail',
  message:
    'message messages thread threads topic topics answer answers question questions postbody bbcode quote forum msg cooked',
  price:
    'price prices pricing amount sku stock qty quantity variant variants swatch option options shipping delivery',
  review: 'review reviews testimonial testimonials faq faqs quotes customer',
} as const

export type ClassGroup = keyof typeof groups
export const classGroupNames = Object.keys(groups) as ClassGroup[]

const bitsOf = new Map<string, number>()
classGroupNames.forEach((name, bit) => {
  for (const word of groups[name].split(' ')) bitsOf.set(word, (bitsOf.get(word) ?? 0) | (1 << bit))
})

const longest = 300
const known = new Map<string, ClassGroups>()
const mostKnown = 20_000

/** The groups that the words of these names belong to. Remembered, since templates repeat their names. */
export function classWords(allNames: string): ClassGroups {
  const names = allNames.slice(0, longest)
  const seen = known.get(names)
  if (seen !== undefined) return seen
  let bits = 0
  const words = names
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
  for (const word of words) bits |= bitsOf.get(word) ?? 0
  if (known.size >= mostKnown) known.clear()
  known.set(names, bits)
  return bits
}

export const hasGroup = (bits: ClassGroups, group: ClassGroup): boolean =>
  ((bits >> classGroupNames.indexOf(group)) & 1) === 1
