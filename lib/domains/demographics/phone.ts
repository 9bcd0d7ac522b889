/** Phone numbers as people write them, as E.164 or with the reason why they can't ring. Its table of countries is large. */
import { parsePhoneNumberWithError, validatePhoneNumberLength } from 'libphonenumber-js/min'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

/** `ext. 5`, `(x5)`, `#5`, `;ext=5` in several languages, and what phones dial after a pause (`,12#`, `w12`) at the end. */
const EXTENSION =
  /[\s,;([-]*(?:\b(?:ext?(?:ension|e?n)?|xt|poste|anexo|int(?:erno)?|ramal|durchwahl|dw|toestel)(?![a-z])|доб|\bx(?=[\s.:]*\d)|(?<=\d)x(?=\d)|#|;\s*ext|[,;pw]+(?=\s*\d{1,6}[#*]?\s*$))[\s.:=#]*\d*[#*)\]\s]*$/iu
/** Two numbers in one field. */
const SEVERAL = /(?:\d\D{0,3}){7,}(?:[,;/|&]|\bor\b|\band\b)(?:\D{0,3}\d){7,}/i
/** Schemes and labels that programs and signatures put before a number; dots of every height stand between its digits. */
const SCHEME =
  /^(?:(?:\p{So}+|\p{RI}{2}|tel(?:ephone)?|ph(?:one)?|cell|mob(?:ile)?|home|work|office|contact|primary|usa?|sms|whatsapp|callto|[chmptw])\s*[:.#/]*\s*){1,3}(?=[+(\d])/iu
const DOTS = /[·•∙‧・]/gu
/** Signs that stand in numbers. */
const PHONE_SIGN = /[\d\s()+./-]/

const HOW = 'Enter a phone number with its country code, or ten US digits.'

/** Area codes that were assigned since 2023 and are missing from the library's table, which is behind by years. */
const NEWER_AREAS = /^\+1(?:357|387|436|457|465|471|483|621|624|679|729|837|861)[2-9]\d{6}$/

/** Characters, with all that may stand around a number. */
const LONGEST = 200

export type TypedPhone = { phone: string; problem?: undefined } | { phone?: undefined; problem: string }

/** `(602) 555-0143` → `+16025550143`. */
export function readPhone(input: string): TypedPhone {
  // The forms below take the square of the length to tell: a body of 64 kB would hold everybody up for seconds.
  if (input.length > LONGEST) return { problem: 'This is too long for a phone number.' }
  const text = plainSigns(input)
    .replace(/^["“'#=<([\s]+(?=\+?\d+[^)\]>]*$)|["”>\];,.\s]+$/g, '')
    // A spreadsheet or a program that took it for a number.
    .replace(/^(\d{10,11})\.0+$/, '$1')
    .replace(SCHEME, '')
    .replace(/;phone-context=.*$/i, '')
    .replace(
      /(?<=\d)[\s,-]*(?:\((?:cell|mobile|home|work|office|usa?|[mhwc])\)|\s(?:cell|mobile|home|work|office|usa?|[mhwc])(?: phone)?)$/i,
      '',
    )
    .replace(DOTS, '.')
    // Mexico's mobile numbers had a 1 after the country's code until 2019.
    .replace(/^\+52[\s.-]*1(?=(?:\D*\d){10}$)/, '+52 ')
    .replace(/^\(\+(\d{1,3})\)/, '+$1 ')
    // Europe writes a trunk zero, which no North American number has.
    .replace(/^\+1[\s.-]*\(?0\)?(?=(?:\D*\d){10}$)/, '+1 ')
  const [extension] = EXTENSION.exec(text) ?? []
  if (extension !== undefined && /\d/.test(text.slice(0, -extension.length))) {
    return { problem: 'An extension can’t be saved. Enter the number without it.' }
  }
  if (/^\d[.,]?\d*e\+?\d+$/i.test(text))
    return { problem: 'A spreadsheet shortened this number. Enter all its digits.' }
  if (SEVERAL.test(text)) return { problem: 'Enter one phone number. This has several.' }
  const odd = [...text].find((sign) => !PHONE_SIGN.test(sign))
  if (odd !== undefined) return { problem: `“${odd}” can’t be part of a phone number. ${HOW}` }
  if (!/\d/.test(text)) return { problem: HOW }
  if (/.\+/.test(text)) return { problem: 'A + can only stand before the country code.' }
  if (/^00(?=(?:\D*\d){9})/.test(text)) return { problem: 'Begin the number with + in place of 00.' }
  try {
    const number = parsePhoneNumberWithError(text, { defaultCountry: 'US', extract: false })
    if (number.isValid() || NEWER_AREAS.test(number.number)) return { phone: number.number }
    return { problem: reasonOf(text, number.countryCallingCode, number.nationalNumber) }
  } catch {
    return { problem: reasonOf(text, null, '') }
  }
}

function reasonOf(text: string, code: string | null, national: string): string {
  const length = validatePhoneNumberLength(text, 'US')
  if (length === 'INVALID_COUNTRY') return 'No country has this code. Check the digits after the +.'
  if (code === '1' || (code === null && !/^\+[^1]/.test(text))) return usReason(text, national)
  const behind = code === null ? 'any country' : `a number that begins with +${code}`
  if (length === 'TOO_SHORT') return `This has too few digits for ${behind}.`
  if (length === 'TOO_LONG') return `This has too many digits for ${behind}.`
  return `No number of this form exists behind +${code}. Check the digits.`
}

function usReason(text: string, national: string): string {
  const size = (national || text.replace(/^\+1|\D/g, '')).length
  if (size !== 10) {
    const far = size > 10 ? 'too many' : 'too few'
    return `This has ${far} digits: US numbers have 10, and this has ${size}. Begin other countries’ numbers with + and the country code.`
  }
  if (/^[01]/.test(national)) return 'Area codes don’t begin with 0 or 1. Check the first three digits.'
  return /^.{3}[2-9]/.test(national)
    ? 'No area has this area code, so the number can’t ring. Check the first three digits.'
    : 'After the area code, numbers begin with 2 to 9. Check the digits.'
}
