/** Records that were stored under other rules: what a save leaves as it was is no reason to refuse the rest. */
import { z } from 'zod'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import { withinWrapper } from './marks.ts'

const anyObject = z.record(z.string(), z.unknown())

interface Parsed {
  data: unknown
  issues: z.core.$ZodIssue[]
}

/** Parses what is sent; a refused value that is stored as it is sent stays. A list counts as one value. */
export function parseChanged(schema: z.core.$ZodType, sent: unknown, stored: unknown): Parsed {
  const { data, error } = z.safeParse(schema, sent)
  if (!error) return { data, issues: [] }
  const object = objectOf(schema)
  const values = anyObject.safeParse(sent).data
  const before = anyObject.safeParse(stored).data ?? {}
  // All of it is new beside nothing.
  if (object && values && Object.keys(before).length === 0) return { data: undefined, issues: error.issues }
  return object && values ? partsOf(object, values, before) : singleValue(sent, stored, error)
}

function singleValue(sent: unknown, stored: unknown, { issues }: z.core.$ZodError): Parsed {
  const isStored = sent !== undefined && asText(sent) === asText(stored)
  // The same in other signs is what is stored, not what was sent.
  return isStored ? { data: typeof stored === 'string' ? stored : sent, issues: [] } : { data: undefined, issues }
}

function partsOf(object: z.ZodObject, values: Record<string, unknown>, before: Record<string, unknown>): Parsed {
  const parts = Object.entries(object.shape).map(([name, part]): [string, Parsed] => {
    // A form sends an object of nothing for a required one that was never recorded.
    const isNone = part instanceof z.ZodObject && !before[name] && isEmpty(values[name])
    return [name, isNone ? { data: values[name], issues: [] } : parseChanged(part, values[name], before[name])]
  })
  const issues = parts.flatMap(([name, part]) =>
    part.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
  )
  const kept = parts.filter(([name]) => Object.hasOwn(values, name)).map(([name, part]) => [name, part.data])
  return { data: { ...(object.def.catchall && values), ...Object.fromEntries(kept) }, issues }
}

const isEmpty = (value: unknown) => Object.values(Object(value)).every((part) => asText(part) === '""')

/** Forms send no text for none, and none with spaces at its ends. */
const asText = (value: unknown) => JSON.stringify(typeof value === 'string' ? plainSigns(value) : (value ?? ''))

function objectOf(schema: z.core.$ZodType): z.ZodObject | null {
  const wrapped = withinWrapper(schema)
  if (wrapped) return objectOf(wrapped)
  return schema instanceof z.ZodObject ? schema : null
}
