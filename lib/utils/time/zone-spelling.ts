/** One spelling of time zones everywhere on screen. */

/** Each line: the ID of today, then what it was called before (IANA, `backward`), in runtimes, services and old records. */
const LINKS = `
  Africa/Asmara Africa/Asmera
  Africa/Bamako Africa/Timbuktu
  Africa/Cairo Egypt
  Africa/Tripoli Libya
  America/Adak America/Atka US/Aleutian
  America/Anchorage US/Alaska
  America/Argentina/Buenos_Aires America/Buenos_Aires
  America/Argentina/Catamarca America/Argentina/ComodRivadavia America/Catamarca
  America/Argentina/Cordoba America/Cordoba America/Rosario
  America/Argentina/Jujuy America/Jujuy
  America/Argentina/Mendoza America/Mendoza
  America/Atikokan America/Coral_Harbour
  America/Chicago CST6CDT US/Central
  America/Denver America/Shiprock MST7MDT Navajo US/Mountain
  America/Detroit US/Michigan
  America/Edmonton America/Yellowknife Canada/Mountain
  America/Halifax Canada/Atlantic
  America/Havana Cuba
  America/Indiana/Indianapolis America/Fort_Wayne America/Indianapolis US/East-Indiana
  America/Indiana/Knox America/Knox_IN US/Indiana-Starke
  America/Iqaluit America/Pangnirtung
  America/Jamaica Jamaica
  America/Kentucky/Louisville America/Louisville
  America/Los_Angeles PST8PDT US/Pacific
  America/Manaus Brazil/West
  America/Mazatlan Mexico/BajaSur
  America/Mexico_City Mexico/General
  America/New_York EST5EDT US/Eastern
  America/Noronha Brazil/DeNoronha
  America/Nuuk America/Godthab
  America/Phoenix US/Arizona
  America/Regina Canada/Saskatchewan
  America/Rio_Branco America/Porto_Acre Brazil/Acre
  America/Santiago Chile/Continental
  America/Sao_Paulo Brazil/East
  America/St_Johns Canada/Newfoundland
  America/St_Thomas America/Virgin
  America/Tijuana America/Ensenada America/Santa_Isabel Mexico/BajaNorte
  America/Toronto America/Montreal America/Nipigon America/Thunder_Bay Canada/Eastern
  America/Vancouver Canada/Pacific
  America/Whitehorse Canada/Yukon
  America/Winnipeg America/Rainy_River Canada/Central
  Antarctica/McMurdo Antarctica/South_Pole
  Arctic/Longyearbyen Atlantic/Jan_Mayen
  Asia/Ashgabat Asia/Ashkhabad
  Asia/Dhaka Asia/Dacca
  Asia/Ho_Chi_Minh Asia/Saigon
  Asia/Hong_Kong Hongkong
  Asia/Jerusalem Asia/Tel_Aviv Israel
  Asia/Kathmandu Asia/Katmandu
  Asia/Kolkata Asia/Calcutta
  Asia/Macau Asia/Macao
  Asia/Makassar Asia/Ujung_Pandang
  Asia/Nicosia Europe/Nicosia
  Asia/Seoul ROK
  Asia/Shanghai Asia/Chongqing Asia/Chungking Asia/Harbin PRC
  Asia/Singapore Singapore
  Asia/Taipei ROC
  Asia/Tehran Iran
  Asia/Thimphu Asia/Thimbu
  Asia/Tokyo Japan
  Asia/Ulaanbaatar Asia/Choibalsan Asia/Ulan_Bator
  Asia/Urumqi Asia/Kashgar
  Asia/Yangon Asia/Rangoon
  Atlantic/Faroe Atlantic/Faeroe
  Atlantic/Reykjavik Iceland
  Australia/Adelaide Australia/South
  Australia/Brisbane Australia/Queensland
  Australia/Broken_Hill Australia/Yancowinna
  Australia/Darwin Australia/North
  Australia/Hobart Australia/Currie Australia/Tasmania
  Australia/Lord_Howe Australia/LHI
  Australia/Melbourne Australia/Victoria
  Australia/Perth Australia/West
  Australia/Sydney Australia/ACT Australia/Canberra Australia/NSW
  Europe/Chisinau Europe/Tiraspol
  Europe/Dublin Eire
  Europe/Istanbul Asia/Istanbul Turkey
  Europe/Kyiv Europe/Kiev Europe/Uzhgorod Europe/Zaporozhye
  Europe/Lisbon Portugal
  Europe/London Europe/Belfast GB GB-Eire
  Europe/Moscow W-SU
  Europe/Warsaw Poland
  Pacific/Auckland NZ
  Pacific/Chatham NZ-CHAT
  Pacific/Chuuk Pacific/Truk Pacific/Yap
  Pacific/Easter Chile/EasterIsland
  Pacific/Honolulu Pacific/Johnston US/Hawaii
  Pacific/Kanton Pacific/Enderbury
  Pacific/Kwajalein Kwajalein
  Pacific/Pago_Pago Pacific/Samoa US/Samoa
  Pacific/Pohnpei Pacific/Ponape
  UTC Etc/UCT Etc/UTC Etc/Universal Etc/Zulu UCT Universal Zulu`

const LINES = LINKS.trim()
  .split('\n')
  .map((line) => line.trim().split(' '))
const TODAY: ReadonlyMap<string, string> = new Map(
  LINES.flatMap(([today = '', ...before]) => before.map((id): [string, string] => [id.toLowerCase(), today])),
)
const FORMER = new Map(LINES.map(([today = '', ...before]) => [today, before]))

/** Returns what a zone was called before. */
export const zoneAliases = (id: string): readonly string[] => FORMER.get(id) ?? []

/** Returns the ID that stands for a zone today. What is stored or sent stays as it is. */
export function canonicalZone(id: string): string {
  return TODAY.get(id.toLowerCase()) ?? (/^(?:[a-z_/-]+|[A-Z_/-]+)$/.test(id) ? inCanonicalCase(id) : id)
}

/** Returns a zone that was written in one case in the case of its ID. */
function inCanonicalCase(id: string): string {
  if (!(id.includes('/') && isIanaZone(id))) return id
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: id }).resolvedOptions()
  return timeZone.toLowerCase() === id.toLowerCase() ? timeZone : id
}

/** Returns a zone as it's written everywhere on screen: `America/New York`. */
export function zoneName(id: string): string {
  return canonicalZone(id).replaceAll('_', ' ')
}

/** IANA's current IDs without an area; runtimes accept many more for Java's sake (PST, IST). */
const WITHOUT_AREA: ReadonlySet<string> = new Set(
  'UTC GMT GMT0 GMT+0 GMT-0 Greenwich EST MST HST CET MET EET WET'.toLowerCase().split(' '),
)
const AREA = /^(?:africa|america|antarctica|arctic|asia|atlantic|australia|etc|europe|indian|pacific)\/[a-z]/

/** Whether an ID, in any case, is IANA's and this runtime's: offsets and the three letters of other systems are not. */
export function isIanaZone(id: string): boolean {
  const key = id.toLowerCase()
  if (!(AREA.test(key) || TODAY.has(key) || WITHOUT_AREA.has(key))) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: id }))
  } catch {
    return false
  }
}
