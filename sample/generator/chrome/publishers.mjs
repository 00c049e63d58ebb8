// Page frames of newspapers, repositories, directories and the other sites that write about others.
import { attribute, escape, inline } from '../markup.mjs'
import {
  breadcrumbs,
  head,
  latest,
  links,
  longDate,
  neighbours,
  newsArticle,
  scholarlyArticle,
  shortDate,
} from '../head.mjs'

const doc = (page, headHtml, body) =>
  `<!DOCTYPE html>\n<html lang="${page.lang}">\n${headHtml}\n<body>\n${body}\n</body>\n</html>\n`

const listing = (site, page, body, entry) =>
  body.replace(
    '<!--latest-->',
    () =>
      `<ul class="list">\n${latest(site, page)
        .map((other) => `<li>${entry(other)}</li>`)
        .join('\n')}\n</ul>`,
  )

/** Puts a line below the page's first heading. */
const below = (body, line) => body.replace('</h1>', () => `</h1>\n${line}`)

export const news = {
  page(site, page, body) {
    const byline = page.date
      ? `<p class="byline">By <span class="author">${escape(page.author)}</span> · <time datetime="${page.date}">${longDate(page.date)}</time></p>`
      : ''
    const listed = listing(
      site,
      page,
      body,
      (other) =>
        `<a href="${other.path}">${escape(other.title)}</a> <span class="date">${longDate(other.date)}</span>`,
    )
    return doc(
      page,
      head(site, page, { og: true, extra: page.date ? [newsArticle(site, page)] : [] }),
      `<div class="consent-wall"><p>Harbourwire and its 0 partners respect your privacy.</p><button>OK</button></div>
<header><div class="masthead"><a href="/">Harbourwire</a></div><nav class="sections">${links(site.nav)}</nav><div class="ticker">Rotterdam +0.4 · Copper −1.1 · Wheat +0.2 · Baltic Dry 1,612</div></header>
<div class="layout"><main><article class="story">
${below(listed, byline)}
</article>
${page.date ? `<div class="share"><a href="/share">Share</a> <a href="/print${page.path}">Print</a> <a href="/comments">Comments (3)</a></div>` : ''}</main>
<aside class="sidebar"><h3>Most read</h3><ol>${links(neighbours(site, page, 4), { before: '<li>', after: '</li>' })}</ol><div class="promo"><h4>The Morning Tide</h4><p>Five stories before your coffee is cold. Sign up for our newsletter.</p></div></aside></div>
<section class="related"><h3>Related stories</h3>${links(neighbours(site, page, 3), { before: '<p>', after: '</p>' })}</section>
<footer><p>© Harbourwire. Tips: tips@harbourwire.example</p><p>${links([
        ['Corrections policy', '/corrections'],
        ['Terms', '/terms'],
        ['Advertise', '/advertise'],
      ])}</p></footer>`,
    )
  },
}

/** The front page of a site: every page it has, under its own title. */
export const front = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page),
      `<header><a href="/">${escape(site.name)}</a></header>\n<main>\n${body}\n<ul>\n${links(
        site.pages
          .filter((other) => other.kind !== 'front' && other.kind !== 'print')
          .map((other) => [other.title, other.path]),
        { before: '<li>', after: '</li>', between: '\n' },
      )}\n</ul>\n</main>`,
    ),
}

export const print = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { extra: ['<meta name="robots" content="noindex">'] }),
      `<p>${escape(site.name)} – print version</p>\n${below(body, `<p>${escape(page.author)}, ${longDate(page.date, page.lang)}</p>`)}\n<p>Source: ${page.canonical}</p>`,
    ),
}

export const wire = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<div id="hd"><a href="/">NEWSBEAM</a> press release distribution</div>\n<div id="release">\n${body}\n</div>\n<div id="ft"><p>The text above was supplied by the issuer, who is responsible for its content.</p>${links(
        [
          ['Send a release', '/send'],
          ['Prices', '/prices'],
        ],
      )}</div>`,
    ),
}

export const magazine = {
  dialect: {
    paragraph: (html) => `<div class="body-text"><p>${html}</p></div>`,
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true, extra: [`<meta name="author" content="${attribute(page.author)}">`] }),
      `<div class="nav-burger"><a href="/">SIGNALPOST</a> ${links(site.nav)}</div>
<div class="post"><div class="kicker">Reportage</div>
${below(body, `<div class="meta"><span>${escape(page.author)}</span><span>${longDate(page.date)}</span><span>6 min read</span></div>`)}
<div class="author-box"><b>${escape(page.author)}</b> writes for Signalpost. Follow, share, disagree.</div></div>
<div class="more"><div class="more-title">Keep reading</div>${links(neighbours(site, page, 4), { before: '<div class="card">', after: '</div>' })}</div>
<div class="bottom">Signalpost is printed four times a year. <a href="/subscribe">Subscribe</a></div>`,
    ),
}

export const papers = {
  page(site, page, body) {
    const nav = `<div class="top"><a href="/">Openquire</a> ${links(site.nav)} <form action="/search"><input name="q"></form></div>`
    if (!page.doi) {
      const listed = listing(
        site,
        page,
        body,
        (other) => `<a href="${other.path}">${escape(other.title)}</a><br>${escape(other.authors)}`,
      )
      return doc(page, head(site, page), `${nav}\n<div class="text">${listed}</div>`)
    }
    const authors = page.authors.split('; ')
    const meta = [
      `<meta name="citation_title" content="${attribute(page.title)}">`,
      ...authors.map((name) => `<meta name="citation_author" content="${attribute(name)}">`),
      `<meta name="citation_publication_date" content="${page.date.replaceAll('-', '/')}">`,
      `<meta name="citation_doi" content="${page.doi}">`,
    ]
    if (page.ld?.includes('scholar')) meta.push(scholarlyArticle(site, page))
    const affiliations = page.affil.split('; ')
    const rows = [
      ['Submitted', longDate(page.date)],
      ['DOI', `<a href="https://doi.example/${page.doi}">${page.doi}</a>`],
      ['Subject', page.subject],
      ['Licence', page.license],
      ...(page.journal ? [['Journal', page.journal]] : []),
      ...(page.code ? [['Code', `<a href="${page.code}">${page.code}</a>`]] : []),
    ]
    return doc(
      page,
      head(site, page, { extra: meta }),
      `${nav}
<div id="abs"><h1>${escape(page.title)}</h1>
<div class="authors">${authors.map((name, index) => `<span class="a">${escape(name)} <small>(${escape(affiliations[index])})</small></span>`).join(', ')}</div>
<h2>Abstract</h2>
${body}
<dl class="record">${rows.map(([term, value]) => `<dt>${term}</dt><dd>${value}</dd>`).join('\n')}</dl></div>
<div class="side"><h4>Same subject</h4>${links(
        site.pages
          .filter((other) => other.subject === page.subject && other !== page)
          .map((other) => [other.title, other.path]),
        { before: '<p>', after: '</p>' },
      )}<h4>Export</h4><a href="/bib">BibTeX</a> <a href="/ris">RIS</a></div>
<div class="foot">Openquire is run by eleven university libraries.</div>`,
    )
  },
}

export const university = {
  dialect: {
    facts: (pairs) =>
      `<table class="contact-card"><tbody>${pairs.map(([term, value]) => `<tr><th scope="row">${term}</th><td>${value}</td></tr>`).join('\n')}</tbody></table>`,
  },
  page(site, page, body) {
    const person = page.path.startsWith('/people/')
    const trail = person && page.path !== '/people/' ? [['People A–Z', '/people/']] : []
    const listed = listing(site, page, body, (other) => {
      const role = /\*\*(.+?)\*\*/.exec(other.body)?.[1] ?? ''
      return `<a href="${other.path}">${escape(other.title.split(' | ')[0])}</a>, ${escape(role)}`
    })
    return doc(
      page,
      head(site, page, { extra: [breadcrumbs(site, page, trail)] }),
      `<div class="global-nav"><a href="/">Aldermoor University</a> ${links(site.nav)} <a href="/a-z">A to Z</a> <a href="/intranet">Staff</a></div>
<div class="crumbs">${links([['Home', '/'], ...trail], { between: ' › ' })}</div>
<div class="cols"><div class="left-nav"><ul><li><a href="/faculty">Faculty of Engineering and Science</a></li><li><a href="/people/">People A–Z</a></li><li><a href="/research/energy-materials">Energy Materials Group</a></li><li><a href="/vacancies">Vacancies</a></li></ul></div>
<div class="main-col">
${listed}
</div></div>
<div class="uni-footer">Aldermoor University, Leeds. Freedom of information · Accessibility · Cookies</div>`,
    )
  },
}

export const directory = {
  page(site, page, body) {
    const facts = page.facts?.split('; ').map((fact) => fact.split(/=(.*)/s))
    const infobox = facts
      ? `<table class="infobox"><caption>At a glance</caption>${facts.map(([term, value]) => `<tr><th>${term}</th><td>${value.startsWith('https:') ? `<a href="${value}">${value}</a>` : escape(value)}</td></tr>`).join('\n')}</table>`
      : ''
    const sector = facts?.find(([term]) => term === 'Sector')?.[1].split(',')[0]
    const similar = site.pages.filter(
      (other) => sector && other !== page && other.facts?.includes(`Sector=${sector}`),
    )
    return doc(
      page,
      head(site, page, { canonical: true }),
      `<div id="bar"><a href="/">Foundry Index</a> ${links(site.nav)}</div>
<div id="ad">Advertisement: hire a controller by Friday.</div>
<div id="content">${infobox}
${body}
${page.checked ? `<p class="checked">Entry checked on ${page.checked}.</p>` : ''}</div>
<div id="similar"><h3>Similar companies</h3>${similar.length > 0 ? links(similar.map((other) => [other.title.split(' – ')[0], other.path])) : 'None in the index.'}</div>
<div id="foot"><a href="/claim/">Claim this entry</a> · Foundry Index does not rank.</div>`,
    )
  },
}

export const docs = {
  page(site, page, body) {
    const at = site.nav.findIndex(([, path]) => path === page.path)
    const next = site.nav[at + 1]
    return doc(
      page,
      head(site, page),
      `<header class="topbar"><a href="/">Quillstore</a> <select><option>3.1</option><option>3.0</option><option>2.4</option></select> <input placeholder="Search the docs"></header>
<div class="shell"><nav class="toc"><ul>${links(site.nav, { before: '<li>', after: '</li>' })}</ul></nav>
<main class="doc">
${body}
<p class="edit"><a href="https://code.gitgrove.example/quillstore/quillstore">Edit this page</a></p>
${next ? `<p class="next">Next: <a href="${next[1]}">${next[0]}</a></p>` : ''}</main></div>
<footer>Documentation licensed under CC BY 4.0.</footer>`,
    )
  },
}

export const code = {
  page(site, page, body) {
    const [, owner, name] = page.path.split('/')
    return doc(
      page,
      head(site, page, { og: true }),
      `<div class="gg-top"><a href="/">gitgrove</a> <a href="/explore">Explore</a> <a href="/login">Sign in</a></div>
<div class="repo-head"><a href="/${owner}">${owner}</a> / <strong>${name}</strong> <span class="badge">Public</span> <span>${page.stars} stars</span> <span>${page.forks} forks</span></div>
<div class="tabs"><a>Code</a> <a>Issues</a> <a>Merge requests</a> <a>Wiki</a></div>
<table class="files"><tr><td>src</td><td>tidy up error names</td></tr><tr><td>tests</td><td>one more crash test</td></tr><tr><td>LICENSE</td><td>initial commit</td></tr><tr><td>README.md</td><td>fix typo</td></tr></table>
<article class="readme">
${body}
</article>
<aside class="about"><dl><dt>Language</dt><dd>${page.language}</dd><dt>Licence</dt><dd>${page.license}</dd><dt>Latest release</dt><dd>${page.release}</dd></dl></aside>`,
    )
  },
}

export const forum = {
  page(site, page, body) {
    const posts = body.replace(
      /<post author="([^"]+)" date="([^"]+)" posts="([^"]+)">\n?([\s\S]*?)<\/post>/g,
      (_, author, date, count, text) =>
        `<tr><td class="author"><b>${author}</b><br>Posts: ${count}</td><td><div class="postdate">Posted: ${date}</div><div class="postbody">${inline(text.trim())}</div></td></tr>`,
    )
    return doc(
      page,
      head(site, page, { canonical: false }),
      `<div class="forabg"><a href="/">Tinkerbarn</a> » <a href="/viewforum.php">${page.board}</a></div>
<h2><a href="${attribute(page.path)}">${escape(page.title.replace(' - Tinkerbarn', ''))}</a></h2>
<table class="topic" width="100%">
${posts}
</table>
<p>Users browsing this forum: no registered users and 4 guests</p><p>Powered by a very old forum program</p>`,
    )
  },
}

export const stats = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page),
      `<header><a href="/">Openfigures</a><nav>${links(site.nav)}</nav></header><main>
${body}
<p class="download"><a href="/api/csv">Download as CSV</a> <a href="/api/json">JSON</a></p></main><footer>Openfigures is a non-profit association.</footer>`,
    ),
}

export const event = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<header class="hero"><a href="/">Systems Week</a><nav>${links(site.nav)}</nav></header><main>
${body}
</main><footer><p>Code of conduct · Privacy · <a href="mailto:hello@systemsweek.example">hello@systemsweek.example</a></p></footer>`,
    ),
}

export const kurier = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true, extra: [newsArticle(site, page)] }),
      `<div class="abo-leiste">Vier Wochen für 1 € lesen. <a href="/abo/">Jetzt testen</a></div>
<header><a href="/">Rhein-Kurier</a><nav>${links(site.nav)}</nav></header>
<article>
${below(body, `<p class="autor">Von ${escape(page.author)} | ${shortDate(page.date)}</p>`)}
</article>
<section class="mehr"><h4>Mehr zum Thema</h4>${links(neighbours(site, page, 3), { before: '<div>', after: '</div>' })}</section>
<footer>© Rhein-Kurier Verlag · Alle Rechte vorbehalten · <a href="/impressum">Impressum</a></footer>`,
    ),
}

export const relais = {
  dialect: { paragraph: (html) => `<p class="corps">${html}</p>` },
  page: (site, page, body) => `<html>
<head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><title>${escape(page.title)}</title></head>
<body><div id="haut"><b>LE RELAIS &Eacute;CO</b> | ${links(site.nav, { between: ' | ' })}</div>
<div id="article">
${below(body, `<p class="signature">Par ${escape(page.author)}, le ${longDate(page.date, 'fr')}</p>`)}
</div>
<div id="colonne"><b>&Agrave; lire aussi</b><br>${links(neighbours(site, page, 2), { between: '<br>' })}</div>
<div id="bas">&copy; Le Relais &eacute;co. Reproduction interdite.</div></body></html>
`,
}

export const plain = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { canonical: false }),
      `${page.path === '/' ? '' : '<p><a href="/">← home</a></p>\n'}${body}`,
    ),
}
