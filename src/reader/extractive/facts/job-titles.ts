const titleWords = String.raw`(?:(?:Senior|Associate|Assistant|Junior|Principal|Visiting|Emeritus|Adjunct|Lead|Deputy|Chief|Research|Postdoctoral|Doctoral|Royal|Full|Distinguished)\s)*(?:Professor|Reader|Lecturer|Fellow|Researcher|Scientist|Engineer|Director|Head|Manager|Officer|President|Chair|Dean|Analyst|Architect|Designer|Developer|Consultant|Editor|Technician|Student|student|Technologist|Partner|Professorin|Leiter|Leiterin|Geschäftsführer|Geschäftsführerin|Professeur|Professeure|Directeur|Directrice|Chercheur|Chercheuse|Ingénieur|Ingénieure)`
/** A line that begins with what somebody is: “Senior Scientist”, “Professor of Hydrology”. */
export const titleLine = new RegExp(
  String.raw`^(?<title>${titleWords}(?:\s(?:of|for|in|at|der|für|de|du|and)\s[\p{L}][\p{L}\s&'’-]{2,60}?|(?:\s\p{Lu}\p{L}+){0,3})?)(?=$|[,;.(|]|\s–)`,
  'iu',
)
