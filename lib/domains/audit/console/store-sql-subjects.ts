/** Which IDs in the log a part of an ID stands for, in the database: by the index of their parts, and in newer entries. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { IdMatches } from '#lib/domains/audit/audit.ts'
import { MAX_ID_MATCHES } from '#lib/domains/audit/audit.ts'
import type { Database } from '#lib/platform/database/database.ts'
import type { AuditReach, SubjectPart } from './store.ts'
import { idMatchesOf, NO_ENVIRONMENT } from './subject-parts.ts'
import { audit, auditProgress, auditSubjects } from './tables.ts'

/** Entries of one step, so that others have their turn in between: an entry may have a thousand subjects. */
const STEP = 250

const found = z.object({ rows: z.array(z.object({ subject: z.string() })) })
const step = z.object({ rows: z.array(z.object({ upto: z.coerce.number().nullable() })).length(1) })

const indexedTo = sql`coalesce((select subjects_id from ${auditProgress}), 0)`
const subjectsOf = sql`select distinct one collate "C" as subject, coalesce(environment, ${NO_ENVIRONMENT}) as environment
  from ${audit}, unnest(subjects) as one`
/** The newest entry of the next step; null where none is left. */
const nextStep = sql`select max(id) as upto from (
  select id from ${audit} where id > ${indexedTo} order by id limit ${STEP}) as step`

/** PostgreSQL merges the list by itself if the console’s role doesn’t own the index. */
const mergeNewest = sql`select gin_clean_pending_list(oid) from pg_class
  where oid = 'console.audit_about'::regclass and pg_has_role(relowner, 'usage')`

/** Returns the IDs of the log with such a part; those that begin or end with it first, then in their order. */
export async function subjectsWithPart(
  db: Database,
  { part, environment, reach, most = MAX_ID_MATCHES }: SubjectPart,
): Promise<IdMatches> {
  const isInner = part.kind === 'inner'
  const digits = sql`replace(subject, '-', '')`
  const holds = sql`${digits} like ${isInner ? `%${part.digits}%` : `${part.start}%${part.end}`}`
  const first = isInner
    ? sql`(${digits} like ${`${part.digits}%`} or ${digits} like ${`%${part.digits}`}) desc, `
    : sql``
  const within = environment === undefined ? sql`true` : sql`environment = ${environment}`
  const wanted = sql`${holds} and ${within} and ${seen(reach)}`
  const { rows } = found.parse(
    await db.execute(sql`
      select subject from (
        select subject, environment from ${auditSubjects} where ${wanted}
        union
        select subject, environment from (${subjectsOf} where id > ${indexedTo}) as newer where ${wanted}
      ) as known
      group by subject order by ${first}subject limit ${most + 1}`),
  )
  return idMatchesOf(
    rows.map(({ subject }) => subject),
    most,
  )
}

function seen(reach: AuditReach | null): SQL {
  if (reach === null) return sql`true`
  const [environments, people] = [texts(reach.environments), texts(reach.people)]
  return sql`(environment = any(${environments}) or environment = ${NO_ENVIRONMENT} and subject = any(${people}))`
}

function texts(values: readonly string[]): SQL {
  const items = values.map((value) => sql`${value}`)
  return sql`array[${sql.join(items, sql`, `)}]::text[]`
}

/** Several instances may do so at the same time. */
export async function indexSubjects(db: Database): Promise<boolean> {
  if (step.parse(await db.execute(nextStep)).rows[0]?.upto === null) return false
  const isAny = await db.transaction(async (tx) => {
    await tx.execute(sql`insert into ${auditProgress} (last_id) values (0) on conflict do nothing`)
    await tx.execute(sql`select from ${auditProgress} for update`)
    const { rows } = step.parse(await tx.execute(nextStep))
    const upto = rows[0]?.upto ?? null
    if (upto === null) return false
    await tx.execute(sql`
      insert into ${auditSubjects} (subject, environment)
      ${subjectsOf} where id > ${indexedTo} and id <= ${upto} order by 1, 2
      on conflict do nothing`)
    await tx.execute(sql`update ${auditProgress} set subjects_id = ${upto}`)
    return true
  })
  await db.execute(mergeNewest)
  return isAny
}
