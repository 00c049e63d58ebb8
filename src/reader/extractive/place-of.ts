/** How reasoning names a page: its address without what nobody reads. */
export const placeOf = ({ url }: { readonly url: string }): string =>
  URL.canParse(url) ? new URL(url).host + new URL(url).pathname : url
