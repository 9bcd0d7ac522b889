/**
 * The chain of hashes over the audit log. A trigger gives each entry the SHA-256 of the hash before it and of everything
 * else in the entry, so an entry that was changed, removed or put in between breaks the chain. Entries of the log's own hold
 * the hashes of booking changes, acknowledgments, callbacks and notes. Whoever owns the database
 * could still make a new chain, or cut off its end: only a head that was noted elsewhere, such as in the log, shows that.
 */
import { createHash } from 'node:crypto'
import { and, desc, eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#lib/platform/database/database.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { audit, RECORD_KEPT } from './tables.ts'

export interface ChainHead {
  id: number
  /** 64 hexadecimal digits. */
  hash: string
}

export interface ChainReport {
  entries: number
  /** The newest entry; null where there is none. */
  head: ChainHead | null
  /** Every entry whose hash doesn't follow from the one before it. */
  broken_at: number[]
  /** Entries that were written minutes before the one that precedes them, by the clock of the server. */
  back_in_time: number[]
  /** Rows of the append-only tables that differ from what their entry says, were removed, or have none. */
  changed_records: string[]
  /** Whether the expected head is in the chain; null where none was given. */
  head_found: boolean | null
}

const PAGE = 5_000
/** Milliseconds that two instances' clocks, or the ends of two calls, may be apart. */
const CLOCKS_APART = 5 * MINUTE
// Forged ids may be larger than any number that JavaScript counts exactly.
const head = z.object({ id: z.coerce.number(), hash: z.string() })
const page = z.object({ rows: z.array(head.extend({ record: z.string(), written: z.coerce.number() })) })
const heads = z.object({ rows: z.array(head).max(1) })
const names = z.object({ rows: z.array(z.object({ name: z.string() })) })
const guards = z.object({ rows: z.array(z.object({ name: z.string(), made: z.string() })) })

export async function readChainHead(db: Database): Promise<ChainHead | null> {
  const result = heads.parse(
    await db.execute(sql`select id, encode(hash, 'hex') as hash from console.audit order by id desc limit 1`),
  )
  return result.rows[0] ?? null
}

/** Returns when the newest entry was made by its own clock, or that of an action that was done; null for none. */
export async function newestEntryAt(db: Database, action?: string): Promise<Date | null> {
  const wanted = action === undefined ? undefined : and(eq(audit.action, action), eq(audit.outcome, 'done'))
  const [newest] = await db.select({ at: audit.at }).from(audit).where(wanted).orderBy(desc(audit.id)).limit(1)
  return newest?.at ?? null
}

/** Works out every hash of the log again, from the oldest entry to the newest; `expected` is a head noted before. */
export function verifyChain(db: Database, expected: ChainHead | null = null): Promise<ChainReport> {
  return db.transaction(
    async (tx) => {
      // The record of an entry has its instants in the zone of the session.
      await tx.execute(sql`set local timezone = 'UTC'`)
      let report: ChainReport = {
        entries: 0,
        head: null,
        broken_at: [],
        back_in_time: [],
        changed_records: [],
        head_found: expected ? false : null,
      }
      let written = Number.NEGATIVE_INFINITY
      let read = PAGE
      while (read === PAGE) {
        const { rows } = page.parse(await tx.execute(nextPage(report.head?.id ?? null)))
        read = rows.length
        report = continueChain(report, rows, { expected, written })
        written = rows.at(-1)?.written ?? written
      }
      const { rows: changed } = names.parse(await tx.execute(changedRecords))
      return { ...report, changed_records: changed.map(({ name }) => name) }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Returns the triggers and functions of the console's schema by name: what keeps the tables append-only, and chains them. */
export async function readGuards(db: Database): Promise<Map<string, string>> {
  const { rows } = guards.parse(
    await db.execute(sql`
      select 'trigger ' || tgname || ' on ' || relname as name,
        concat_ws(' ', tgtype, tgenabled, proname, encode(tgargs, 'hex'), tgqual) as made
      from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
      where relnamespace = 'console'::regnamespace and not tgisinternal
      union all
      select 'function ' || proname, concat_ws(' ', lanname, prosecdef, proconfig::text, prosrc)
      from pg_proc join pg_language on pg_language.oid = prolang where pronamespace = 'console'::regnamespace`),
  )
  return new Map(rows.map(({ name, made }) => [name, made]))
}

type Row = z.output<typeof page>['rows'][number]

/** Goes on with a report by one page; after an entry that doesn't follow, from what that entry says of itself. */
function continueChain(
  report: ChainReport,
  rows: readonly Row[],
  { expected, written: before }: { expected: ChainHead | null; written: number },
): ChainReport {
  let { entries, head, head_found } = report
  const [broken_at, back_in_time] = [[...report.broken_at], [...report.back_in_time]]
  let last = before
  for (const { id, hash, record, written } of rows) {
    if (hash !== hashOf(head?.hash ?? '', record)) broken_at.push(id)
    if (written < last - CLOCKS_APART) back_in_time.push(id)
    last = written
    head = { id, hash }
    entries += 1
    if (expected?.id === id) head_found = expected.hash === hash
  }
  return { ...report, entries, head, broken_at, back_in_time, head_found }
}

const ofTable = (name: string, key: 'id' | 'seq') =>
  sql`select ${name} as table_name, ${sql.identifier(key)} as row_id,
    encode(sha256(convert_to(jsonb_strip_nulls(to_jsonb(one))::text, 'UTF8')), 'hex') as hash
    from console.${sql.identifier(name)} as one`

/** Each row has one entry with its hash, and each such entry its row. */
const changedRecords = sql`
  with kept as (
    select details ->> 'table' as table_name, (details ->> 'row')::bigint as row_id, details ->> 'sha256' as hash
    from console.audit where action = ${RECORD_KEPT}
  ), found as (
    ${ofTable('booking_changes', 'id')} union all ${ofTable('critical_acknowledgements', 'id')}
    union all ${ofTable('critical_callbacks', 'seq')} union all ${ofTable('record_history', 'seq')}
  )
  select distinct coalesce(table_name, '') || ' ' || coalesce(row_id::text, '') as name
  from kept full join found using (table_name, row_id) where kept.hash is distinct from found.hash order by 1`

/** Forged ids may be negative: the first page has no lower end. */
function nextPage(after: number | null) {
  return sql`select id, encode(hash, 'hex') as hash, jsonb_strip_nulls(to_jsonb(entry) - 'hash')::text as record,
      (extract(epoch from at) * 1000 + duration)::float8 as written
    from console.audit as entry where ${after === null ? sql`true` : sql`id > ${after}`} order by id limit ${PAGE}`
}

function hashOf(previous: string, record: string): string {
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(record, 'utf8').digest('hex')
}
