// What a person sees on a page: tags stripped, character references decoded, white space collapsed.

const named = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  copy: '©',
  eacute: 'é',
  Eacute: 'É',
  Agrave: 'À',
}
const inlineTags = /<\/?(?:a|abbr|b|code|em|font|i|small|span|strong|time)(?:\s[^>]*)?>/gi

const decode = (text) =>
  text.replace(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (whole, decimal, hex, name) => {
    if (name) return named[name] ?? whole
    return String.fromCodePoint(decimal ? Number(decimal) : Number.parseInt(hex, 16))
  })

const htmlText = (html) =>
  decode(
    html
      .replace(
        /<head>[\s\S]*?<\/head>|<script[\s\S]*?<\/script>|<style[\s\S]*?<\/style>|<!--[\s\S]*?-->/gi,
        ' ',
      )
      .replace(inlineTags, '')
      .replace(/<[^>]+>/g, ' '),
  )

// Node's TextDecoder reads 0x80 to 0x9F of windows-1252 as control characters; the web reads these.
const windowsOnly = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const windowsText = (bytes) =>
  bytes.toString('latin1').replace(/[\u0080-\u009F]/g, (char) => windowsOnly[char.charCodeAt(0) - 0x80])

/** The text of our own PDFs, whose streams are uncompressed: the strings that are shown, in order. */
function pdfText(bytes) {
  return [...bytes.toString('latin1').matchAll(/\(((?:\\.|[^\\)])*)\) Tj/g)]
    .map((match) => {
      const raw = match[1].replace(/\\(\d{3}|.)/g, (_, code) =>
        code.length === 3 ? String.fromCodePoint(Number.parseInt(code, 8)) : code,
      )
      return windowsText(Buffer.from(raw, 'latin1'))
    })
    .join(' ')
}

export function pageText(bytes, contentType) {
  const text =
    contentType === 'application/pdf'
      ? pdfText(bytes)
      : htmlText(contentType.includes('8859') ? windowsText(bytes) : bytes.toString())
  return text.replace(/\s+/g, ' ').trim()
}
