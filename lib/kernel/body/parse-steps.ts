/** Parses by a schema and writes JSON in short steps, so that ten thousand entries do not hold up everybody else. */
import { z } from 'zod'
import { MAX_ISSUES } from '#lib/kernel/error-body.ts'
import { joined } from '#lib/utils/text/bytes.ts'
import { createBreath } from '#lib/utils/timers/delay.ts'

/** Entries a step. */
const STEP = 100

type Parsed =
  | { data: Record<string, unknown>; error: undefined }
  | { data: undefined; error: Pick<z.ZodError, 'issues'> }

/** Answers what `safeParse` would, issues of long lists last, and no more than are told. */
export async function parseInSteps(schema: z.ZodObject, value: unknown): Promise<Parsed> {
  const lists = isSplittable(schema) && isRecord(value) ? longLists(schema, value) : []
  if (!isRecord(value) || lists.length === 0) return asParsed(schema.safeParse(value))
  const breathe = createBreath()
  const rest = schema.safeParse({ ...value, ...Object.fromEntries(lists.map(({ key }) => [key, []])) })
  const issues = [...(rest.error?.issues ?? [])]
  const data: Record<string, unknown> = { ...rest.data }
  for (const { key, element, entries } of lists) {
    const entry = z.array(element)
    const all: unknown[] = []
    for (let from = 0; from < entries.length; from += STEP) {
      const { data, error } = entry.safeParse(entries.slice(from, from + STEP))
      if (error) {
        issues.push(...error.issues.map((one) => ({ ...one, path: [key, ...moved(one.path, from)] })))
        if (issues.length >= MAX_ISSUES) break
      }
      all.push(...(data ?? []))
      await breathe()
    }
    data[key] = all
  }
  return issues.length > 0 ? { data: undefined, error: { issues } } : { data, error: undefined }
}

/** Writes what was read from JSON as JSON again: as text, or in UTF-8 where long lists make it a large one. */
export async function writeInSteps(value: unknown): Promise<string | Uint8Array<ArrayBuffer>> {
  const isLong = (held: unknown) => Array.isArray(held) && held.length > STEP
  if (!isRecord(value) || !Object.values(value).some(isLong)) return JSON.stringify(value)
  const breathe = createBreath()
  const encoder = new TextEncoder()
  const parts: Uint8Array[] = []
  const write = (text: string) => void parts.push(encoder.encode(text))
  for (const [at, [key, held]] of Object.entries(value).entries()) {
    write(`${at === 0 ? '{' : ','}${JSON.stringify(key)}:`)
    if (!Array.isArray(held) || !isLong(held)) {
      write(JSON.stringify(held))
      continue
    }
    for (let from = 0; from < held.length; from += STEP) {
      write(`${from === 0 ? '[' : ','}${JSON.stringify(held.slice(from, from + STEP)).slice(1, -1)}`)
      await breathe()
    }
    write(']')
  }
  write('}')
  return joined(
    parts,
    parts.reduce((bytes, { length }) => bytes + length, 0),
  )
}

function asParsed({ data, error }: z.ZodSafeParseResult<Record<string, unknown>>): Parsed {
  return error ? { data: undefined, error } : { data, error: undefined }
}

interface LongList {
  key: string
  element: z.core.$ZodType
  entries: readonly unknown[]
}

/** The fields that can be read entry by entry: nothing is asked of such a list as a whole. */
function longLists(schema: z.ZodObject, value: Record<string, unknown>): LongList[] {
  return Object.entries(schema.shape).flatMap(([key, field]) => {
    const entries = Object.hasOwn(value, key) ? value[key] : undefined
    if (!(field instanceof z.ZodArray) || !isSplittable(field)) return []
    return Array.isArray(entries) && entries.length > STEP ? [{ key, element: field.element, entries }] : []
  })
}

function isSplittable(schema: z.ZodType): boolean {
  return (schema.def.checks ?? []).length === 0
}

function moved([at, ...rest]: PropertyKey[], by: number): PropertyKey[] {
  return at === undefined ? [] : [Number(at) + by, ...rest]
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
