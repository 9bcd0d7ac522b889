/** Matches text against the catalog: possible entries, or an ID. Pure. */
import { readPastedIds, uuidProblem } from '#lib/utils/ids/typed-ids.ts'

export type CatalogPickerKind = 'lab' | 'lab_test' | 'lab_account'

export interface CatalogOption {
  /** Integer as text for a lab; lowercase UUID for lab tests and accounts. */
  id: string
  name: string
  /** Detail that separates equal names: the lab, or a short ID. */
  aside?: string
}

/** Accepts typed lab IDs; lab tests and accounts have UUIDs. */
const LAB_ID = /^\D{0,20}?0*(\d{1,10})\D{0,3}$/
const LAB_ID_MAX = 2_147_483_647

export const KIND_LABELS: Readonly<Record<CatalogPickerKind, string>> = {
  lab: 'lab',
  lab_test: 'lab test',
  lab_account: 'lab account',
}

/** The one id within quotes, brackets or words; null where there is none, or where there are several. */
export function readTypedId(kind: CatalogPickerKind, text: string): string | null {
  if (kind === 'lab') {
    const digits = LAB_ID.exec(text.trim())?.[1]
    return digits !== undefined && Number(digits) <= LAB_ID_MAX ? String(Number(digits)) : null
  }
  const { ids, malformed } = readPastedIds(text)
  return ids.length === 1 && malformed.length === 0 ? (ids[0] ?? null) : null
}

/** By name or id, whatever the case; those that begin with the text come first. */
export function findOptions(options: readonly CatalogOption[], text: string): readonly CatalogOption[] {
  const wanted = text.trim().toLocaleLowerCase()
  if (wanted === '') return options
  const hits = options.filter(({ id, name }) => name.toLocaleLowerCase().includes(wanted) || id.includes(wanted))
  const isFirst = ({ id, name }: CatalogOption) => name.toLocaleLowerCase().startsWith(wanted) || id.startsWith(wanted)
  return [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))]
}

/** The id of the one option of this name, whatever its case; null where there is none, or several. */
export function namedExactly(options: readonly CatalogOption[], text: string): string | null {
  const wanted = text.trim().toLocaleLowerCase()
  const [one, other] = options.filter(({ name }) => wanted !== '' && name.toLocaleLowerCase() === wanted)
  return one && !other ? one.id : null
}

/** Why a text is neither a name nor an id, in a sentence. */
export function typedProblem(kind: CatalogPickerKind, text: string): string {
  const noun = KIND_LABELS[kind]
  const word = text.trim()
  if (kind === 'lab') {
    if (/^\d+$/.test(word)) return `Lab IDs are whole numbers up to ${LAB_ID_MAX}.`
    return 'No lab has this name. Choose one from the list, or enter a lab number.'
  }
  const { ids, malformed } = readPastedIds(word)
  if (ids.length > 1) return `You pasted ${ids.length} IDs. Paste one.`
  const looksLikeId = malformed.length === 1 && malformed[0] !== undefined && /^[0-9a-f-]{12,}$/i.test(malformed[0])
  if (looksLikeId && malformed[0]) return `This isn’t a valid ${noun} ID: ${uuidProblem(malformed[0])}`
  return `No ${noun} has this name. Choose one from the list, or paste a ${noun} ID.`
}
