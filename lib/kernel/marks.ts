/** The audit log, the mask and their tests derive from these marks of IDs and of values that identify a patient. */
import { z } from 'zod'
import { MASK } from '#lib/utils/text/mask.ts'
import { isoDate, uuid } from './fields.ts'

/** `name`: masked, its initials are left. */
type Mark = 'subject' | 'name' | 'text'

const marks = z.registry<{ mark: Mark; isUser?: boolean }>()

/** Returns what a schema itself is marked as; wrappers such as `.nullish()` have no mark of their own. */
export function markOf(schema: z.core.$ZodType): Mark | null {
  return marks.get(schema)?.mark ?? null
}

export function isUserMark(schema: z.core.$ZodType): boolean {
  return marks.get(schema)?.isUser === true
}

/** Returns the same schema, marked: its values say who a patient is. */
export function personal<S extends z.ZodType>(schema: S, mark: 'name' | 'text' = 'text'): S {
  const copy = schema.clone()
  marks.add(copy, { mark })
  return copy
}

/** A calendar day that says who a patient is, in an answer: `YYYY-MM-DD`, or masked. */
export const personalDate = personal(
  z
    .string()
    .refine((day) => day === MASK || isoDate.safeParse(day).success, 'Not a real date: use YYYY-MM-DD.')
    .meta({ format: 'date' }),
)

/** Id of a patient (a user of the service), in an answer. */
export const userId = uuid.clone().register(marks, { mark: 'subject', isUser: true })

/** Id of an order, in an answer. */
export const orderId = uuid.clone().register(marks, { mark: 'subject' })

/** For all that walks through a schema: returns what `.nullish()`, `.default()`, `.catch()` or `z.preprocess` stands around; null where it is none of these. */
export function withinWrapper(schema: unknown): z.core.$ZodType | null {
  if (schema instanceof z.ZodPipe) return schema.out instanceof z.ZodTransform ? schema.in : schema.out
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return schema.unwrap()
  return schema instanceof z.ZodDefault || schema instanceof z.ZodCatch ? schema.unwrap() : null
}
