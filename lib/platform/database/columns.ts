/** Kinds of columns that the tables share. */
import { customType, integer, timestamp } from 'drizzle-orm/pg-core'

/** Text in code-point order, so that every store sorts alike whatever the cluster's locale. */
export const codePoints = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/** To the millisecond, as JavaScript knows instants. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })

/** Stores the nanoseconds within the millisecond that `instant` drops. */
export const nanos = (name: string) => integer(name).notNull().default(0)

/** Raw bytes. */
export const bytes = customType<{ data: Uint8Array }>({ dataType: () => 'bytea' })
