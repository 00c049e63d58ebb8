// Page frames of the company sites, from tidy semantic HTML to tables for layout.
import { escape } from '../markup.mjs'
import { head, links } from '../head.mjs'

const doc = (page, headHtml, body) =>
  `<!DOCTYPE html>\n<html lang="${page.lang}">\n${headHtml}\n<body>\n${body}\n</body>\n</html>\n`

export const kestrel = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<a class="skip" href="#main">Skip to content</a>
<header><a class="logo" href="/">Kestrel Robotics</a><nav aria-label="Main"><ul>${links(site.nav, { before: '<li>', after: '</li>' })}</ul></nav></header>
<main id="main"><article>
${body}
</article></main>
<footer><nav aria-label="Footer">${links(site.nav)} <a href="/legal">Legal</a> <a href="/modern-slavery">Modern slavery statement</a></nav>
<p><small>© Kestrel Robotics Ltd. Heron and Plover are trade marks of Kestrel Robotics Ltd.</small></p></footer>`,
    ),
}

const soupBlock = (name) => (html) => `<div class="css-${name}">${html}</div>`

export const soup = {
  dialect: {
    heading: (level, html) =>
      `<div class="css-${['', '9fk1', '2hh7', '0c3p', '4t1'][level]}" role="heading" aria-level="${level}"><span>${html}</span></div>`,
    paragraph: soupBlock('1x2b9q'),
    list: (_tag, items) =>
      items.map((item) => `<div class="css-li88"><div class="dot"></div><div>${item}</div></div>`).join('\n'),
    facts: (pairs) =>
      pairs
        .map(
          ([term, value]) =>
            `<div class="css-row"><div class="css-k">${term}</div><div class="css-v">${value}</div></div>`,
        )
        .join('\n'),
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true, css: '.css-1x2b9q{max-width:42em}.css-row{display:flex}' }),
      `<div id="__app"><div class="css-banner" id="consent"><div>We use cookies to keep you logged in and to count visitors. <a href="/cookies">Details</a></div><div class="btn">Accept all</div><div class="btn">Only necessary</div></div>
<div class="css-top"><div class="css-brand"><a href="/">lumenfold</a></div><div class="css-menu">${links(site.nav, { before: '<div>', after: '</div>' })}</div></div>
<div class="css-wrap"><div class="css-col">
${body}
</div></div>
<div class="css-foot"><div>Lumenfold B.V. · Eindhoven</div><div>${links([
        ['Privacy', '/privacy'],
        ['Whitepaper', '/files/foil-on-weak-roofs.pdf'],
        ['Jobs', '/jobs'],
      ])}</div><div>Newsletter: <input type="text" value=""><span>Subscribe</span></div></div></div>`,
    ),
}

export const tables = {
  dialect: {
    heading: (level, html) => `<p><font size="${6 - level}"><b>${html}</b></font></p>`,
    paragraph: (html) => `<p align="left"><font face="Verdana" size="2">${html}</font></p>`,
    table: (headCells, rows) =>
      `<table border="1" cellpadding="3">${[headCells, ...rows]
        .filter(Boolean)
        .map(
          (row, index) =>
            `<tr${index ? '' : ' bgcolor="#ccddee"'}>${row.map((cell) => `<td><font size="2">${cell}</font></td>`).join('')}</tr>`,
        )
        .join('\n')}</table>`,
    facts: (pairs) =>
      `<table border="0" width="100%">${pairs
        .map(([term, value]) => `<tr><td width="180" valign="top"><b>${term}:</b></td><td>${value}</td></tr>`)
        .join('\n')}</table>`,
  },
  page: (site, page, body) => `<html>
<head><meta http-equiv="Content-Type" content="text/html; charset=utf-8">
<title>${escape(page.title)}</title></head>
<body bgcolor="#ffffff" link="#003366">
<table width="760" align="center" cellspacing="0" cellpadding="6"><tr><td colspan="2" bgcolor="#003366"><font color="#ffffff" size="5">TIDEWRIGHT</font></td></tr>
<tr><td width="140" valign="top" bgcolor="#eef3f8">${links(site.nav, { between: '<br>\n' })}<br><a href="/files/annual-report-2025.pdf">Annual report (PDF)</a></td>
<td valign="top">
${body}
</td></tr>
<tr><td colspan="2"><hr><font size="1">Copyright Tidewright Inc. Best viewed at high water.</font></td></tr></table>
</body></html>
`,
}

export const shop = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<div class="announcement-bar">Free shipping over $45 · New: tasting kits for kitchens</div>
<header class="site-header"><a href="/" class="site-header__logo">Brightgrain</a>
<ul class="mega-menu"><li><a href="/collections/all">Shop all</a><ul><li><a href="/products/oat-crumble">Oat Crumble</a></li><li><a href="/collections/bundles">Bundles</a></li><li><a href="/gift-card">Gift cards</a></li></ul></li>${links(site.nav, { before: '<li>', after: '</li>' })}<li><a href="/account">Account</a></li><li><a href="/cart">Cart (0)</a></li></ul></header>
<div class="popup" hidden><h3>10 % off your first order</h3><p>Join 40,000 happy cooks.</p><form><input name="email"><button>Sign me up</button></form></div>
<main class="main-content" role="main"><div class="page-width rte">
${body}
</div></main>
<section class="recommended"><h2>You may also like</h2><div class="grid"><a href="/products/oat-crumble">Oat Crumble, 350 g<br>$6.49</a><a href="/products/oat-patties">Oat Patties, 4 pieces<br>$7.99</a><a href="/products/smoky-strips">Smoky Strips<br>$5.99</a></div></section>
<footer class="site-footer"><div>${links(site.nav)}</div><p>© 2026 Brightgrain, Inc. · Powered by oats</p></footer>`,
    ),
}

export const nordhafen = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page),
      `<div class="cookie-hinweis" role="dialog"><p>Diese Seite verwendet nur technisch notwendige Cookies.</p><button>Verstanden</button></div>
<header class="kopf"><a href="/"><img src="/logo.svg" alt="Nordhafen Logistik"></a><nav><ul>${links(site.nav, { before: '<li>', after: '</li>' })}</ul></nav></header>
<main class="inhalt">
${body}
</main>
<aside class="kontaktbox"><p>Fragen? Unser Vertrieb ist montags bis freitags von 8 bis 17 Uhr für Sie da.</p></aside>
<footer class="fuss"><a href="/impressum/">Impressum</a> · <a href="/datenschutz/">Datenschutz</a> · <a href="/files/geschaeftsbericht-2024.pdf">Geschäftsbericht</a> · <a href="/barrierefreiheit/">Barrierefreiheit</a></footer>`,
    ),
}

export const voltaine = {
  dialect: {
    paragraph: (html) => `<p class="texte__paragraphe">${html}</p>`,
    facts: (pairs) =>
      `<ul class="fiche">\n${pairs.map(([term, value]) => `<li class="fiche__ligne"><span class="fiche__nom">${term}&nbsp;:</span> <span class="fiche__valeur">${value}</span></li>`).join('\n')}\n</ul>`,
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<header class="entete"><a class="entete__logo" href="/">Voltaine</a><nav class="entete__menu">${links(site.nav)}</nav><a class="bouton" href="/contact">Demander un devis</a></header>
<main class="texte">
${body}
</main>
<footer class="pied"><p>Voltaine SAS au capital de 1&nbsp;240&nbsp;000&nbsp;€</p><p>${links([
        ['Mentions légales', '/mentions-legales'],
        ['Confidentialité', '/confidentialite'],
        ['Espace client', '/espace-client/'],
      ])}</p></footer>`,
    ),
}

export const saas = {
  dialect: {
    heading: (level, html) =>
      level === 1 ? `<h1 class="display-1">${html}</h1>` : `<h${level} class="h-fancy">${html}</h${level}>`,
    facts: (pairs) =>
      `<div class="facts-grid">${pairs.map(([term, value]) => `<div class="fact"><h4>${term}</h4><p>${value}</p></div>`).join('\n')}</div>`,
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<nav class="navbar"><a href="/">Ledgerlane</a>${links(site.nav)}<a class="cta" href="/signup">Start free</a><a href="/app/login">Log in</a></nav>
<section class="section"><div class="container">
${body}
</div></section>
<section class="section cta-band"><h2>Ready to go home on time?</h2><a href="/signup">Start your free trial</a></section>
<footer><div class="cols"><div><h5>Product</h5>${links(
        [
          ['Matching', '/product#matching'],
          ['Receipts', '/product#receipts'],
          ['Closing', '/product#closing'],
          ['Integrations', '/integrations'],
          ['Status', '/status'],
        ],
        { between: '<br>' },
      )}</div><div><h5>Resources</h5>${links(
        [
          ['Blog', '/blog/'],
          ['Help centre', '/help'],
          ['Closing checklist', '/checklist'],
          ['Webinars', '/webinars'],
        ],
        { between: '<br>' },
      )}</div><div><h5>Company</h5>${links(
        [
          ['About', '/company'],
          ['Jobs', '/jobs'],
          ['Press', '/press'],
          ['Security', '/security'],
        ],
        { between: '<br>' },
      )}</div><div><h5>Compare</h5>${links(
        [
          ['vs. spreadsheets', '/compare/spreadsheets'],
          ['vs. doing nothing', '/compare/nothing'],
        ],
        { between: '<br>' },
      )}</div></div><p>© Ledgerlane Ltd</p></footer>`,
    ),
}

export const landingA = {
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { og: true }),
      `<header role="banner"><strong>${escape(site.name)}</strong></header>\n<main role="main">\n${body}\n</main>\n<footer><p>© ${escape(site.name)}</p><p><a href="/privacy">Privacy</a> <a href="/terms">Terms</a></p></footer>`,
    ),
}

export const landingB = {
  dialect: {
    heading: (level, html) => `<h${level} style="font-weight:${900 - level * 100}">${html}</h${level}>`,
    paragraph: (html) => `<div class="para"><p>${html}</p></div>`,
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page, { canonical: false }),
      `<div class="container"><div class="row"><div class="col-12">\n${body}\n</div></div>\n<div class="row foot"><div class="col-6">${escape(site.name)}</div><div class="col-6"><a href="#">Back to top</a></div></div></div>`,
    ),
}

export const landingC = {
  dialect: {
    heading: (level, html) =>
      level === 1 ? `<h1>${html}</h1>` : `</section>\n<section>\n<h${level}>${html}</h${level}>`,
  },
  page: (site, page, body) =>
    doc(
      page,
      head(site, page),
      `<section>\n${body}\n</section>\n<p class="imprint">${escape(site.name)} · <a href="/imprint">Imprint</a></p>`,
    ),
}
