/** Which IDs in the log a part of an ID stands for, in the database: by the index of their parts. */
import { and, desc, eq, inArray, like, or, type SQL, sql } from 'drizzle-orm'
import type { IdMatches } from '#lib/domains/audit/audit.ts'
import { MAX_ID_MATCHES } from '#lib/domains/audit/audit.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { AuditReach, SubjectPart } from './store.ts'
import { idMatchesOf, NO_ENVIRONMENT } from './subject-parts.ts'
import { auditSubjects } from './tables.ts'

const { subject } = auditSubjects
const DIGITS = sql`replace(${subject}, '-', '')`

/** Returns the IDs of the log with such a part; those that begin or end with it first, then in their order. */
export async function subjectsWithPart(
  db: Database,
  { part, environment, reach, most = MAX_ID_MATCHES }: SubjectPart,
): Promise<IdMatches> {
  const isInner = part.kind === 'inner'
  const holds = like(DIGITS, isInner ? `%${part.digits}%` : `${part.start}%${part.end}`)
  const atEnd = isInner ? or(like(DIGITS, `${part.digits}%`), like(DIGITS, `%${part.digits}`)) : holds
  const within = environment === undefined ? undefined : eq(auditSubjects.environment, environment)
  const rows = await db
    .select({ subject })
    .from(auditSubjects)
    .where(and(holds, within, seen(reach)))
    .groupBy(subject)
    .orderBy(desc(sql`${atEnd}`), subject)
    .limit(most + 1)
  return idMatchesOf(
    rows.map((row) => row.subject),
    most,
  )
}

function seen(reach: AuditReach | null): SQL | undefined {
  if (reach === null) return undefined
  const isPersonal = and(eq(auditSubjects.environment, NO_ENVIRONMENT), inArray(subject, [...reach.people]))
  return or(inArray(auditSubjects.environment, [...reach.environments]), isPersonal)
}
