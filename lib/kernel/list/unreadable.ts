/** Lists whose items are read one by one, so that a malformed one hides no other: what can't be read is named instead. */
import { z } from 'zod'

const unreadable = z.object({
  /** Its place in the list as it was sent, from 0. */
  at: z.int(),
  /** Null where it has none that can be shown. */
  id: z.string().nullable(),
  /** The first field that is not as it should be. */
  field: z.string(),
})
export type Unreadable = z.infer<typeof unreadable>

const answer = z.looseObject({ unreadable: z.array(unreadable) })
const LONGEST_ID = 64

/** Returns the items of an answer that `readEach` left out. */
export function unreadableIn(data: unknown): readonly Unreadable[] {
  return answer.safeParse(data).data?.unreadable ?? []
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
  const { id, user_id } = z.looseObject({}).safeParse(item).data ?? {}
  const own = id ?? user_id
  return (typeof own === 'string' || typeof own === 'number') && String(own).length <= LONGEST_ID ? String(own) : null
}
