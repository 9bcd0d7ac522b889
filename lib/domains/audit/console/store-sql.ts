/** The audit log, in the database: rows that come together are added together, and read by their ids, backwards. */
import {
  and,
  arrayOverlaps,
  desc,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  ne,
  notExists,
  notInArray,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { alias, type PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import {
  type AuditSearch,
  auditEntry,
  type IdMatches,
  MAX_ID_MATCHES,
  VIEW_GROUPS,
  type ViewGroup,
  type ViewSearch,
  viewGroup,
} from '#lib/domains/audit/audit.ts'
import { REPORTED_ACTIONS } from '#lib/domains/audit/report-action.ts'
import { VIEWS } from '#lib/domains/audit/views.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { countedWork, outOfShare } from '#lib/platform/database/fair-share.ts'
import { preparedWithJson } from '#lib/platform/database/insert-many.ts'
import { batched } from '#lib/utils/data/batch.ts'
import { auditDates } from './audit.ts'
import { postgresReview } from './review-sql.ts'
import type { AuditReach, AuditStore, NewAuditEntry, SubjectPart } from './store.ts'
import { askedIds, idMatchesOf, NO_ENVIRONMENT } from './subject-parts.ts'
import { audit, auditProgress, auditSubjects, RECORD_KEPT } from './tables.ts'

const BATCH = 200
const shownSubjects = z.object({ rows: z.array(z.object({ one: z.string() })) })
const { id, hash: _hash, completes, ...SHARED } = getTableColumns(audit)
const WRITTEN = { ...SHARED, completes }
const READ = { id, ...SHARED }
const ended = alias(audit, 'ended')

/** Both drivers answer `{ rows }`; one sends a bigint as a number, the other as text. */
const insertedIds = z.object({ rows: z.array(z.object({ id: z.coerce.number().int() })) })

/** Inserts entries in batches; each is durable when `appendAudit` returns. */
export function postgresAudit(db: Database): AuditStore {
  const insert = inserting(db)
  // A batch holds entries of several people, so it runs outside any person's share of the database.
  const add = batched((entries: NewAuditEntry[]) => outOfShare(() => insert(entries)), BATCH)

  return {
    async appendAudit(entry) {
      const { completes: _, ...kept } = entry
      return { ...kept, id: await add(entry), at: new Date(entry.at).toISOString() }
    },

    async searchAudit({ subject, ...search }, reach, maxSubjects) {
      const { environment } = search
      const { ids, id_matches } = await askedIds(subject, (part) => subjectsWithPart(db, { part, environment, reach }))
      if (id_matches?.is_cut) return { entries: [], next: null, more_subjects: {}, id_matches }
      const rows = await db
        .select({ ...READ, ...subjectsShown(maxSubjects, ids) })
        .from(audit)
        .where(and(...conditions(search), about(ids), seen(reach), isWhole(db)))
        .orderBy(desc(audit.id))
        .limit(search.limit + 1)
      const page = rows.slice(0, search.limit)
      // Entries of lists have hundreds of subjects each.
      const entries = countedWork(() => page.map(entryOf))
      const next = rows.length > search.limit ? (entries.at(-1)?.id ?? null) : null
      const more = page.filter(({ more_subjects }) => more_subjects > 0)
      const more_subjects = Object.fromEntries(more.map((row) => [row.id, row.more_subjects]))
      return { entries, next, more_subjects, id_matches }
    },

    async countAudit({ subject, ...search }, reach) {
      const { environment } = search
      const { ids } = await askedIds(subject, (part) => subjectsWithPart(db, { part, environment, reach }))
      const [row] = await db
        .select({ count: sql<number>`count(*)::int` })
        .from(audit)
        .where(and(...conditions(search), about(ids), seen(reach), isWhole(db)))
      return row?.count ?? 0
    },

    findSubjects: (asked) => subjectsWithPart(db, asked),

    async subjectsShown({ actor_id, environment, since }, subjects) {
      if (subjects.length === 0) return []
      const asked = sql`${sql.param([...subjects])}::text[]`
      const shown: unknown = await db.execute(sql`
        select distinct one from ${audit}, unnest(${audit.subjects}) as one
        where ${and(eq(audit.actor_id, actor_id), eq(audit.environment, environment), gte(audit.at, since))}
          and ${audit.outcome} = 'done' and ${notInArray(audit.action, [...REPORTED_ACTIONS])}
          and ${audit.subjects} && ${asked} and one = any(${asked})`)
      return shownSubjects.parse(shown).rows.map(({ one }) => one)
    },

    indexSubjects: () => indexSubjects(db),

    countViews: (search, reach) => countViews(db, search, reach),

    ...postgresReview(db),
  }
}

/** Cut where they lie: to send and to read hundreds of subjects of each entry is what a page would cost. */
function subjectsShown(maxSubjects: number | undefined, ids: readonly string[] | null) {
  const { subjects } = audit
  if (maxSubjects === undefined)
    return { subjects, user_count: sql<number | null>`${audit.user_count}`, more_subjects: sql<number>`0` }
  const first = ids?.filter(storable) ?? []
  const sorted =
    first.length === 0
      ? subjects
      : sql`array(select one from unnest(${subjects}) with ordinality as each (one, place) order by one in ${first} desc, place)`
  const isCut = sql`cardinality(${subjects}) > ${maxSubjects}`
  return {
    subjects: sql<string[]>`case when ${isCut} then (${sorted})[1:${maxSubjects}] else ${subjects} end`,
    // The one that was searched for stands before the users then, whatever it is.
    user_count:
      first.length === 0
        ? sql<
            number | null
          >`case when ${isCut} and ${audit.user_count} > ${maxSubjects} then ${maxSubjects}::int else ${audit.user_count} end`
        : sql<number | null>`case when ${isCut} then null else ${audit.user_count} end`,
    more_subjects: sql<number>`greatest(cardinality(${subjects}) - ${maxSubjects}, 0)`,
  }
}

type Row = Omit<typeof audit.$inferSelect, 'hash' | 'completes'>

function entryOf({ at, calls, network, actor_name, user_count, details, ...row }: Row) {
  return auditEntry.parse({
    ...row,
    at: at.toISOString(),
    calls: calls ?? undefined,
    network: network ?? undefined,
    actor_name: actor_name ?? undefined,
    user_count: user_count ?? undefined,
    details: details ?? undefined,
  })
}

/** Every entry about the subject is looked at, by the index of subjects; grouped where it lies. */
async function countViews(
  db: Database,
  { subject, time_zone, from, to }: ViewSearch,
  reach: AuditReach | null,
): Promise<{ groups: ViewGroup[]; is_cut: boolean }> {
  const day = sql<string>`to_char(${audit.at} at time zone ${time_zone}, 'YYYY-MM-DD')`.as('day')
  const isView = sql`${audit.outcome} = 'done' and ${inArray(audit.action, [...VIEWS])}`
  const counted = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const rows = await db
    .select({
      day,
      actor_id: audit.actor_id,
      actor_email: audit.actor_email,
      role: audit.role,
      environment: audit.environment,
      listed: counted(sql`${isView} and ${audit.listed}`),
      opened: counted(sql`${isView} and not ${audit.listed}`),
      masked: counted(sql`${isView} and ${audit.masked}`),
      other: counted(sql`not (${isView})`),
      last_at: sql<string>`to_char(max(${audit.at}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    })
    .from(audit)
    .where(and(...conditions({ from, to }), about([subject]), seen(reach), isWhole(db)))
    .groupBy(sql`day`, audit.actor_id, audit.actor_email, audit.role, audit.environment)
    .orderBy(sql`day desc`, sql`max(${audit.id}) desc`)
    .limit(VIEW_GROUPS + 1)
  return { groups: rows.slice(0, VIEW_GROUPS).map((row) => viewGroup.parse(row)), is_cut: rows.length > VIEW_GROUPS }
}

function seen(reach: AuditReach | null): SQL | undefined {
  if (reach === null) return undefined
  const people = [...reach.people]
  const isAboutOne = people.length > 0 ? arrayOverlaps(audit.subjects, people) : undefined
  const isPersonal = and(isNull(audit.environment), or(inArray(audit.actor_id, people), isAboutOne))
  return or(inArray(audit.environment, [...reach.environments]), isPersonal)
}

/** An announcement is left out once its end is there, and so is what a trigger adds for `verifyChain` alone. */
function isWhole(db: Database): SQL | undefined {
  return and(ne(audit.action, RECORD_KEPT), or(ne(audit.outcome, 'started'), notExists(endOf(db))))
}

function endOf(db: Database) {
  return db.select({ one: sql`1` }).from(ended).where(eq(ended.completes, audit.id))
}

/** One parameter however many rows there are: parameters row by row would be the cost. Ids in the order of the rows. */
function inserting(db: Database): (entries: readonly NewAuditEntry[]) => Promise<number[]> {
  const columns = Object.values<PgColumn>(WRITTEN)
  const names = list(columns.map(({ name }) => sql`${sql.identifier(name)}`))
  const types = list(columns.map((column) => sql`${sql.identifier(column.name)} ${sql.raw(column.getSQLType())}`))
  const insert = preparedWithJson(
    db,
    'add_audit',
    (entries) => sql`insert into ${audit} (${names})
        select ${names} from json_to_recordset(${entries}) as entry (${types})
        returning ${sql.identifier('id')}`,
  )
  return async (entries) => insertedIds.parse(await insert(JSON.stringify(entries))).rows.map(({ id }) => id)
}

function list(parts: SQL[]): SQL {
  return sql.join(parts, sql`, `)
}

type Conditions = Omit<AuditSearch, 'limit' | 'subject'>

function conditions(search: Conditions): (SQL | undefined)[] {
  const { from, to } = auditDates(search)
  return [
    search.before === undefined ? undefined : lt(audit.id, search.before),
    from ? gte(audit.at, from) : undefined,
    to ? lte(audit.at, to) : undefined,
    search.actor_id === undefined ? undefined : is(audit.actor_id, search.actor_id),
    search.environment === undefined ? undefined : is(audit.environment, search.environment),
    inList(audit.action, search.action),
    inList(audit.outcome, search.outcome),
  ]
}

/** PostgreSQL texts cannot hold a NUL: nothing equals a text that does. */
function storable(value: string) {
  return !value.includes('\0')
}

function is(column: PgColumn, value: string): SQL {
  return storable(value) ? eq(column, value) : sql`false`
}

/** Null for everybody. */
function about(ids: readonly string[] | null): SQL | undefined {
  if (ids === null) return undefined
  const wanted = ids.filter(storable)
  return wanted.length > 0 ? arrayOverlaps(audit.subjects, wanted) : sql`false`
}

function inList(column: PgColumn, wanted: readonly string[] | undefined): SQL | undefined {
  return wanted?.length ? inArray(column, wanted.filter(storable)) : undefined
}

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
async function subjectsWithPart(
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
  const wanted = sql`${holds} and ${within} and ${seenSubjects(reach)}`
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

function seenSubjects(reach: AuditReach | null): SQL {
  if (reach === null) return sql`true`
  const [environments, people] = [texts(reach.environments), texts(reach.people)]
  return sql`(environment = any(${environments}) or environment = ${NO_ENVIRONMENT} and subject = any(${people}))`
}

function texts(values: readonly string[]): SQL {
  const items = values.map((value) => sql`${value}`)
  return sql`array[${sql.join(items, sql`, `)}]::text[]`
}

/** Several instances may do so at the same time. */
async function indexSubjects(db: Database): Promise<boolean> {
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
