/** Records that were stored under other rules: what a save leaves as it was is no reason to refuse the rest. */
import { z } from 'zod'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

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
  if (!object || !values) {
    const isStored = sent !== undefined && asText(sent) === asText(stored)
    return isStored ? { data: sent, issues: [] } : { data: undefined, issues: error.issues }
  }
  const before = anyObject.safeParse(stored).data ?? {}
  const parts = Object.entries(object.shape).map(([name, part]): [string, Parsed] => [
    name,
    parseChanged(part, values[name], before[name]),
  ])
  const issues = parts.flatMap(([name, part]) =>
    part.issues.map((issue) => ({ ...issue, path: [name, ...issue.path] })),
  )
  const kept = parts.filter(([name]) => Object.hasOwn(values, name)).map(([name, part]) => [name, part.data])
  return { data: { ...(object.def.catchall && values), ...Object.fromEntries(kept) }, issues }
}

/** Forms send no text for none, and none with spaces at its ends. */
const asText = (value: unknown) => JSON.stringify(typeof value === 'string' ? plainSigns(value) : (value ?? ''))

function objectOf(schema: z.core.$ZodType): z.ZodObject | null {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return objectOf(schema.unwrap())
  return schema instanceof z.ZodObject ? schema : null
}
