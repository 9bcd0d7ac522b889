import { z } from 'zod'

/** `missing` is why there is no number, or why there are at least so many, in words for people; null where it is exact. */
export const counted = z.object({ count: z.int().min(0).nullable(), missing: z.string().nullable() })
export type Counted = z.infer<typeof counted>
