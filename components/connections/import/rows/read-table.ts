/** Any file a person may choose, as a table or as the reason why not. */
import { decode } from './decode.ts'
import { readCsv } from './read-csv.ts'
import { readJson } from './read-json.ts'
import type { Read, Table } from './table.ts'

export function readTable(bytes: Uint8Array): Read<Table> {
  const text = decode(bytes)
  if (!text.ok) return text
  // What it holds decides, not what it is called.
  return /^\s*[[{]/.test(text.value) ? readJson(text.value) : readCsv(text.value)
}
