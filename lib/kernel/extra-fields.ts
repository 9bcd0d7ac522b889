/** Field of a response beyond its schema: later versions pass through and are shown as sent. */
import { z } from 'zod'
import { withinWrapper } from './marks.ts'

export interface ExtraField {
  /** `details.data.appointment_id`. */
  path: string
  value: unknown
}

/** Every field that a loose schema let through, at any depth, in the order in which it was sent. */
export function extraFields(schema: unknown, value: unknown, path = ''): ExtraField[] {
  const wrapped = withinWrapper(schema)
  if (wrapped) return extraFields(wrapped, value, path)
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item: unknown, index) => extraFields(schema.element, item, below(index)))
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return []
  const shape: Readonly<Record<string, unknown>> = schema.shape
  return Object.entries(value).flatMap(([key, field]: [string, unknown]) =>
    Object.hasOwn(shape, key) ? extraFields(shape[key], field, below(key)) : [{ path: below(key), value: field }],
  )
}

const asRecord = (value: unknown) => z.record(z.string(), z.unknown()).safeParse(value).data ?? {}

/** Keeps unnamed fields only as they stand on record: a service that knows more loses nothing, and gets nothing new. */
export function declaredFields(schema: unknown, value: unknown, recorded: unknown): unknown {
  const wrapped = withinWrapper(schema)
  if (wrapped) return declaredFields(wrapped, value, recorded)
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => declaredFields(schema.element, item, undefined))
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return value
  const shape: Readonly<Record<string, unknown>> = schema.shape
  const before = asRecord(recorded)
  const stands = (key: string, field: unknown) =>
    Object.hasOwn(before, key) && JSON.stringify(before[key]) === JSON.stringify(field)
  const kept = Object.entries(value).flatMap(([key, field]: [string, unknown]) => {
    if (Object.hasOwn(shape, key)) return [[key, declaredFields(shape[key], field, before[key])]]
    return stands(key, field) ? [[key, field]] : []
  })
  return Object.fromEntries(kept)
}
