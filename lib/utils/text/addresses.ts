/** Parts of US postal addresses as people write them, in the form that labs and carriers take. */
import { compactKey, plainSigns } from './typed-text.ts'

/** The states of the United States, its district, territories and armed forces, as postal addresses name them. */
export const US_STATES: readonly { value: string; label: string }[] = [
  ['AL', 'Alabama'],
  ['AK', 'Alaska'],
  ['AZ', 'Arizona'],
  ['AR', 'Arkansas'],
  ['CA', 'California'],
  ['CO', 'Colorado'],
  ['CT', 'Connecticut'],
  ['DE', 'Delaware'],
  ['DC', 'District of Columbia'],
  ['FL', 'Florida'],
  ['GA', 'Georgia'],
  ['HI', 'Hawaii'],
  ['ID', 'Idaho'],
  ['IL', 'Illinois'],
  ['IN', 'Indiana'],
  ['IA', 'Iowa'],
  ['KS', 'Kansas'],
  ['KY', 'Kentucky'],
  ['LA', 'Louisiana'],
  ['ME', 'Maine'],
  ['MD', 'Maryland'],
  ['MA', 'Massachusetts'],
  ['MI', 'Michigan'],
  ['MN', 'Minnesota'],
  ['MS', 'Mississippi'],
  ['MO', 'Missouri'],
  ['MT', 'Montana'],
  ['NE', 'Nebraska'],
  ['NV', 'Nevada'],
  ['NH', 'New Hampshire'],
  ['NJ', 'New Jersey'],
  ['NM', 'New Mexico'],
  ['NY', 'New York'],
  ['NC', 'North Carolina'],
  ['ND', 'North Dakota'],
  ['OH', 'Ohio'],
  ['OK', 'Oklahoma'],
  ['OR', 'Oregon'],
  ['PA', 'Pennsylvania'],
  ['RI', 'Rhode Island'],
  ['SC', 'South Carolina'],
  ['SD', 'South Dakota'],
  ['TN', 'Tennessee'],
  ['TX', 'Texas'],
  ['UT', 'Utah'],
  ['VT', 'Vermont'],
  ['VA', 'Virginia'],
  ['WA', 'Washington'],
  ['WV', 'West Virginia'],
  ['WI', 'Wisconsin'],
  ['WY', 'Wyoming'],
  ['AS', 'American Samoa'],
  ['GU', 'Guam'],
  ['FM', 'Federated States of Micronesia'],
  ['MH', 'Marshall Islands'],
  ['MP', 'Northern Mariana Islands'],
  ['PW', 'Palau'],
  ['PR', 'Puerto Rico'],
  ['VI', 'U.S. Virgin Islands'],
  ['AA', 'Armed Forces Americas'],
  ['AE', 'Armed Forces Europe'],
  ['AP', 'Armed Forces Pacific'],
].map(([value = '', name = '']) => ({ value, label: `${value}, ${name}` }))

/** Abbreviations beside the two letters of the Postal Service, without dots. */
const ABBREVIATIONS =
  'AL ala,AK alas,HI haw,AZ ariz,AR ark,CA calif cal,CO colo,CT conn,DE del,DC washingtondc washdc districtcolumbia,FL fla,ID ida,IL ill ills,IN ind,KS kan kans,KY ken kent,MA mass,MI mich,MN minn,MS miss,MO mo,MT mont,NE neb nebr,NV nev,NH nhamp nhampshire,NJ njersey,NM newmex nmex nmexico nuevomexico,NC ncar ncarolina nocarolina,ND ndak ndakota nodak nodakota,NY nuevayork,OK okla,OR ore oreg,PA penn penna,PR portorico estadolibreasociadodepuertorico,SC scar scarolina socarolina,SD sdak sdakota sodak sodakota,TN tenn,TX tex,VI usvi virginislands usvirginislands,VA virg,WA wash,WV wva wvirginia westva,WI wis wisc,WY wyo,MP cnmi marianas northernmarianas,FM micronesia fsm,MH rmi,AS asamoa,AP aparmedforces,AA aaarmedforces,AE aearmedforces armedforcesafrica armedforcescanada armedforcesmiddleeast'
const CODES: ReadonlyMap<string, string> = new Map([
  ...US_STATES.flatMap(({ value, label }): [string, string][] => [
    [compactKey(value), value],
    [compactKey(label.slice(value.length + 2)), value],
    [compactKey(label), value],
  ]),
  ...ABBREVIATIONS.split(',').flatMap((line): [string, string][] => {
    const [code = '', ...names] = line.split(' ')
    return names.map((name) => [name, code])
  }),
])

/** `Arizona`, `ariz.` and `az` are `AZ`; what is no state stays, in capitals if it has two letters. */
export function stateCode(text: string): string {
  const plain = plainSigns(text)
  // No name is longer, and to look for one in it would take the square of its length.
  if (plain.length > 100) return plain
  const bare = plain
    .replace(/(?<=[a-z.])[ ,]*\d{5}(?:-\d{4})?$/i, '')
    .replace(
      /^(?:[afd]po[,/ ]+(?=[a-z ]+$)|u\.?s\.?a?[-_ ](?=[a-z]{2}$|armed)|(?:state|commonwealth|territory|republic) of (?:the )?)/i,
      '',
    )
    .replace(
      /(?:,? \(?u\.?s\.?a?\.?\)?|,? united states(?: of america)?| state| and providence plantations|,? \(except canada\))$/i,
      '',
    )
    .replace(/\b(?:of )?the (?=americas|pacific)|\bof (?=americas|europe)/i, '')
    .replace(/\bis(?:\.|$)/i, 'islands')
    .replace(/^n\.? (?=mariana)/i, 'northern ')
    .replace(/^(?:dist|fed)\.? /i, (part) => (/^d/i.test(part) ? 'district ' : 'federated '))
    .replace(/^(.{3,}?)[ ,(-]+([a-z]{2})\)?$/i, '$2 $1')
  return (
    CODES.get(compactKey(plain)) ??
    CODES.get(compactKey(bare)) ??
    (/^[a-z]{2}$/i.test(plain) ? plain.toUpperCase() : plain)
  )
}

export const STATE_RULE = 'Enter the two-letter state or territory, such as AZ.'

export const isState = (code: string) => US_STATES.some(({ value }) => value === code)

/** `850041234`, `85004–1234` and `85004 1234` are `85004-1234`. */
export function zipCode(text: string): string {
  const plain = plainSigns(text)
    .replace(/\s*-\s*/g, '-')
    // City and state before it and the country behind it, as an address has them in one line.
    .replace(
      /^(?:zip(?: ?code)?[: ]+|(?:[a-z .']+,? )?[a-z]{2}[-, ]{0,2})(?=\d{4})|(?<=\d),? (?:usa?|united states)$/gi,
      '',
    )
    .replace(/^(?:\d ?){5}$/, (digits) => digits.replaceAll(' ', ''))
    // Marks and ends that spreadsheets and copied addresses leave.
    .replace(/^(?:=?["“(]|')|[-,.;)"”]$|(?<=^\d+)\.0+$/g, '')
  return plain.replace(/^(\d{5})[ _/-]?(\d{4})$/, '$1-$2')
}

export function zipProblem(text: unknown): string {
  const zip = String(text)
  if (/^\d[.,]?\d*e\+\d+$/i.test(zip)) return 'A spreadsheet shortened this ZIP code. Enter its 5 digits.'
  const odd = [...zip].find((sign) => !/[\d -]/.test(sign))
  if (odd !== undefined) return `“${odd}” can’t be part of a ZIP code. Enter 5 digits, or ZIP+4.`
  const digits = zip.replace(/\D/g, '').length
  if (digits === 0) return 'Enter 5 digits, or ZIP+4.'
  const lost = digits === 4 || digits === 8 ? ': a spreadsheet may have dropped the first 0' : ''
  return `Enter 5 digits, or ZIP+4. This has ${digits}${lost}.`
}

/** `Ann <mailto:ann@x.test>;` is `ann@x.test`. */
export function emailAddress(text: string): string {
  // No address is longer, and to look for one in it would take the square of its length.
  if (text.length > 1_000) return text
  const plain = plainSigns(text)
  const [, inside] = /[<(]\s*([^<>()\s]+@[^<>()\s]+)\s*[>)][\s;,.]*$/.exec(plain) ?? []
  return (inside ?? plain)
    .replace(/^mailto:.*/i, (link) => link.replace(/%40/g, '@').replace(/%2b/gi, '+'))
    .replace(/^(?:mailto|smtp|to|e-?mail(?: address)?)\s*:\s*/i, '')
    .replace(/\?.*$|(?<=\S)(?: \([^()]*\))+$/, '')
    .replace(/^[\s"“”„«'(<[]+|[\s"“”»')>\],;.]+$/g, '')
}

/** Says which sign an email address can't have, where it is one. */
export function emailProblem(text: unknown): string {
  const email = String(text)
  const odd = [...email].find((sign) => /[^!-~]|[\s,;:()<>[\]"\\]/u.test(sign))
  if (!email.includes('@')) return 'Enter an email address.'
  if (/@.*@/.test(email) && odd === undefined) return 'Enter one email address: this has more than one @.'
  if (odd === undefined) return 'Enter a complete address, like name@example.com.'
  return odd === ' ' ? 'Enter an email address without spaces.' : `“${odd}” can’t be part of an email address.`
}
