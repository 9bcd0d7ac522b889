/** Field of a response beyond its schema: later versions pass through and are shown as sent. */
import { z } from 'zod'

export interface ExtraField {
  /** `details.data.appointment_id`. */
  path: string
  value: unknown
}

/** Every field that a loose schema let through, at any depth, in the order in which it was sent. */
export function extraFields(schema: unknown, value: unknown, path = ''): ExtraField[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return extraFields(schema.unwrap(), value, path)
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
