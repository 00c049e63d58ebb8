/**
 * Larger cities, and smaller ones where companies and universities are, by country (and part of it). After `=`
 * stand further names, `=` between them. Of several places with one name, the best known comes first; a place with
 * something in brackets comes after all others of its name.
 */
export const cityTable = `
GB:England Yorkshire,West Yorkshire,North Yorkshire,South Yorkshire,East Yorkshire,Cornwall,Kent,Devon,Dorset,Somerset,Wiltshire,Gloucestershire,Hampshire,East Sussex,West Sussex,Sussex,Surrey (county),Essex,Suffolk,Norfolk,Cambridgeshire,Hertfordshire,Bedfordshire,Buckinghamshire,Oxfordshire,Berkshire,Northamptonshire,Leicestershire,Lincolnshire,Nottinghamshire,Derbyshire,Staffordshire,Shropshire,Herefordshire,Worcestershire,Warwickshire,West Midlands,Cheshire,Lancashire,Merseyside,Greater Manchester,Cumbria,County Durham,Northumberland,Tyne and Wear,Greater London
GB:Scotland Fife,Argyll,Aberdeenshire,Ayrshire,Perthshire,Lothian,Highland,Orkney,Shetland
GB:England London=Londres,Manchester,Birmingham,Leeds,Liverpool,Bristol,Sheffield,Newcastle upon Tyne=Newcastle,Nottingham,Leicester,Coventry,Bradford,Hull,Stoke-on-Trent,Wolverhampton,Plymouth,Derby,Southampton,Portsmouth,Brighton,Reading,Northampton,Milton Keynes,Oxford,Cambridge,York,Bath,Exeter,Norwich,Ipswich,Peterborough,Luton,Swindon,Gloucester,Cheltenham,Guildford,Slough,Warwick,Durham,Lancaster,Loughborough,Salford,Sunderland,Middlesbrough,Huddersfield,Bournemouth,Poole,Canterbury,Winchester,Chelmsford,Colchester,Basingstoke,Bolton,Warrington,Preston,Blackpool,Grimsby,Immingham,Didcot,Harwell,Stevenage,Daresbury,Saltaire,Worcester,Lincoln,Chester,Crewe,Stockport,Oldham,Rochdale,Wigan,Halifax (England),Wakefield,Barnsley,Doncaster,Rotherham,Harrogate,Scarborough,Whitby,Darlington,Hartlepool,Carlisle,Kendal,Penrith,Burnley,Blackburn,Southport,Birkenhead,Shrewsbury,Telford,Hereford,Burton upon Trent,Tamworth,Nuneaton,Kettering,Corby,Wellingborough,Bedford,King's Lynn,Great Yarmouth,Lowestoft,Bury St Edmunds,Southend-on-Sea,Harlow,St Albans,Watford,High Wycombe,Aylesbury,Banbury,Bicester,Abingdon,Newbury,Maidenhead,Bracknell,Woking,Farnborough,Aldershot,Crawley,Horsham,Worthing,Eastbourne,Folkestone,Margate,Ramsgate,Whitstable,Tunbridge Wells,Maidstone,Dartford,Croydon,Salisbury,Taunton,Yeovil,Bridgwater,Torquay,Barnstaple,Truro,Falmouth,Penzance,St Ives,Newquay,Frome,Stroud,Cirencester,Malvern,Ludlow,Buxton,Chesterfield,Scunthorpe,Grantham,Boston (England),Skegness,Macclesfield,Northwich,Runcorn,Widnes,St Helens,Gateshead,Hexham,Alnwick,Totnes,Hebden Bridge,Shoreditch,Hackney,Islington,Southwark
GB:Scotland Edinburgh=Édimbourg,Glasgow,Aberdeen,Dundee,Inverness,Stirling,St Andrews,Perth,Livingston,Paisley,Dunfermline,Kirkcaldy,Ayr,Falkirk,Fort William,Oban,Elgin,Dumfries,Galashiels,Lerwick,Kirkwall,Stornoway,Leith,East Kilbride,Kilmarnock,Peterhead,Pitlochry
GB:Wales Cardiff,Swansea,Newport,Bangor,Aberystwyth,Wrexham,Llanelli,Carmarthen,Merthyr Tydfil,Llandudno,Pembroke,Haverfordwest,Monmouth,Porthmadog,Caernarfon
GB:Northern Ireland Belfast,Derry=Londonderry,Lisburn,Newry,Armagh,Omagh,Enniskillen,Ballymena,Coleraine,Bangor (Northern Ireland)
IE Dublin,Cork,Galway,Limerick,Waterford,Kilkenny,Sligo,Athlone,Maynooth,Dundalk,Drogheda,Wexford,Tralee,Killarney,Letterkenny,Carlow,Navan,Mullingar,Castlebar,Westport,Clonmel,Dún Laoghaire,Dingle,Tullamore,Thurles,Kinsale
DE:Berlin Berlin
DE:Hamburg Hamburg=Hambourg
DE:Bremen Bremen=Brême,Bremerhaven
DE:Bavaria Munich=München,Nuremberg=Nürnberg,Augsburg,Regensburg,Ingolstadt,Würzburg,Fürth,Erlangen,Bamberg,Bayreuth,Landshut,Passau,Garching,Ottobrunn,Oberpfaffenhofen,Herzogenaurach,Lindau,Kempten,Memmingen,Neu-Ulm,Rosenheim,Freising,Dachau,Starnberg,Weilheim,Garmisch-Partenkirchen,Traunstein,Altötting,Burghausen,Deggendorf,Straubing,Weiden,Schwabach,Ansbach,Aschaffenburg,Schweinfurt,Coburg,Kulmbach,Kaufbeuren,Füssen,Landsberg am Lech,Unterföhring,Unterschleißheim,Martinsried,Planegg,Gauting,Erding,Neumarkt in der Oberpfalz,Donauwörth,Nördlingen,Günzburg
DE:Hesse Frankfurt am Main=Frankfurt=Francfort,Wiesbaden,Kassel,Darmstadt,Offenbach,Hanau,Marburg,Gießen=Giessen,Fulda,Wetzlar,Limburg an der Lahn,Bad Homburg,Rüsselsheim,Eschborn,Oberursel,Bad Hersfeld,Bensheim,Rodgau
DE:North Rhine-Westphalia Cologne=Köln,Düsseldorf=Dusseldorf,Dortmund,Essen,Duisburg,Bochum,Wuppertal,Bielefeld,Bonn,Münster,Mönchengladbach,Gelsenkirchen,Aachen=Aix-la-Chapelle,Krefeld,Oberhausen,Hagen,Hamm,Paderborn,Leverkusen,Solingen,Siegen,Gütersloh,Jülich,Detmold,Lemgo,Herford,Minden,Bünde,Bad Oeynhausen,Lippstadt,Soest,Arnsberg,Iserlohn,Lüdenscheid,Unna,Recklinghausen,Herne,Bottrop,Mülheim an der Ruhr=Mülheim,Moers,Wesel,Kleve,Bocholt,Borken,Coesfeld,Ahaus,Rheine,Steinfurt,Gronau,Warendorf,Beckum,Neuss,Ratingen,Velbert,Remscheid,Bergisch Gladbach,Troisdorf,Siegburg,Düren,Euskirchen,Viersen,Höxter,Meschede,Gummersbach,Lüdinghausen,Halle (Westfalen)
DE:Baden-Württemberg Stuttgart,Mannheim,Karlsruhe,Freiburg im Breisgau=Freiburg,Heidelberg,Ulm,Heilbronn,Pforzheim,Reutlingen,Tübingen,Konstanz=Constance,Esslingen,Ludwigsburg,Walldorf,Friedrichshafen,Offenburg,Aalen,Schwäbisch Gmünd,Schwäbisch Hall,Göppingen,Sindelfingen,Böblingen,Tuttlingen,Villingen-Schwenningen,Rottweil,Ravensburg,Biberach,Überlingen,Lörrach,Freudenstadt,Baden-Baden,Rastatt,Bruchsal,Sinsheim,Mosbach,Tauberbischofsheim,Bad Mergentheim,Künzelsau,Crailsheim,Heidenheim,Nürtingen,Kirchheim unter Teck,Waiblingen,Schorndorf,Backnang,Fellbach,Leonberg,Calw,Nagold,Balingen,Albstadt,Sigmaringen,Lahr,Emmendingen,Kehl,Weinheim,Wangen im Allgäu,Waldkirch,Schramberg
DE:Saxony Leipzig,Dresden=Dresde,Chemnitz,Freiberg,Zwickau,Görlitz,Bautzen,Plauen,Meißen,Pirna,Riesa,Hoyerswerda,Zittau,Mittweida,Glashütte,Radebeul,Torgau,Döbeln,Annaberg-Buchholz
DE:Lower Saxony Hanover=Hannover=Hanovre,Braunschweig=Brunswick,Oldenburg,Osnabrück,Wolfsburg,Göttingen,Hildesheim,Lüneburg,Wilhelmshaven,Emden,Celle,Hameln,Cuxhaven,Buxtehude,Nordhorn,Lingen,Meppen,Papenburg,Aurich,Vechta,Cloppenburg,Delmenhorst,Verden,Nienburg,Salzgitter,Wolfenbüttel,Goslar,Clausthal-Zellerfeld,Gifhorn,Uelzen,Holzminden,Einbeck,Northeim,Melle,Worpswede
DE:Schleswig-Holstein Kiel,Lübeck,Flensburg,Neumünster,Norderstedt,Elmshorn,Pinneberg,Itzehoe,Husum,Schleswig,Rendsburg,Eckernförde,Bad Segeberg,Ahrensburg,Geesthacht,Büsum,Westerland
DE:Mecklenburg-Vorpommern Rostock,Schwerin,Greifswald,Stralsund,Neubrandenburg,Wismar,Güstrow,Anklam,Bergen auf Rügen,Parchim
DE:Brandenburg Potsdam,Cottbus,Frankfurt (Oder),Grünheide,Brandenburg an der Havel,Eberswalde,Oranienburg,Falkensee,Teltow,Königs Wusterhausen,Fürstenwalde,Eisenhüttenstadt,Senftenberg,Neuruppin,Luckenwalde,Prenzlau,Angermünde
DE:Saxony-Anhalt Magdeburg,Halle,Dessau,Wittenberg,Halberstadt,Stendal,Bitterfeld-Wolfen,Wernigerode,Quedlinburg,Merseburg,Naumburg,Köthen,Bernburg,Aschersleben,Zeitz
DE:Thuringia Erfurt,Jena,Weimar,Gera,Ilmenau,Eisenach,Gotha,Suhl,Nordhausen,Mühlhausen,Altenburg,Saalfeld,Rudolstadt,Arnstadt,Sonneberg,Apolda,Greiz,Hermsdorf,Meiningen
DE:Rhineland-Palatinate Mainz=Mayence,Koblenz=Coblence,Trier=Trèves,Ludwigshafen,Kaiserslautern,Worms,Neuwied,Andernach,Bad Kreuznach,Bingen,Idar-Oberstein,Neustadt an der Weinstraße,Speyer,Frankenthal,Pirmasens,Zweibrücken,Montabaur,Mayen,Bitburg,Germersheim,Remagen,Ingelheim
DE:Saarland Saarbrücken=Sarrebruck,Saarlouis,Neunkirchen,Völklingen,St. Ingbert,Merzig
AT:Vienna State Vienna=Wien=Vienne
AT:Styria Graz,Leoben,Kapfenberg,Bruck an der Mur,Judenburg,Feldbach
AT:Upper Austria Linz,Wels,Steyr,Traun,Leonding,Gmunden,Vöcklabruck,Hagenberg,Ried im Innkreis
AT:Salzburg State Salzburg=Salzbourg,Hallein,Zell am See
AT:Tyrol Innsbruck,Kufstein,Schwaz,Hall in Tirol,Lienz,Wattens
AT:Carinthia Klagenfurt,Villach,Spittal an der Drau,Wolfsberg
AT:Vorarlberg Dornbirn,Bregenz,Feldkirch,Lustenau,Hohenems,Bludenz
AT:Lower Austria St. Pölten,Wiener Neustadt,Krems,Baden bei Wien,Klosterneuburg,Mödling,Amstetten,Tulln,Korneuburg
AT:Burgenland Eisenstadt,Oberwart
CH Zurich=Zürich,Geneva=Genf=Genève,Basel=Bâle=Basle,Bern=Berne,Lausanne,Winterthur,Lucerne=Luzern,St. Gallen=Saint-Gall,Lugano,Biel,Zug,Fribourg,Neuchâtel,Davos,Schaffhausen,Baden,Villigen,Visp,Schlieren,Dübendorf,Aarau,Chur,Sion,Thun,Olten,Solothurn,Köniz,Uster,Kreuzlingen,Frauenfeld,Rapperswil,Montreux,Vevey,Nyon,Yverdon-les-Bains=Yverdon,La Chaux-de-Fonds,Bellinzona,Locarno,Wädenswil,Zofingen,Liestal,Muttenz,Zermatt,Brig,Burgdorf
LI Vaduz
FR:Île-de-France Paris,Versailles,Saclay,Palaiseau,Boulogne-Billancourt,Nanterre,Saint-Denis,Courbevoie,Orsay,Massy,Montreuil,Créteil,Évry,Cergy,Melun,Fontainebleau,Meaux,Issy-les-Moulineaux,Levallois-Perret,Puteaux,Clichy,Ivry-sur-Seine,Vélizy-Villacoublay,Saint-Ouen,Pantin,Gif-sur-Yvette,Antony,Sceaux
FR:Provence-Alpes-Côte d'Azur Marseille=Marseilles,Nice,Toulon,Aix-en-Provence,Avignon,Cannes,Sophia Antipolis,Antibes,Arles,Grasse,Hyères,Fréjus,Bouches-du-Rhône,Alpes-Maritimes,Vaucluse,Hautes-Alpes
FR:Auvergne-Rhône-Alpes Lyon=Lyons,Saint-Étienne=Saint-Etienne,Grenoble,Clermont-Ferrand,Annecy,Valence,Chambéry,Villeurbanne,Bourg-en-Bresse,Roanne,Vichy,Aurillac,Le Puy-en-Velay,Montluçon,Thonon-les-Bains,Annemasse,Albertville,Oyonnax,Romans-sur-Isère,Montélimar,Voiron,Chamonix,Haute-Savoie,Savoie,Isère,Drôme,Ardèche,Puy-de-Dôme,Loire (Département)
FR:Occitanie Toulouse,Montpellier,Nîmes,Perpignan,Béziers,Sète,Albi,Castres,Tarbes,Carcassonne,Narbonne,Montauban,Rodez,Cahors,Millau,Alès,Hérault,Haute-Garonne,Aveyron,Pyrénées-Orientales,Gard,Gers
FR:Nouvelle-Aquitaine Bordeaux,Limoges,La Rochelle,Pau,Poitiers,Niort,Bayonne,Biarritz,Angoulême,Périgueux,Bergerac,Agen,Mont-de-Marsan,Brive-la-Gaillarde,Pessac,Mérignac,Gironde,Dordogne,Charente-Maritime,Pyrénées-Atlantiques,Deux-Sèvres
FR:Brittany Rennes,Brest,Lorient,Vannes,Quimper,Saint-Malo,Saint-Brieuc,Lannion,Fougères,Vitré,Concarneau,Douarnenez,Morlaix,Roscoff,Dinan,Carnac,Finistère,Morbihan,Côtes-d'Armor,Ille-et-Vilaine
FR:Normandy Le Havre,Rouen,Caen,Cherbourg,Évreux,Dieppe,Alençon,Lisieux,Deauville,Saint-Lô,Bayeux,Honfleur,Calvados,Seine-Maritime
FR:Pays de la Loire Nantes,Angers,Le Mans,Saint-Nazaire,Laval (Mayenne),La Roche-sur-Yon,Cholet,Saumur,Vendée,Loire-Atlantique,Maine-et-Loire,Sarthe,Mayenne
FR:Centre-Val de Loire Orléans,Tours,Blois,Bourges,Chartres,Châteauroux,Dreux,Vierzon,Indre-et-Loire,Loiret
FR:Bourgogne-Franche-Comté Dijon,Besançon,Belfort,Montbéliard,Auxerre,Nevers,Mâcon,Chalon-sur-Saône,Le Creusot,Beaune,Lons-le-Saunier,Côte-d'Or,Doubs,Jura
FR:Hauts-de-France Lille,Amiens,Dunkirk=Dunkerque,Calais,Roubaix,Tourcoing,Arras,Valenciennes,Douai,Béthune,Beauvais,Compiègne,Saint-Quentin,Laon,Boulogne-sur-Mer,Cambrai,Maubeuge,Villeneuve-d'Ascq,Pas-de-Calais,Oise
FR:Alsace Strasbourg=Straßburg,Mulhouse,Colmar,Haguenau,Sélestat,Illkirch-Graffenstaden,Bas-Rhin,Haut-Rhin
FR:Lorraine Metz,Nancy,Thionville,Épinal,Verdun,Bar-le-Duc,Saint-Dié-des-Vosges,Lunéville,Forbach,Vosges,Moselle
FR:Champagne-Ardenne Reims,Troyes,Épernay,Châlons-en-Champagne,Charleville-Mézières
FR:Corsica Ajaccio,Bastia
BE:Flanders Antwerp=Antwerpen=Anvers,Ghent=Gent=Gand,Bruges=Brugge,Leuven=Louvain,Mechelen,Kortrijk,Hasselt,Ostend=Oostende,Genk,Aalst,Roeselare,Turnhout,Sint-Niklaas,Vilvoorde,Zaventem,Diest,Ypres=Ieper,Tongeren
BE:Wallonia Liège=Lüttich,Charleroi,Namur,Mons,Louvain-la-Neuve,Tournai,Verviers,Nivelles,Wavre,Arlon,Mouscron,Dinant,Seraing,Gembloux,Eupen,La Louvière
BE Brussels=Brüssel=Bruxelles=Brussel
NL:Holland Amsterdam,Rotterdam,The Hague=Den Haag=La Haye,Haarlem,Delft,Leiden,Hilversum,Zaandam,Alkmaar,Gouda,Dordrecht,Schiedam,Zoetermeer,Amstelveen,Hoofddorp,Schiphol,Rijswijk,Alphen aan den Rijn,Den Helder,Noordwijk
NL:North Brabant Eindhoven,Tilburg,Breda,Veldhoven,'s-Hertogenbosch=Den Bosch,Helmond,Roosendaal,Bergen op Zoom,Waalwijk
NL:Gelderland Nijmegen,Arnhem,Wageningen,Apeldoorn,Doetinchem,Zutphen,Harderwijk
NL:Overijssel Enschede,Zwolle,Hengelo,Deventer,Almelo
NL:Limburg Maastricht,Venlo,Heerlen,Roermond,Sittard,Geleen
NL:Zeeland Vlissingen,Middelburg,Terneuzen
NL:Friesland Leeuwarden,Drachten,Sneek,Heerenveen
NL Utrecht,Groningen,Almere,Amersfoort,Delfzijl,Assen,Emmen,Lelystad,Nieuwegein,Zeist
LU Luxembourg City,Esch-sur-Alzette,Belval,Differdange
IT:Lazio Rome=Rom=Roma,Latina,Viterbo,Frascati
IT:Lombardy Milan=Mailand=Milano,Brescia,Bergamo,Pavia,Como,Monza,Varese,Cremona,Mantua=Mantova,Lecco,Ispra
IT:Campania Naples=Neapel=Napoli,Salerno,Caserta,Avellino
IT:Piedmont Turin=Torino,Novara,Asti,Alessandria,Cuneo,Ivrea,Biella
IT:Sicily Palermo,Catania,Messina,Syracuse (Sicily)=Siracusa,Ragusa,Trapani
IT:Liguria Genoa=Genua=Genova,La Spezia,Savona,Sanremo
IT:Emilia-Romagna Bologna,Parma,Modena,Ravenna,Rimini,Ferrara,Reggio Emilia,Piacenza,Forlì,Cesena,Imola,Faenza
IT:Tuscany Florence=Florenz=Firenze,Pisa,Siena,Lucca,Livorno,Arezzo,Prato,Grosseto,Carrara
IT:Apulia Bari,Lecce,Taranto,Brindisi,Foggia
IT:Veneto Venice=Venedig=Venezia,Verona,Padua=Padova,Vicenza,Treviso,Belluno,Rovigo,Bassano del Grappa
IT:Friuli-Venezia Giulia Trieste=Triest,Udine,Pordenone,Gorizia
IT:Trentino-South Tyrol Trento=Trient,Bolzano=Bozen,Merano=Meran,Bressanone=Brixen,Rovereto
IT:Umbria Perugia,Terni,Assisi
IT:Marche Ancona,Pesaro,Urbino,Macerata
IT:Sardinia Cagliari,Sassari,Olbia,Nuoro
IT:Calabria Cosenza,Catanzaro,Reggio Calabria
IT Pescara,L'Aquila,Matera,Potenza,Aosta,Campobasso
ES:Catalonia Barcelona=Barcelone,Girona,Tarragona,Sabadell,Terrassa,Lleida,Reus,Mataró,Badalona,Sant Cugat del Vallès=Sant Cugat,Figueres
ES:Andalusia Seville=Sevilla,Málaga=Malaga,Córdoba,Granada,Almería,Cádiz,Huelva,Jaén,Marbella,Jerez de la Frontera=Jerez,Algeciras
ES:Valencian Community Valencia=Valence,Alicante,Elche,Castellón,Benidorm,Gandia
ES:Basque Country Bilbao,Vitoria=Vitoria-Gasteiz,San Sebastián=San Sebastian=Donostia,Irun,Getxo,Mondragón
ES:Galicia Vigo,A Coruña,Santiago de Compostela,Ourense,Lugo,Pontevedra
ES:Castile and León Valladolid,Salamanca,León,Burgos,Segovia,Soria,Zamora
ES:Asturias Gijón,Oviedo,Avilés
ES:Aragon Zaragoza=Saragossa,Huesca,Teruel
ES:Navarre Pamplona,Tudela
ES:Canary Islands Las Palmas,Tenerife,Gran Canaria,Lanzarote
ES:Balearic Islands Palma,Ibiza,Mahón
ES Madrid,Murcia,Santander,Toledo (Spain),Getafe,Alcalá de Henares,Logroño,Badajoz,Cáceres,Albacete,Cartagena (Spain)
PT Lisbon=Lissabon=Lisbonne=Lisboa,Porto=Oporto,Braga,Coimbra,Aveiro,Faro,Évora=Evora,Funchal,Setúbal,Guimarães,Leiria,Matosinhos,Sines,Viseu,Vila Nova de Gaia,Cascais,Sintra,Almada,Portimão,Viana do Castelo,Ponta Delgada,Covilhã,Oeiras
DK Copenhagen=Kopenhagen=Copenhague=København,Aarhus=Århus,Odense,Aalborg,Esbjerg,Roskilde,Kongens Lyngby=Lyngby,Billund,Kolding,Horsens,Vejle,Randers,Viborg,Silkeborg,Herning,Holstebro,Næstved,Slagelse,Hillerød,Helsingør=Elsinore,Sønderborg,Fredericia,Svendborg,Køge,Frederikshavn,Ballerup,Hørsholm,Rønne
SE Stockholm,Gothenburg=Göteborg,Malmö=Malmo,Uppsala,Linköping,Västerås,Örebro,Lund,Helsingborg,Norrköping,Umeå,Luleå,Skellefteå,Jönköping,Karlstad,Gävle,Kiruna,Södertälje,Halmstad,Eskilstuna,Borås,Sundsvall,Växjö,Kalmar,Karlskrona,Kristianstad,Falun,Borlänge,Trollhättan,Östersund,Skövde,Visby,Solna,Kista,Mölndal,Varberg,Nyköping,Piteå,Härnösand,Ystad,Ängelholm
NO Oslo,Bergen,Trondheim,Stavanger,Tromsø=Tromso,Drammen,Kristiansand,Bodø,Ålesund,Haugesund,Porsgrunn,Skien,Sandnes,Fredrikstad,Sarpsborg,Arendal,Tønsberg,Sandefjord,Larvik,Halden,Hamar,Lillehammer,Gjøvik,Kongsberg,Narvik,Kirkenes,Hammerfest,Molde,Kristiansund,Longyearbyen,Lysaker,Fornebu,Grimstad,Mo i Rana,Steinkjer
FI Helsinki,Espoo,Tampere,Turku,Oulu,Vantaa,Jyväskylä,Lahti,Kuopio,Vaasa,Rovaniemi,Lappeenranta,Pori,Joensuu,Kotka,Hämeenlinna,Mikkeli,Seinäjoki,Kokkola,Rauma,Porvoo,Kouvola,Hyvinkää,Kajaani,Savonlinna,Raahe
IS Reykjavik=Reykjavík,Akureyri,Keflavík,Hafnarfjörður,Kópavogur,Selfoss,Húsavík
EE Tallinn,Tartu,Pärnu,Narva,Viljandi,Kuressaare
LV Riga,Jelgava,Liepaja,Daugavpils,Ventspils,Jūrmala,Valmiera
LT Vilnius=Wilna,Kaunas,Klaipėda=Klaipeda,Šiauliai,Panevėžys,Palanga
PL Warsaw=Warschau=Varsovie=Warszawa,Kraków=Krakow=Krakau=Cracow,Łódź=Lodz,Wrocław=Wroclaw=Breslau,Poznań=Poznan,Gdańsk=Gdansk=Danzig,Szczecin=Stettin,Lublin,Katowice,Gdynia,Rzeszów,Białystok,Gliwice,Toruń,Bydgoszcz,Częstochowa,Radom,Sosnowiec,Kielce,Olsztyn,Zielona Góra,Rybnik,Tychy,Opole,Elbląg,Płock,Wałbrzych,Tarnów,Koszalin,Legnica,Bielsko-Biała,Sopot,Słupsk,Nowy Sącz,Zakopane,Mielec,Piła,Kalisz
CZ Prague=Prag=Praha,Brno=Brünn,Ostrava,Plzeň=Pilsen,Olomouc,Liberec,Pardubice,Zlín,České Budějovice=Budweis,Hradec Králové,Ústí nad Labem,Jihlava,Karlovy Vary=Karlsbad,Mladá Boleslav,Kladno,Opava,Kutná Hora
SK Bratislava,Košice=Kosice,Žilina,Nitra,Trnava,Banská Bystrica,Prešov,Trenčín,Poprad
HU Budapest,Debrecen,Szeged,Pécs,Győr,Miskolc,Nyíregyháza,Kecskemét,Székesfehérvár,Szombathely,Eger,Sopron,Veszprém
RO Bucharest=Bukarest=Bucarest=București,Cluj-Napoca=Cluj,Timișoara=Timisoara,Iași=Iasi,Brașov,Constanța,Sibiu,Oradea,Craiova,Galați,Ploiești,Arad,Pitești,Bacău,Târgu Mureș,Suceava
BG Sofia,Plovdiv,Varna,Burgas,Ruse,Stara Zagora,Pleven,Veliko Tarnovo
GR Athens=Athen=Athènes,Thessaloniki=Saloniki,Patras,Heraklion,Piraeus,Volos,Ioannina,Larissa,Chania,Rhodes,Corfu,Kavala,Kalamata,Rethymno
HR Zagreb,Split,Rijeka,Osijek,Zadar,Pula,Dubrovnik,Varaždin,Šibenik,Karlovac
SI Ljubljana,Maribor,Celje,Kranj,Koper,Velenje,Nova Gorica,Bled,Ptuj
RS Belgrade=Belgrad,Novi Sad,Niš,Kragujevac,Subotica
BA Sarajevo,Mostar,Banja Luka,Tuzla,Zenica
MK Skopje,Ohrid,Bitola
AL Tirana,Durrës,Vlorë
ME Podgorica,Kotor,Budva
XK Pristina
MD Chișinău=Chisinau,Tiraspol
UA Kyiv=Kiev,Kharkiv,Odesa=Odessa,Dnipro,Lviv=Lemberg,Zaporizhzhia,Vinnytsia,Chernivtsi,Uzhhorod,Ivano-Frankivsk,Ternopil,Poltava,Mykolaiv,Chernihiv
BY Minsk
RU Moscow=Moskau=Moscou,Saint Petersburg=St. Petersburg,Novosibirsk,Yekaterinburg,Kazan,Nizhny Novgorod,Samara,Omsk,Vladivostok,Murmansk,Irkutsk,Sochi,Tomsk
CY Nicosia,Limassol,Larnaca,Paphos
MT Valletta,Sliema,Gozo,St Julian's
TR Istanbul,Ankara,Izmir=İzmir,Bursa,Antalya,Adana,Gaziantep,Konya,Mersin,Eskişehir,Kayseri,Trabzon,Bodrum,Kocaeli,Denizli
GE Tbilisi,Batumi,Kutaisi
AM Yerevan
AZ Baku
US:California Los Angeles,San Francisco,San Diego,San Jose,Oakland,Sacramento,Fresno,Long Beach,Palo Alto,Mountain View,Menlo Park,Sunnyvale,Santa Clara,Cupertino,Redwood City,San Mateo,Fremont,Berkeley,Irvine,Santa Monica,Pasadena,Santa Barbara,Stanford,Burlingame,South San Francisco,Emeryville,Carlsbad,Anaheim,Santa Cruz,Livermore,Davis,Culver City,El Segundo,Hawthorne,Riverside,Bakersfield,Stockton,Modesto,Santa Rosa,Napa,San Luis Obispo,Monterey,Salinas,Chula Vista,Oceanside,Torrance,Glendale,Burbank,Huntington Beach,Costa Mesa,Thousand Oaks,Pleasanton,Walnut Creek,San Rafael,Petaluma,Chico,Redding,Eureka,Visalia,Palm Springs,Milpitas,Hayward,Los Gatos,La Jolla,San Leandro
US:New York State New York=New York City=NYC,Brooklyn,Manhattan,Buffalo,Rochester,Albany,Syracuse,Ithaca,Yonkers,White Plains,Troy,Queens,Bronx,Staten Island,Long Island,Poughkeepsie,Kingston (New York),Schenectady,Saratoga Springs,Utica,Binghamton,Corning,Armonk,Stony Brook,Niagara Falls
US:Texas Houston,Dallas,Austin,San Antonio,Fort Worth,El Paso,Plano,Arlington,Irving,Frisco,College Station,Round Rock,Lubbock,Corpus Christi,Galveston,The Woodlands,Waco,Denton,McKinney,Richardson,Midland,Odessa (Texas),Amarillo,Beaumont,San Marcos,Brownsville,Laredo,McAllen,Marfa,Sugar Land
US:Massachusetts Boston,Somerville,Waltham,Lowell,Springfield,Woburn,Burlington,Framingham,Amherst,Cambridge (Massachusetts),Woods Hole,Worcester (Massachusetts),Quincy,New Bedford,Fall River,Salem (Massachusetts),Gloucester (Massachusetts),Andover,Lexington (Massachusetts),Bedford (Massachusetts),Northampton (Massachusetts),Pittsfield,Plymouth (Massachusetts)
US:Washington State Seattle,Redmond,Bellevue,Spokane,Tacoma,Kirkland,Olympia,Everett,Vancouver (Washington),Bellingham,Yakima,Walla Walla,Pullman,Bothell,Renton
US:Illinois Chicago,Evanston,Urbana,Champaign,Naperville,Peoria,Rockford,Joliet,Springfield (Illinois),Schaumburg,Elgin (Illinois),Bloomington (Illinois),Carbondale
US:Pennsylvania Philadelphia,Pittsburgh,Allentown,Harrisburg,Bethlehem,State College,Erie,Scranton,Lancaster (Pennsylvania),Reading (Pennsylvania),York (Pennsylvania),King of Prussia,Malvern (Pennsylvania)
US:Colorado Denver,Boulder,Colorado Springs,Fort Collins,Golden,Aurora,Pueblo,Durango,Aspen,Grand Junction,Longmont,Loveland,Lakewood,Telluride
US:Arizona Phoenix,Tucson,Tempe,Scottsdale,Mesa,Chandler,Flagstaff,Sedona,Yuma
US:Florida Miami,Tampa,Orlando,Jacksonville,Fort Lauderdale,Gainesville,Tallahassee,St. Petersburg (Florida),Boca Raton,Cape Canaveral,St. Augustine,Sarasota,Naples (Florida),Fort Myers,Pensacola,Daytona Beach,Key West,Melbourne (Florida),West Palm Beach,Coral Gables,Clearwater
US:Georgia Atlanta,Savannah,Athens (Georgia),Augusta,Macon,Alpharetta,Marietta
US:North Carolina Charlotte,Raleigh,Chapel Hill,Greensboro,Research Triangle Park,Winston-Salem,Asheville,Durham (North Carolina),Wilmington (North Carolina),Fayetteville
US:Michigan Detroit,Ann Arbor,Grand Rapids,Lansing,Dearborn,Kalamazoo,Flint,Traverse City,Holland (Michigan),Midland (Michigan),Battle Creek,Marquette,Saginaw,East Lansing,Troy (Michigan)
US:Ohio Columbus,Cleveland,Cincinnati,Dayton,Akron,Toledo,Youngstown,Canton,Oxford (Ohio),Athens (Ohio),Sandusky
US:Minnesota Minneapolis,Saint Paul=St. Paul,Rochester (Minnesota),Duluth,St. Cloud,Mankato,Bloomington (Minnesota),Eden Prairie,Northfield
US:Oregon Portland,Eugene,Bend,Corvallis,Hillsboro,Beaverton,Salem,Ashland,Astoria,Hood River,Newberg
US:Utah Salt Lake City,Provo,Lehi,Park City,Ogden,St. George,Moab
US:Nevada Las Vegas,Reno,Carson City,Sparks,Elko
US:Tennessee Nashville,Memphis,Knoxville,Oak Ridge,Chattanooga,Murfreesboro,Clarksville
US:Maryland Baltimore,Bethesda,Rockville,College Park,Gaithersburg,Annapolis,Silver Spring,Columbia (Maryland)
US:Virginia Richmond,Norfolk,Reston,Alexandria (Virginia),Charlottesville,Blacksburg,McLean,Virginia Beach,Roanoke,Lynchburg,Arlington (Virginia),Williamsburg,Harrisonburg,Herndon
US:Missouri St. Louis=Saint Louis,Kansas City,Columbia,Springfield (Missouri),Jefferson City,Rolla
US:Wisconsin Madison,Milwaukee,Green Bay,Eau Claire,La Crosse,Appleton,Oshkosh,Kenosha,Racine,Sheboygan,Waukesha
US:Indiana Indianapolis,Bloomington,West Lafayette,South Bend,Fort Wayne,Evansville,Muncie,Terre Haute
US:Connecticut Hartford,New Haven,Stamford,Bridgeport,Danbury,New London,Waterbury,Greenwich (Connecticut),Mystic
US:New Jersey Newark,Jersey City,Princeton,Hoboken,Trenton,Atlantic City,New Brunswick (New Jersey),Morristown,Parsippany,Cherry Hill
US:Louisiana New Orleans,Baton Rouge,Lafayette,Shreveport
US:Alabama Huntsville,Montgomery,Mobile,Birmingham (Alabama),Tuscaloosa
US:Oklahoma Oklahoma City,Tulsa
US:Kentucky Louisville,Lexington,Bowling Green,Frankfort,Berea
US:Iowa Des Moines,Iowa City,Ames,Cedar Rapids,Davenport,Dubuque,Sioux City,Waterloo (Iowa)
US:Nebraska Omaha,Lincoln (Nebraska)
US:Kansas Wichita,Lawrence,Topeka,Overland Park,Manhattan (Kansas)
US:New Mexico Albuquerque,Santa Fe,Los Alamos,Las Cruces,Taos
US:Idaho Boise,Idaho Falls,Moscow (Idaho),Coeur d'Alene,Pocatello,Nampa
US:Montana Bozeman,Missoula,Billings,Helena,Great Falls,Whitefish
US:Hawaii Honolulu,Kailua
US:Alaska Anchorage,Juneau,Fairbanks,Sitka
US:Rhode Island Providence,Newport (Rhode Island),Pawtucket
US:New Hampshire Manchester (New Hampshire),Hanover (New Hampshire),Nashua,Portsmouth (New Hampshire),Dover (New Hampshire)
US:Vermont Burlington (Vermont),Montpelier,Brattleboro,Middlebury,Stowe,Rutland,Essex Junction
US:Maine Portland (Maine),Bangor (Maine),Augusta (Maine),Lewiston,Brunswick (Maine),Rockland,Bar Harbor
US:Delaware Wilmington,Dover
US:South Carolina Charleston,Columbia (South Carolina),Greenville,Spartanburg,Myrtle Beach,Clemson
US:Arkansas Little Rock,Bentonville,Fayetteville (Arkansas),Fort Smith
US:District of Columbia Washington=Washington DC=Washington D.C
CA:Ontario Toronto,Ottawa,Waterloo,Kitchener,Hamilton,Mississauga,London (Ontario),Kingston,Windsor,Markham,Guelph,Brampton,Oshawa,Barrie,Sudbury,Thunder Bay,St. Catharines,Peterborough (Ontario),Oakville,Burlington (Ontario),Cambridge (Ontario),Vaughan,Niagara-on-the-Lake
CA:Quebec Montreal=Montréal,Quebec City,Laval,Gatineau,Sherbrooke,Trois-Rivières,Saguenay,Longueuil,Rimouski,Lévis
CA:British Columbia Vancouver,Victoria (British Columbia),Burnaby,Kelowna,Surrey,Richmond (British Columbia),Nanaimo,Kamloops,Prince George,Nelson (British Columbia),Whistler,Tofino,Abbotsford,Coquitlam
CA:Alberta Calgary,Edmonton,Banff,Lethbridge,Red Deer,Medicine Hat,Canmore,Fort McMurray
CA:Nova Scotia Halifax,Dartmouth,Parrsboro,Lunenburg,Sydney (Nova Scotia),Truro (Nova Scotia),Wolfville
CA:Manitoba Winnipeg
CA:Saskatchewan Saskatoon,Regina
CA:New Brunswick Fredericton,Moncton,Saint John,Sackville
CA:Newfoundland and Labrador St. John's
MX Mexico City=Mexiko-Stadt=Ciudad de México,Guadalajara,Monterrey,Puebla,Tijuana,Querétaro,Mérida,Cancún,León (Guanajuato),Oaxaca,San Luis Potosí,Aguascalientes,Hermosillo,Chihuahua,Saltillo,Toluca,Veracruz,Morelia
BR São Paulo=Sao Paulo,Rio de Janeiro,Brasília=Brasilia,Belo Horizonte,Porto Alegre,Curitiba,Recife,Salvador,Fortaleza,Campinas,Florianópolis,Manaus,Goiânia,Belém,Joinville,São José dos Campos,Ribeirão Preto,Vitória
AR Buenos Aires,Córdoba (Argentina),Rosario,Mendoza,La Plata,Mar del Plata,Bariloche,Tucumán,Ushuaia
CL Santiago=Santiago de Chile,Valparaíso,Concepción,Antofagasta,Temuco,Puerto Montt,Valdivia,Viña del Mar,Punta Arenas
CO Bogotá=Bogota,Medellín=Medellin,Cali,Barranquilla,Cartagena,Bucaramanga,Pereira,Manizales,Santa Marta
PE Lima,Arequipa,Cusco,Trujillo,Piura,Iquitos
UY Montevideo
PY Asunción
BO La Paz,Santa Cruz de la Sierra
EC Quito,Guayaquil,Cuenca
VE Caracas
CR San José
PA Panama City
GT Guatemala City
DO Santo Domingo
CU Havana
JM Kingston (Jamaica)
PR San Juan
CN Beijing=Peking=Pékin,Shanghai,Shenzhen,Guangzhou,Hangzhou,Chengdu,Wuhan,Nanjing,Suzhou,Xi'an,Tianjin,Chongqing,Hefei,Qingdao,Dalian,Xiamen,Ningbo,Dongguan,Shenyang,Harbin,Changsha,Zhengzhou,Jinan,Kunming,Wuxi,Changzhou,Foshan,Zhuhai,Macau,Lanzhou,Urumqi,Lhasa,Guiyang,Nanning,Fuzhou,Shijiazhuang,Taiyuan,Changchun,Nantong,Wenzhou,Ningde,Huizhou
TW Taipei=Taipeh,Hsinchu,Taichung,Kaohsiung,Tainan,Taoyuan,Chiayi
JP Tokyo=Tokio,Osaka,Kyoto=Kioto,Nagoya,Yokohama,Fukuoka,Kobe,Sapporo,Sendai,Hiroshima,Tsukuba,Kawasaki,Nara,Okinawa,Kanazawa,Niigata,Nagano,Shizuoka,Hamamatsu,Okayama,Kumamoto,Kagoshima,Nagasaki,Matsuyama,Takamatsu,Gifu,Chiba,Saitama,Toyama,Naha,Hakodate,Kitakyushu,Toyota City
KR Seoul=Séoul,Busan,Daejeon,Incheon,Daegu,Gwangju,Pangyo,Suwon,Pohang,Ulsan,Changwon,Jeonju,Cheongju,Jeju,Seongnam,Sejong
MN Ulaanbaatar
IN:Karnataka Bangalore=Bengaluru,Mysore,Mangalore,Hubli,Udupi
IN:Maharashtra Mumbai=Bombay,Pune,Nagpur,Nashik,Aurangabad,Thane,Navi Mumbai
IN:Tamil Nadu Chennai=Madras,Coimbatore,Madurai,Tiruchirappalli,Salem (India),Vellore
IN:Telangana Hyderabad
IN:Gujarat Ahmedabad,Surat,Gandhinagar,Vadodara,Rajkot
IN:Kerala Kochi,Thiruvananthapuram,Kozhikode,Thrissur
IN New Delhi=Delhi=Neu-Delhi,Kolkata=Calcutta,Gurgaon=Gurugram,Noida,Jaipur,Lucknow,Chandigarh,Indore,Bhopal,Goa,Patna,Ranchi,Guwahati,Bhubaneswar,Dehradun,Amritsar,Ludhiana,Faridabad,Raipur,Shimla,Srinagar
PK Karachi,Lahore,Islamabad,Faisalabad,Rawalpindi,Peshawar,Multan
BD Dhaka,Chittagong,Sylhet,Khulna
LK Colombo,Kandy,Galle,Jaffna
NP Kathmandu,Pokhara
SG Singapore City
MY Kuala Lumpur,Penang,Johor Bahru,Cyberjaya,Ipoh,Malacca,Kota Kinabalu,Kuching,Petaling Jaya,Shah Alam,George Town
TH Bangkok,Chiang Mai,Phuket,Pattaya,Khon Kaen,Nonthaburi
VN Ho Chi Minh City=Saigon,Hanoi,Da Nang,Haiphong,Can Tho,Nha Trang
ID Jakarta,Bandung,Surabaya,Yogyakarta,Bali,Semarang,Medan,Denpasar,Makassar,Bogor,Batam,Palembang
PH Manila,Cebu,Makati,Quezon City,Davao,Baguio,Iloilo,Taguig
KH Phnom Penh
MM Yangon,Mandalay,Naypyidaw
AU:New South Wales Sydney,Wollongong,Newcastle (Australia),Parramatta,Byron Bay,Orange (New South Wales),Bathurst,Wagga Wagga,Dubbo,Coffs Harbour,Tamworth (New South Wales),Albury
AU:Victoria Melbourne,Geelong,Ballarat,Bendigo,Shepparton,Mildura,Warrnambool,Wodonga
AU:Queensland Brisbane,Gold Coast,Cairns,Townsville,Toowoomba,Rockhampton,Mackay,Noosa,Sunshine Coast
AU:Western Australia Perth (Australia),Fremantle,Albany (Western Australia),Bunbury,Geraldton,Broome,Margaret River
AU:South Australia Adelaide,Mount Gambier,Whyalla,Port Augusta
AU:Tasmania Hobart,Launceston,Devonport,Burnie
AU Canberra,Darwin
NZ Auckland,Wellington,Christchurch,Dunedin,Hamilton (New Zealand),Tauranga,Napier,Hastings (New Zealand),Palmerston North,Rotorua,New Plymouth,Whangārei=Whangarei,Invercargill,Queenstown,Wānaka=Wanaka,Blenheim,Timaru,Gisborne,Taupō=Taupo,Motueka,Porirua,Lower Hutt
IL Tel Aviv=Tel-Aviv,Jerusalem,Haifa,Herzliya,Beersheba=Be'er Sheva,Rehovot,Ramat Gan,Petah Tikva,Netanya,Ashdod,Ra'anana,Caesarea,Nazareth,Yokneam,Kfar Saba
AE Dubai,Abu Dhabi,Sharjah,Ajman,Ras Al Khaimah,Al Ain
SA Riyadh=Riad,Jeddah,Mecca,Dhahran,Dammam,Medina,Jubail,NEOM
QA Doha
KW Kuwait City
BH Manama
OM Muscat
JO Amman
LB Beirut
IR Tehran,Isfahan,Shiraz,Tabriz,Mashhad
IQ Baghdad,Erbil
EG Cairo=Kairo=Le Caire,Alexandria,Giza,Luxor,Aswan,Port Said
MA Casablanca,Rabat,Marrakesh=Marrakech,Tangier,Fez,Agadir,Essaouira,Meknes,Oujda
DZ Algiers=Alger,Oran
TN Tunis,Sfax
ZA Cape Town=Kapstadt=Le Cap,Johannesburg,Durban,Pretoria,Stellenbosch,Bloemfontein,Port Elizabeth=Gqeberha,East London,Soweto,Pietermaritzburg,Polokwane,Kimberley
NG Lagos,Abuja,Ibadan,Kano,Port Harcourt,Enugu,Benin City,Kaduna,Jos,Calabar,Abeokuta
KE Nairobi,Mombasa,Kisumu,Nakuru,Eldoret,Kitui,Thika,Machakos,Malindi,Nyeri,Garissa,Kakamega,Lamu,Naivasha,Kiambu,Turkana,Makueni
GH Accra,Kumasi,Tamale,Cape Coast,Takoradi,Tema
TZ Dar es Salaam,Arusha,Dodoma,Mwanza,Zanzibar,Moshi,Tanga,Mbeya,Morogoro
UG Kampala,Entebbe,Gulu,Mbarara
RW Kigali,Musanze
ET Addis Ababa,Bahir Dar,Mekelle,Hawassa
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
KZ Almaty,Astana,Shymkent,Karaganda
UZ Tashkent,Samarkand,Bukhara
US:West Virginia Morgantown,Charleston (West Virginia),Huntington
US:Mississippi Jackson (Mississippi),Oxford (Mississippi),Biloxi,Hattiesburg
US:North Dakota Fargo,Bismarck,Grand Forks
US:South Dakota Sioux Falls,Rapid City
US:Wyoming Cheyenne,Jackson Hole,Laramie
CA:Prince Edward Island Charlottetown
CA:Yukon Whitehorse
MW Lilongwe,Blantyre
SL Freetown
LR Monrovia
ML Bamako
BF Ouagadougou
BJ Cotonou
TG Lomé
GA Libreville
SD Khartoum
SO Mogadishu
NI Managua
HN Tegucigalpa
SV San Salvador
TT Port of Spain
BB Bridgetown
HT Port-au-Prince
IN:Rajasthan Jodhpur,Udaipur
IN:Uttar Pradesh Kanpur,Varanasi,Agra,Ghaziabad
IN:Andhra Pradesh Visakhapatnam,Vijayawada,Tirupati
LA Vientiane,Luang Prabang
FJ Suva
PG Port Moresby
KG Bishkek
TJ Dushanbe
AF Kabul,Herat
SY Damascus,Aleppo
YE Sanaa
MC Monte Carlo
AD Andorra la Vella
`
