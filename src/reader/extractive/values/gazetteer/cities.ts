/**
 * Larger cities, and smaller ones where companies and universities are, by country (and part of it). After `=`
 * stand further names, `=` between them. Of several places with one name, the best known comes first.
 */
export const cityTable = `
GB:England London=Londres,Manchester,Birmingham,Leeds,Liverpool,Bristol,Sheffield,Newcastle upon Tyne=Newcastle,Nottingham,Leicester,Coventry,Bradford,Hull,Stoke-on-Trent,Wolverhampton,Plymouth,Derby,Southampton,Portsmouth,Brighton,Reading,Northampton,Milton Keynes,Oxford,Cambridge,York,Bath,Exeter,Norwich,Ipswich,Peterborough,Luton,Swindon,Gloucester,Cheltenham,Guildford,Slough,Warwick,Durham,Lancaster,Loughborough,Salford,Sunderland,Middlesbrough,Huddersfield,Bournemouth,Poole,Canterbury,Winchester,Chelmsford,Colchester,Basingstoke,Bolton,Warrington,Preston,Blackpool,Grimsby,Immingham,Didcot,Harwell,Stevenage,Daresbury,Saltaire,Worcester,Lincoln,Chester,Crewe
GB:Scotland Edinburgh=Édimbourg,Glasgow,Aberdeen,Dundee,Inverness,Stirling,St Andrews,Perth,Livingston
GB:Wales Cardiff,Swansea,Newport,Bangor,Aberystwyth,Wrexham
GB:Northern Ireland Belfast,Derry=Londonderry,Lisburn
IE Dublin,Cork,Galway,Limerick,Waterford,Kilkenny,Sligo,Athlone,Maynooth,Dundalk
DE:Berlin Berlin
DE:Hamburg Hamburg=Hambourg
DE:Bremen Bremen=Brême,Bremerhaven
DE:Bavaria Munich=München,Nuremberg=Nürnberg,Augsburg,Regensburg,Ingolstadt,Würzburg,Fürth,Erlangen,Bamberg,Bayreuth,Landshut,Passau,Garching,Ottobrunn,Oberpfaffenhofen,Herzogenaurach
DE:Hesse Frankfurt am Main=Frankfurt=Francfort,Wiesbaden,Kassel,Darmstadt,Offenbach,Hanau,Marburg,Gießen=Giessen,Fulda
DE:North Rhine-Westphalia Cologne=Köln,Düsseldorf=Dusseldorf,Dortmund,Essen,Duisburg,Bochum,Wuppertal,Bielefeld,Bonn,Münster,Mönchengladbach,Gelsenkirchen,Aachen=Aix-la-Chapelle,Krefeld,Oberhausen,Hagen,Hamm,Paderborn,Leverkusen,Solingen,Siegen,Gütersloh,Jülich
DE:Baden-Württemberg Stuttgart,Mannheim,Karlsruhe,Freiburg im Breisgau=Freiburg,Heidelberg,Ulm,Heilbronn,Pforzheim,Reutlingen,Tübingen,Konstanz=Constance,Esslingen,Ludwigsburg,Walldorf,Friedrichshafen,Offenburg
DE:Saxony Leipzig,Dresden=Dresde,Chemnitz,Freiberg,Zwickau,Görlitz
DE:Lower Saxony Hanover=Hannover=Hanovre,Braunschweig=Brunswick,Oldenburg,Osnabrück,Wolfsburg,Göttingen,Hildesheim,Lüneburg,Wilhelmshaven,Emden
DE:Schleswig-Holstein Kiel,Lübeck,Flensburg
DE:Mecklenburg-Vorpommern Rostock,Schwerin,Greifswald,Stralsund
DE:Brandenburg Potsdam,Cottbus,Frankfurt (Oder),Grünheide
DE:Saxony-Anhalt Magdeburg,Halle,Dessau
DE:Thuringia Erfurt,Jena,Weimar,Gera,Ilmenau
DE:Rhineland-Palatinate Mainz=Mayence,Koblenz=Coblence,Trier=Trèves,Ludwigshafen,Kaiserslautern,Worms
DE:Saarland Saarbrücken=Sarrebruck
AT Vienna=Wien=Vienne,Graz,Linz,Salzburg=Salzbourg,Innsbruck,Klagenfurt,Villach,Wels,Dornbirn,St. Pölten,Leoben
CH Zurich=Zürich,Geneva=Genf=Genève,Basel=Bâle=Basle,Bern=Berne,Lausanne,Winterthur,Lucerne=Luzern,St. Gallen=Saint-Gall,Lugano,Biel,Zug,Fribourg,Neuchâtel,Davos,Schaffhausen,Baden,Villigen,Visp,Schlieren,Dübendorf
LI Vaduz
FR:Île-de-France Paris,Versailles,Saclay,Palaiseau,Boulogne-Billancourt,Nanterre,Saint-Denis,Courbevoie,Orsay,Massy
FR Marseille=Marseilles,Lyon=Lyons,Toulouse,Nice,Nantes,Montpellier,Strasbourg=Straßburg,Bordeaux,Lille,Rennes,Reims,Le Havre,Saint-Étienne=Saint-Etienne,Toulon,Grenoble,Dijon,Angers,Nîmes,Clermont-Ferrand,Aix-en-Provence,Brest,Tours,Limoges,Amiens,Annecy,Perpignan,Metz,Besançon,Orléans,Mulhouse,Rouen,Caen,Nancy,Valence,Avignon,Cannes,La Rochelle,Pau,Sophia Antipolis,Chambéry,Lorient,Dunkirk=Dunkerque,Calais,Roubaix,Villeurbanne,Poitiers,Colmar,Niort,Vannes,Quimper,Bayonne,Biarritz,Troyes,Sète,Béziers
BE:Flanders Antwerp=Antwerpen=Anvers,Ghent=Gent=Gand,Bruges=Brugge,Leuven=Louvain,Mechelen,Kortrijk,Hasselt,Ostend=Oostende,Genk
BE:Wallonia Liège=Lüttich,Charleroi,Namur,Mons,Louvain-la-Neuve
BE Brussels=Brüssel=Bruxelles=Brussel
NL Amsterdam,Rotterdam,The Hague=Den Haag=La Haye,Utrecht,Eindhoven,Groningen,Tilburg,Almere,Breda,Nijmegen,Enschede,Haarlem,Arnhem,Amersfoort,Delft,Leiden,Maastricht,Delfzijl,Zwolle,Wageningen,Hengelo,Veldhoven,'s-Hertogenbosch=Den Bosch,Vlissingen,Hilversum,Apeldoorn
LU Luxembourg City,Esch-sur-Alzette
IT Rome=Rom=Roma,Milan=Mailand=Milano,Naples=Neapel=Napoli,Turin=Torino,Palermo,Genoa=Genua=Genova,Bologna,Florence=Florenz=Firenze,Bari,Catania,Venice=Venedig=Venezia,Verona,Padua=Padova,Trieste=Triest,Brescia,Parma,Modena,Pisa,Bergamo,Trento,Perugia,Ravenna,Rimini,Cagliari,Ferrara,Siena,Pavia,Udine,Bolzano=Bozen,Lecce,Ancona,Vicenza,Treviso
ES Madrid,Barcelona=Barcelone,Valencia=Valence,Seville=Sevilla,Zaragoza=Saragossa,Málaga=Malaga,Murcia,Palma,Bilbao,Alicante,Córdoba,Valladolid,Vigo,Gijón,A Coruña,Granada,Vitoria,Oviedo,San Sebastián=San Sebastian=Donostia,Pamplona,Santander,Almería,Salamanca,Las Palmas,Tenerife,Girona,Tarragona,León,Cádiz,Santiago de Compostela
PT Lisbon=Lissabon=Lisbonne=Lisboa,Porto=Oporto,Braga,Coimbra,Aveiro,Faro,Évora=Evora,Funchal,Setúbal,Guimarães,Leiria,Matosinhos,Sines
DK Copenhagen=Kopenhagen=Copenhague=København,Aarhus=Århus,Odense,Aalborg,Esbjerg,Roskilde,Kongens Lyngby=Lyngby,Billund,Kolding,Horsens,Vejle
SE Stockholm,Gothenburg=Göteborg,Malmö=Malmo,Uppsala,Linköping,Västerås,Örebro,Lund,Helsingborg,Norrköping,Umeå,Luleå,Skellefteå,Jönköping,Karlstad,Gävle,Kiruna,Södertälje,Halmstad
NO Oslo,Bergen,Trondheim,Stavanger,Tromsø=Tromso,Drammen,Kristiansand,Bodø,Ålesund,Haugesund,Porsgrunn
FI Helsinki,Espoo,Tampere,Turku,Oulu,Vantaa,Jyväskylä,Lahti,Kuopio,Vaasa,Rovaniemi,Lappeenranta
IS Reykjavik=Reykjavík,Akureyri
EE Tallinn,Tartu,Pärnu
LV Riga,Jelgava,Liepaja
LT Vilnius=Wilna,Kaunas,Klaipėda=Klaipeda
PL Warsaw=Warschau=Varsovie=Warszawa,Kraków=Krakow=Krakau=Cracow,Łódź=Lodz,Wrocław=Wroclaw=Breslau,Poznań=Poznan,Gdańsk=Gdansk=Danzig,Szczecin=Stettin,Lublin,Katowice,Gdynia,Rzeszów,Białystok,Gliwice,Toruń
CZ Prague=Prag=Praha,Brno=Brünn,Ostrava,Plzeň=Pilsen,Olomouc,Liberec,Pardubice,Zlín
SK Bratislava,Košice=Kosice,Žilina
HU Budapest,Debrecen,Szeged,Pécs,Győr
RO Bucharest=Bukarest=Bucarest=București,Cluj-Napoca=Cluj,Timișoara=Timisoara,Iași=Iasi,Brașov,Constanța,Sibiu
BG Sofia,Plovdiv,Varna,Burgas
GR Athens=Athen=Athènes,Thessaloniki=Saloniki,Patras,Heraklion,Piraeus,Volos,Ioannina
HR Zagreb,Split,Rijeka,Osijek
SI Ljubljana,Maribor
RS Belgrade=Belgrad,Novi Sad,Niš
BA Sarajevo,Mostar
MK Skopje
AL Tirana
ME Podgorica
XK Pristina
MD Chișinău=Chisinau
UA Kyiv=Kiev,Kharkiv,Odesa=Odessa,Dnipro,Lviv=Lemberg,Zaporizhzhia
BY Minsk
RU Moscow=Moskau=Moscou,Saint Petersburg=St. Petersburg,Novosibirsk,Yekaterinburg,Kazan
CY Nicosia,Limassol,Larnaca
MT Valletta,Sliema
TR Istanbul,Ankara,Izmir=İzmir,Bursa,Antalya,Adana,Gaziantep
GE Tbilisi,Batumi
AM Yerevan
AZ Baku
US:California Los Angeles,San Francisco,San Diego,San Jose,Oakland,Sacramento,Fresno,Long Beach,Palo Alto,Mountain View,Menlo Park,Sunnyvale,Santa Clara,Cupertino,Redwood City,San Mateo,Fremont,Berkeley,Irvine,Santa Monica,Pasadena,Santa Barbara,Stanford,Burlingame,South San Francisco,Emeryville,Carlsbad,Anaheim,Santa Cruz,Livermore,Davis,Culver City,El Segundo,Hawthorne,Riverside,Bakersfield
US:New York State New York=New York City=NYC,Brooklyn,Manhattan,Buffalo,Rochester,Albany,Syracuse,Ithaca,Yonkers,White Plains,Troy
US:Texas Houston,Dallas,Austin,San Antonio,Fort Worth,El Paso,Plano,Arlington,Irving,Frisco,College Station,Round Rock,Lubbock,Corpus Christi,Galveston,The Woodlands
US:Massachusetts Boston,Somerville,Waltham,Lowell,Springfield,Woburn,Burlington,Framingham,Amherst,Cambridge (Massachusetts),Woods Hole
US:Washington State Seattle,Redmond,Bellevue,Spokane,Tacoma,Kirkland
US:Illinois Chicago,Evanston,Urbana,Champaign,Naperville,Peoria
US:Pennsylvania Philadelphia,Pittsburgh,Allentown,Harrisburg,Bethlehem,State College
US:Colorado Denver,Boulder,Colorado Springs,Fort Collins,Golden,Aurora
US:Arizona Phoenix,Tucson,Tempe,Scottsdale,Mesa,Chandler
US:Florida Miami,Tampa,Orlando,Jacksonville,Fort Lauderdale,Gainesville,Tallahassee,St. Petersburg (Florida),Boca Raton,Cape Canaveral
US:Georgia Atlanta,Savannah,Athens (Georgia),Augusta
US:North Carolina Charlotte,Raleigh,Chapel Hill,Greensboro,Research Triangle Park,Winston-Salem,Asheville
US:Michigan Detroit,Ann Arbor,Grand Rapids,Lansing,Dearborn,Kalamazoo
US:Ohio Columbus,Cleveland,Cincinnati,Dayton,Akron,Toledo
US:Minnesota Minneapolis,Saint Paul=St. Paul,Rochester (Minnesota),Duluth
US:Oregon Portland,Eugene,Bend,Corvallis,Hillsboro,Beaverton
US:Utah Salt Lake City,Provo,Lehi,Park City,Ogden
US:Nevada Las Vegas,Reno,Carson City,Sparks
US:Tennessee Nashville,Memphis,Knoxville,Oak Ridge,Chattanooga
US:Maryland Baltimore,Bethesda,Rockville,College Park,Gaithersburg
US:Virginia Richmond,Norfolk,Reston,Alexandria (Virginia),Charlottesville,Blacksburg,McLean
US:Missouri St. Louis=Saint Louis,Kansas City,Columbia
US:Wisconsin Madison,Milwaukee,Green Bay
US:Indiana Indianapolis,Bloomington,West Lafayette,South Bend
US:Connecticut Hartford,New Haven,Stamford
US:New Jersey Newark,Jersey City,Princeton,Hoboken
US:Louisiana New Orleans,Baton Rouge
US:Alabama Huntsville,Montgomery,Mobile
US:Oklahoma Oklahoma City,Tulsa
US:Kentucky Louisville,Lexington
US:Iowa Des Moines,Iowa City,Ames,Cedar Rapids
US:Nebraska Omaha,Lincoln (Nebraska)
US:Kansas Wichita,Lawrence
US:New Mexico Albuquerque,Santa Fe,Los Alamos
US:Idaho Boise
US:Montana Bozeman,Missoula,Billings
US:Hawaii Honolulu
US:Alaska Anchorage
US:Rhode Island Providence
US:New Hampshire Manchester (New Hampshire),Hanover (New Hampshire)
US:Vermont Burlington (Vermont)
US:Maine Portland (Maine),Bangor (Maine)
US:Delaware Wilmington,Dover
US:South Carolina Charleston,Columbia (South Carolina),Greenville
US:Arkansas Little Rock,Bentonville
US:District of Columbia Washington=Washington DC=Washington D.C
CA:Ontario Toronto,Ottawa,Waterloo,Kitchener,Hamilton,Mississauga,London (Ontario),Kingston,Windsor,Markham,Guelph
CA:Quebec Montreal=Montréal,Quebec City,Laval,Gatineau,Sherbrooke
CA:British Columbia Vancouver,Victoria (British Columbia),Burnaby,Kelowna,Surrey
CA:Alberta Calgary,Edmonton,Banff
CA:Nova Scotia Halifax,Dartmouth,Parrsboro
CA:Manitoba Winnipeg
CA:Saskatchewan Saskatoon,Regina
CA:New Brunswick Fredericton,Moncton
CA:Newfoundland and Labrador St. John's
MX Mexico City=Mexiko-Stadt=Ciudad de México,Guadalajara,Monterrey,Puebla,Tijuana,Querétaro,Mérida,Cancún
BR São Paulo=Sao Paulo,Rio de Janeiro,Brasília=Brasilia,Belo Horizonte,Porto Alegre,Curitiba,Recife,Salvador,Fortaleza,Campinas,Florianópolis,Manaus
AR Buenos Aires,Córdoba (Argentina),Rosario,Mendoza,La Plata
CL Santiago=Santiago de Chile,Valparaíso,Concepción
CO Bogotá=Bogota,Medellín=Medellin,Cali,Barranquilla,Cartagena
PE Lima,Arequipa,Cusco
UY Montevideo
PY Asunción
BO La Paz,Santa Cruz de la Sierra
EC Quito,Guayaquil
VE Caracas
CR San José
PA Panama City
GT Guatemala City
DO Santo Domingo
CU Havana
JM Kingston (Jamaica)
PR San Juan
CN Beijing=Peking=Pékin,Shanghai,Shenzhen,Guangzhou,Hangzhou,Chengdu,Wuhan,Nanjing,Suzhou,Xi'an,Tianjin,Chongqing,Hefei,Qingdao,Dalian,Xiamen,Ningbo,Dongguan
TW Taipei=Taipeh,Hsinchu,Taichung,Kaohsiung,Tainan
JP Tokyo=Tokio,Osaka,Kyoto=Kioto,Nagoya,Yokohama,Fukuoka,Kobe,Sapporo,Sendai,Hiroshima,Tsukuba,Kawasaki,Nara,Okinawa
KR Seoul=Séoul,Busan,Daejeon,Incheon,Daegu,Gwangju,Pangyo,Suwon,Pohang
MN Ulaanbaatar
IN:Karnataka Bangalore=Bengaluru,Mysore,Mangalore
IN:Maharashtra Mumbai=Bombay,Pune,Nagpur
IN:Tamil Nadu Chennai=Madras,Coimbatore
IN:Telangana Hyderabad
IN:Gujarat Ahmedabad,Surat,Gandhinagar
IN:Kerala Kochi,Thiruvananthapuram
IN New Delhi=Delhi=Neu-Delhi,Kolkata=Calcutta,Gurgaon=Gurugram,Noida,Jaipur,Lucknow,Chandigarh,Indore,Bhopal,Goa
PK Karachi,Lahore,Islamabad
BD Dhaka,Chittagong
LK Colombo
NP Kathmandu
SG Singapore City
MY Kuala Lumpur,Penang,Johor Bahru,Cyberjaya
TH Bangkok,Chiang Mai,Phuket
VN Ho Chi Minh City=Saigon,Hanoi,Da Nang
ID Jakarta,Bandung,Surabaya,Yogyakarta,Bali
PH Manila,Cebu,Makati,Quezon City
KH Phnom Penh
MM Yangon
AU:New South Wales Sydney,Wollongong,Newcastle (Australia)
AU:Victoria Melbourne,Geelong,Ballarat,Bendigo
AU:Queensland Brisbane,Gold Coast,Cairns,Townsville
AU:Western Australia Perth (Australia),Fremantle
AU:South Australia Adelaide
AU:Tasmania Hobart,Launceston
AU Canberra,Darwin
NZ Auckland,Wellington,Christchurch,Dunedin,Hamilton (New Zealand)
IL Tel Aviv=Tel-Aviv,Jerusalem,Haifa,Herzliya,Beersheba=Be'er Sheva,Rehovot,Ramat Gan,Petah Tikva
AE Dubai,Abu Dhabi,Sharjah
SA Riyadh=Riad,Jeddah,Mecca,Dhahran
QA Doha
KW Kuwait City
BH Manama
OM Muscat
JO Amman
LB Beirut
IR Tehran
IQ Baghdad,Erbil
EG Cairo=Kairo=Le Caire,Alexandria,Giza
MA Casablanca,Rabat,Marrakesh=Marrakech,Tangier,Fez
DZ Algiers=Alger,Oran
TN Tunis,Sfax
ZA Cape Town=Kapstadt=Le Cap,Johannesburg,Durban,Pretoria,Stellenbosch
NG Lagos,Abuja,Ibadan,Kano,Port Harcourt
KE Nairobi,Mombasa,Kisumu,Nakuru,Eldoret
GH Accra,Kumasi
TZ Dar es Salaam,Arusha,Dodoma,Mwanza
UG Kampala,Entebbe
RW Kigali
ET Addis Ababa
SN Dakar
CI Abidjan
CM Yaoundé,Douala
CD Kinshasa
AO Luanda
MZ Maputo
ZM Lusaka
ZW Harare
BW Gaborone
NA Windhoek
MG Antananarivo
MU Port Louis
KZ Almaty,Astana
UZ Tashkent
`
