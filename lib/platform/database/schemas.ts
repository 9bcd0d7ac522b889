/** The schemas of the database; drizzle-kit compares what is exported here with the migrations. */
import { pgSchema } from 'drizzle-orm/pg-core'

/** The data of the embedded service. */
export const serviceSchema = pgSchema('service')

/** What the console itself keeps: the audit log, bookings, views, the user directory. */
export const consoleSchema = pgSchema('console')

/** Staff, their sessions and sign-ins. */
export const authSchema = pgSchema('auth')
