export interface CallingCode {
  readonly code: string
  /** What a number begins with inside the country and not from outside. */
  readonly trunk: string
  /** Numbers are also written without the trunk prefix. */
  readonly keepsOpen: boolean
}

/** ISO code and calling code; a third part is the trunk prefix where it is not 0, `-` for none. */
const table =
  'US 1 -,CA 1 -,PR 1 -,DO 1 -,JM 1 -,GB 44,IE 353,DE 49,AT 43,CH 41,FR 33,BE 32,NL 31,LU 352 -,IT 39 -,ES 34 -,PT 351 -,DK 45 -,NO 47 -,SE 46,FI 358,IS 354 -,PL 48 -,CZ 420 -,SK 421,HU 36 06,RO 40,BG 359,GR 30 -,HR 385,SI 386,RS 381,BA 387,ME 382,MK 389,AL 355,XK 383,EE 372 -,LV 371 -,LT 370 8,UA 380,BY 375 8,MD 373,RU 7 8,KZ 7 8,TR 90,CY 357 -,MT 356 -,LI 423 -,MC 377 -,AD 376 -,SM 378 -,GE 995,AM 374,AZ 994,IL 972,PS 970,LB 961,JO 962,SY 963,IQ 964,IR 98,SA 966,AE 971,QA 974 -,KW 965 -,BH 973 -,OM 968 -,YE 967,EG 20,MA 212,DZ 213,TN 216 -,LY 218,ZA 27,NG 234,KE 254,GH 233,TZ 255,UG 256,RW 250 -,ET 251,SN 221 -,CI 225 -,CM 237 -,ZM 260,ZW 263,BW 267 -,NA 264,MZ 258 -,MG 261,MU 230 -,IN 91,PK 92,BD 880,LK 94,NP 977,CN 86,HK 852 -,MO 853 -,TW 886,JP 81,KR 82,SG 65 -,MY 60,TH 66,VN 84,ID 62,PH 63,KH 855,LA 856,MM 95,MN 976,AU 61,NZ 64,FJ 679 -,MX 52 -,BR 55,AR 54,CL 56 -,CO 57 -,PE 51,VE 58,EC 593,UY 598,PY 595,BO 591,CR 506 -,PA 507 -,GT 502 -,HN 504 -,SV 503 -,NI 505 -,CU 53'

export const callingCodes: ReadonlyMap<string, CallingCode> = new Map(
  table.split(',').map((entry) => {
    const [country = '', code = '', trunk = '0'] = entry.split(' ')
    return [country, { code, trunk: trunk === '-' ? '' : trunk, keepsOpen: trunk === '-' }]
  }),
)
