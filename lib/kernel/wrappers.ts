/** Schemas around schemas, which everything that walks through a schema takes off in the same way. */
import { z } from 'zod'

/** Returns what `.nullish()`, `.default()`, `.catch()` or `z.preprocess` stands around; null where it is none of these. */
export function withinWrapper(schema: unknown): z.core.$ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodTransform ? schema.in : schema.out
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap()
  return schema instanceof z.ZodDefault || schema instanceof z.ZodCatch ? schema.unwrap() : null
}
