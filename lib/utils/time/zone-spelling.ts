/** One spelling of time zones everywhere on screen. */

/** Runtimes list some zones by the name a city no longer has. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

/** Returns the ID that stands for a zone today. */
export function presentZone(id: string): string {
  return RENAMED.get(id) ?? id
}

/** Returns a zone as it's written everywhere on screen: `America/New York`. */
export function zoneName(id: string): string {
  return presentZone(id).replaceAll('_', ' ')
}
