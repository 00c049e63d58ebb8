/** A page of news that says so in the usual ways. */
export const story = (
  headline: string,
  text: string,
  ...links: string[]
) => `<!DOCTYPE html><html lang="en"><head>
  <title>${headline}</title>
  <meta property="og:type" content="article"><meta property="article:published_time" content="2026-07-01T07:00:00Z">
  <script type="application/ld+json">{"@context":"https://schema.org","@type":"NewsArticle","headline":"${headline}","datePublished":"2026-07-01"}</script>
  </head><body><main><article><h1>${headline}</h1><p class="byline">By Owen Tallis</p><p>${text}</p>
  <p>The plant will employ eighty people when it is finished, and the harbour has set aside a quay for it.</p>
  ${links.map((link) => `<p><a href="${link}">Read on</a></p>`).join('')}</article></main></body></html>`
