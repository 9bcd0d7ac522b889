/** One search, counted. */
import { z } from 'zod'

/** `missing` is why there is no number, in words for people, and null where there is one. */
export const counted = z.object({ count: z.int().min(0).nullable(), missing: z.string().nullable() })
export type Counted = z.infer<typeof counted>
