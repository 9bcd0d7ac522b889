/** The schema that every table of the console's back end is in. */
import { pgSchema } from 'drizzle-orm/pg-core'

export const consoleSchema = pgSchema('console')
