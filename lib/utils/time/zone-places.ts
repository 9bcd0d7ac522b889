/** Names of zones that no standard lists. */

/** Letters and other names, then cities and states, of a zone. No standard lists them. */
export const KNOWN_AS: Readonly<Record<string, readonly [names: string, places: string]>> = {
  'America/New_York': [
    'EST EDT ET',
    'Atlanta,Baltimore,Boston,Buffalo,Charlotte,Cincinnati,Cleveland,Columbus,Jacksonville,Miami,Newark,Orlando,Philadelphia,Pittsburgh,Raleigh,Tampa,Washington DC,Connecticut,Delaware,Florida,Georgia,Maine,Maryland,Massachusetts,New Hampshire,New Jersey,North Carolina,Ohio,Pennsylvania,Rhode Island,South Carolina,Vermont,Virginia,West Virginia',
  ],
  'America/Chicago': [
    'CST CDT CT',
    'Austin,Dallas,Fort Worth,Houston,Kansas City,Memphis,Milwaukee,Minneapolis,Nashville,New Orleans,Oklahoma City,Omaha,San Antonio,St Louis,Alabama,Arkansas,Illinois,Iowa,Kansas,Louisiana,Minnesota,Mississippi,Missouri,Nebraska,Oklahoma,Tennessee,Texas,Wisconsin',
  ],
  'America/Denver': [
    'MST MDT MT',
    'Albuquerque,Billings,Cheyenne,Colorado Springs,El Paso,Salt Lake City,Colorado,Montana,New Mexico,Utah,Wyoming',
  ],
  'America/Phoenix': ['MST MT', 'Mesa,Scottsdale,Tempe,Tucson,Arizona'],
  'America/Los_Angeles': [
    'PST PDT PT',
    'Las Vegas,Oakland,Portland,Sacramento,San Diego,San Francisco,San Jose,Seattle,California,Nevada,Oregon,Washington State',
  ],
  'America/Detroit': ['EST EDT ET', 'Michigan'],
  'America/Indiana/Indianapolis': ['EST EDT ET', 'Indiana'],
  'America/Anchorage': ['AKST AKDT', 'Alaska'],
  'Pacific/Honolulu': ['HST', 'Hawaii'],
  'America/Puerto_Rico': ['AST', 'San Juan'],
  'America/Halifax': ['AST ADT', 'Nova Scotia'],
  'America/St_Johns': ['NST NDT', 'Newfoundland'],
  'America/Toronto': ['EST EDT ET', 'Montreal,Ottawa,Quebec'],
  'America/Edmonton': ['MST MDT MT', 'Calgary'],
  'America/Mexico_City': ['CST', 'Guadalajara,Puebla'],
  'America/Sao_Paulo': ['BRT', 'Brasilia,Rio de Janeiro'],
  'Europe/London': ['GMT BST', 'Belfast,Birmingham,Edinburgh,Glasgow,Leeds,Liverpool,Manchester'],
  'Europe/Dublin': ['GMT IST', 'Cork'],
  'Europe/Lisbon': ['WET WEST', 'Porto'],
  'Europe/Berlin': ['CET CEST', 'Cologne,Frankfurt,Hamburg,Munich,Stuttgart'],
  'Europe/Paris': ['CET CEST', 'Lyon,Marseille,Nice'],
  'Europe/Madrid': ['CET CEST', 'Barcelona,Seville,Valencia'],
  'Europe/Rome': ['CET CEST', 'Florence,Milan,Naples,Turin'],
  'Europe/Zurich': ['CET CEST', 'Basel,Bern,Geneva'],
  'Europe/Warsaw': ['CET CEST', 'Gdansk,Krakow'],
  'Europe/Athens': ['EET EEST', 'Thessaloniki'],
  'Europe/Moscow': ['MSK', 'Saint Petersburg'],
  'Europe/Istanbul': ['TRT', 'Ankara,Izmir'],
  'Asia/Jerusalem': ['IST IDT', 'Haifa,Tel Aviv'],
  'Asia/Dubai': ['GST', 'Abu Dhabi'],
  'Asia/Riyadh': ['', 'Jeddah,Mecca'],
  'Asia/Karachi': ['PKT', 'Islamabad,Lahore'],
  'Asia/Kolkata': [
    'IST',
    'Ahmedabad,Bangalore,Bengaluru,Bombay,Calcutta,Chennai,Delhi,Hyderabad,Jaipur,Mumbai,New Delhi,Pune',
  ],
  'Asia/Ho_Chi_Minh': ['ICT', 'Hanoi,Saigon'],
  'Asia/Bangkok': ['ICT', ''],
  'Asia/Jakarta': ['WIB', 'Bandung'],
  'Asia/Shanghai': ['CST', 'Beijing,Chengdu,Guangzhou,Shenzhen,Wuhan'],
  'Asia/Hong_Kong': ['HKT', ''],
  'Asia/Manila': ['PHT PST', 'Cebu,Quezon City'],
  'Asia/Singapore': ['SGT', ''],
  'Asia/Seoul': ['KST', 'Busan'],
  'Asia/Tokyo': ['JST', 'Kyoto,Nagoya,Osaka,Yokohama'],
  'Australia/Perth': ['AWST', ''],
  'Australia/Adelaide': ['ACST ACDT', ''],
  'Australia/Brisbane': ['AEST', 'Gold Coast,Queensland'],
  'Australia/Sydney': ['AEST AEDT', 'Canberra,New South Wales'],
  'Pacific/Auckland': ['NZST NZDT', 'Christchurch,Wellington'],
  'Africa/Johannesburg': ['SAST', 'Cape Town,Durban,Pretoria'],
  'Africa/Lagos': ['WAT', 'Abuja'],
  'Africa/Nairobi': ['EAT', 'Mombasa'],
}

/** The countries by which zones are found. */
export const COUNTRIES =
  'AE AR AT AU BD BE BR CA CH CL CN CO CR CZ DE DK DO EC EG ES FI FR GB GH GR GT HK HN HU ID IE IL IN IT JM JO JP KE KR LB LK MA MX MY NG NL NO NP NZ PA PE PH PK PL PR PT RO RU SA SE SG SV TH TR TW UA US UY VE VN ZA'
