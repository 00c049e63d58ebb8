const street =
  /^,? (?:[NSEW]\.? )?(?:\p{Lu}\p{L}+\.? ){1,3}(?:Street|Road|Avenue|Lane|Quay|Square|Drive|Way|Boulevard|St|Rd|Ave|Blvd)(?!\p{L})/u

/** “1180 E. Lantern Road”: whether a number that stands before this is that of a house, and counts nothing. */
export const isHouseNumberOf = (after: string): boolean => street.test(after)
