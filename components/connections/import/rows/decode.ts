/** Bytes of a file as text: UTF-8, or UTF-16 that says so; anything else is named for what it is. */
import { type FileProblem, MAX_FILE_BYTES, problem, type Read } from './table.ts'

const MEGABYTE = 1024 * 1024

/** Before a byte is read. */
export function sizeProblem(size: number): FileProblem | null {
  if (size === 0) return problem('The file is empty', 'It has no content at all. Choose another file.').problem
  if (size <= MAX_FILE_BYTES) return null
  return problem(
    'The file is too large',
    `It has ${Math.ceil(size / MEGABYTE)} MB; up to ${MAX_FILE_BYTES / MEGABYTE} MB can be read. Split it and import the parts one after the other.`,
  ).problem
}

const startsWith = (bytes: Uint8Array, ...start: number[]) => start.every((byte, at) => bytes[at] === byte)

/** Files that people choose by mistake, by their first bytes. */
const OTHERS: readonly { start: number[]; title: string; detail: string }[] = [
  {
    start: [0x50, 0x4b, 0x03, 0x04],
    title: 'This is a spreadsheet or a ZIP archive',
    detail: 'Open it and save the sheet as “CSV UTF-8”, then choose that file.',
  },
  {
    start: [0xd0, 0xcf, 0x11, 0xe0],
    title: 'This is an old Excel file',
    detail: 'Open it and save the sheet as “CSV UTF-8”, then choose that file.',
  },
  { start: [0x1f, 0x8b], title: 'This file is compressed', detail: 'Unpack it first, then choose the file inside.' },
  { start: [0x25, 0x50, 0x44, 0x46], title: 'This is a PDF', detail: 'Export the data as CSV or JSON instead.' },
]

export function decode(bytes: Uint8Array): Read<string> {
  const other = OTHERS.find(({ start }) => startsWith(bytes, ...start))
  if (other) return problem(other.title, other.detail)
  if (startsWith(bytes, 0xff, 0xfe)) return decodeAs('utf-16le', bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return decodeAs('utf-16be', bytes)
  return decodeAs('utf-8', bytes)
}

function decodeAs(encoding: 'utf-8' | 'utf-16le' | 'utf-16be', bytes: Uint8Array): Read<string> {
  try {
    const value = new TextDecoder(encoding, { fatal: true }).decode(bytes)
    if (value.includes('\u0000'))
      return problem(
        'This is not a text file',
        'It holds bytes that no text has. Choose a CSV, TSV or JSON file; a CSV in UTF-16 needs its byte order mark.',
      )
    if (value.trim() === '')
      return problem('The file is empty', 'It holds nothing but white space. Choose another file.')
    return { ok: true, value }
  } catch {
    return problem(
      'The text is not UTF-8',
      `${wrongLine(bytes)} holds a character in another encoding. In Excel save as “CSV UTF-8”; in an editor save with the encoding UTF-8.`,
    )
  }
}

/** The first line that is no UTF-8, found by decoding pieces that end with a line. */
function wrongLine(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let start = 0
  for (let line = 1; start < bytes.length; line += 1) {
    const found = bytes.indexOf(0x0a, start)
    const end = found === -1 ? bytes.length : found + 1
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return `Line ${line}`
    }
    start = end
  }
  return 'It'
}
