const codes =
  'en de fr es it pt nl da sv nb no fi is pl cs sk hu ro bg el hr sr bs sl uk ru be tr ar he yi fa ps ku hi bn ur pa gu mr ta te kn ml zh ja ko vi th id ms tl jv sw am so ha yo ig zu xh st rw lg ak tw wo af ca eu gl br cy ga gd fy lb et lv lt mt sq mk ka hy az kk ky uz tg tk mn km lo my ne si mi sm la eo'

let languages: ReadonlySet<string> | undefined

/** The platform knows the languages of the world by name. */
export function isLanguage(name: string): boolean {
  languages ??= new Set([
    ...codes
      .split(' ')
      .flatMap((code) =>
        ['en', 'de', 'fr'].map(
          (locale) => new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase() ?? '',
        ),
      ),
    ...'mandarin twi norwegian cantonese farsi flemish'.split(' '),
  ])
  return languages.has(name.trim().toLowerCase())
}
