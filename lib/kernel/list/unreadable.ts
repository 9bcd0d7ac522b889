/** Lists whose items are read one by one, so that a malformed one hides no other: what can't be read is named instead. */
import { z } from 'zod'

export const unreadable = z.object({
  /** Its place in the list as it was sent, from 0. */
  at: z.int(),
  /** Null where it has none that can be shown. */
  id: z.string().nullable(),
  /** The first field that is not as it should be. */
  field: z.string(),
  /** Texts of an item that was to be read in parts, by their paths. */
  texts: z.record(z.string(), z.string()).optional(),
})
export type Unreadable = z.infer<typeof unreadable>

const answer = z.looseObject({ unreadable: z.array(unreadable) })
/** Any other text in the place of an ID may say who somebody is. */
const ID = /^[\w-]{1,64}$/

/** Returns the items of an answer that `readEach` left out. */
export function unreadableIn(data: unknown): readonly Unreadable[] {
  return answer.safeParse(data).data?.unreadable ?? []
}

/** How much may be wrong with an item that is read without it. */
const MOST_PARTS = 100
/** Path of a field of an item: list, place, field. */
const FIELD_DEPTH = 3

/** As `readEach`, but keeps items without the parts that don't parse, which are named; null where more is wrong. */
export function readParts(schema: z.ZodType, value: unknown): object | null {
  let rest = value
  const parts: Unreadable[] = []
  for (let tries = 0; tries < MOST_PARTS; tries++) {
    const issues = schema.safeParse(rest).error?.issues ?? []
    const smaller = issues.flatMap(({ path }) => withoutPart(schema, rest, path, issues.length) ?? [])[0]
    if (!smaller) break
    parts.push(smaller.part)
    rest = smaller.rest
  }
  const whole = schema.safeParse(rest).data
  const read = typeof whole === 'object' && whole !== null ? { ...whole, unreadable: [] } : readEach(schema, rest)
  if (!read) return null
  const left = unreadableIn(read).map((item) => ({ ...item, texts: textsIn(item.at, rest) }))
  return { ...read, unreadable: [...left, ...parts.filter(({ at }) => left.every((item) => item.at !== at))] }
}

/** Leaves out the smallest part around a place that makes less wrong; null where only the whole item would. */
function withoutPart(schema: z.ZodType, value: unknown, path: readonly PropertyKey[], wrong: number) {
  const [list, at, ...field] = path
  if (typeof list !== 'string' || typeof at !== 'number') return null
  for (let depth = path.length; depth >= FIELD_DEPTH; depth--) {
    const rest = without(value, path.slice(0, depth))
    if ((schema.safeParse(rest).error?.issues.length ?? 0) >= wrong) continue
    const items = z.looseObject({}).safeParse(value).data?.[list]
    return { rest, part: { at, id: Array.isArray(items) ? idOf(items[at]) : null, field: field.join('.') } }
  }
  return null
}

function without(value: unknown, [key, ...path]: readonly PropertyKey[]): unknown {
  if (Array.isArray(value)) {
    return path.length === 0
      ? value.filter((_, at) => at !== key)
      : value.map((each, at) => (at === key ? without(each, path) : each))
  }
  const fields = z.looseObject({}).safeParse(value).data ?? {}
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, each]) => {
      if (name !== key) return [[name, each]]
      return path.length === 0 ? [] : [[name, without(each, path)]]
    }),
  )
}

/** Returns the texts of an item and of the objects in it, by their paths. */
function textsIn(at: number, value: unknown): Record<string, string> {
  const list = Object.values(z.looseObject({}).safeParse(value).data ?? {}).find(Array.isArray)
  const fieldsOf = (of: unknown) => Object.entries(z.looseObject({}).safeParse(of).data ?? {})
  const isText = (pair: [string, unknown]): pair is [string, string] => typeof pair[1] === 'string'
  const inner = fieldsOf(list?.[at]).flatMap(([name, each]) =>
    fieldsOf(each).map(([key, text]): [string, unknown] => [`${name}.${key}`, text]),
  )
  return Object.fromEntries([...fieldsOf(list?.[at]), ...inner].filter(isText))
}

/** Returns the answer without the items of its one list that don’t parse, and which these are; null where more is wrong. */
export function readEach(schema: z.ZodType, value: unknown): object | null {
  const issues = schema.safeParse(value).error?.issues ?? []
  const [list] = issues[0]?.path ?? []
  const given = z.looseObject({}).safeParse(value).data
  const items = typeof list === 'string' ? given?.[list] : undefined
  if (typeof list !== 'string' || !given || !Array.isArray(items)) return null
  const fields = new Map<number, string>()
  for (const { path } of issues) {
    const [key, at, ...field] = path
    if (key !== list || typeof at !== 'number') return null
    if (!fields.has(at)) fields.set(at, field.join('.'))
  }
  const read = schema.safeParse({ ...given, [list]: items.filter((_, at) => !fields.has(at)) })
  if (!read.success || typeof read.data !== 'object' || read.data === null) return null
  return { ...read.data, unreadable: [...fields].map(([at, field]) => ({ at, id: idOf(items[at]), field })) }
}

function idOf(item: unknown): string | null {
  const { id, user_id, slug } = z.looseObject({}).safeParse(item).data ?? {}
  const own = id ?? user_id ?? slug
  return (typeof own === 'string' || typeof own === 'number') && ID.test(String(own)) ? String(own) : null
}
