/** Addresses where nobody can draw blood: a post office box, a military post office, an address without a street. Pure. */
import { stateCode, zipCode } from '#lib/utils/text/addresses.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

interface Place {
  lines: readonly (string | null | undefined)[]
  city: string | null | undefined
  state: string | null | undefined
  zip: string | null | undefined
}

export type NoVisit = 'po_box' | 'military' | 'no_street'

const PO_BOX =
  /\b(?:g?\.?p\.?\s*\/?\s*[o0]\.?|post(?:al)?\s*office)[\s-]*(?:box|bin|drawer|bx)(?!\p{L})\.?|\b(?:post(?:al)?|lock|mail)\s*box\b(?=\s*(?:#|no\.?)?\s*\d)|\bapt\.?\s*postal\b|\bp\.?\s*o?\.?\s*b(?:ox)?(?!\p{L})\.?(?=\s*#?\s*\d)|^\s*(?:box|pmb|caller(?:\s+box)?|drawer|ap(?:arta)?do\.?(?:\s+postal)?|casilla|buz[oó]n)(?!\p{L})(?=\s*(?:#|no\.?)?\s*\d)/iu
const BOX_NUMBER = /^[\s#.:-]*(?:no\.?\s*)?[a-z]?\d+[a-z]?/i
const MILITARY_CITY = /^\s*(?:a\.?p\.?o|f\.?p\.?o|d\.?p\.?o)\b/i
const MILITARY_LINE = /^\s*(?:psc|cmr|unit|omc)\s+\d+.*\bbox\s+\d+/i
const MILITARY_STATES = ['AA', 'AE', 'AP']
const MILITARY_ZIP = /^(?:09[0-8]|340|96[2-6])\d{2}/
const UNIT = /(?:\b(?:apt|apartment|unit|suite|ste|room|rm|floor|fl|bldg|building|lot)\b\.?\s*#?|#)\s*[a-z0-9-]+/gi
const STREET_WORD =
  /\b(?:st|street|ave?|avenue|rd|road|ln|lane|dr|drive|way|ct|court|blvd|boulevard|hwy|highway|route|rte|trl|trail|pl|place|ter|terrace|cir|circle|pkwy|parkway|loop|plaza|sq|square|path|row|alley|broadway|calle|carr|carretera|camino|paseo|urb|urbanizaci[oó]n|cond|condominio|edif|edificio|barrio|bo|sector)\b/i

export function whyNoVisit({ lines, city, state, zip }: Place): NoVisit | null {
  const own = lines.flatMap((line) => plainSigns(line ?? '') || [])
  const isPost =
    MILITARY_CITY.test(plainSigns(city ?? '')) ||
    MILITARY_STATES.includes(stateCode(state ?? '')) ||
    MILITARY_ZIP.test(zipCode(zip ?? ''))
  if (isPost || own.some((line) => MILITARY_LINE.test(line) || MILITARY_CITY.test(line))) return 'military'
  if (own.some((line) => isStreet(withoutBox(line)))) return null
  return own.some((line) => PO_BOX.test(line)) ? 'po_box' : 'no_street'
}

function withoutBox(line: string): string {
  const box = PO_BOX.exec(line)
  if (!box) return line
  const after = line.slice(box.index + box[0].length).replace(BOX_NUMBER, '')
  return `${line.slice(0, box.index)} ${after}`
}

/** A name beside a number, or a word that only streets have. */
function isStreet(line: string): boolean {
  const rest = line.replace(UNIT, ' ')
  return /\p{L}{2,}/u.test(rest) && (/\d/.test(rest) || STREET_WORD.test(rest))
}
