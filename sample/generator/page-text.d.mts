/** What a person sees on a page: tags stripped, character references decoded, white space collapsed. */
export function pageText(bytes: Buffer, contentType: string): string
