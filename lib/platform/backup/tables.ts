/**
 * Rows of every table, as PostgreSQL's own JSON of them: text that is never read and written anew, so what comes out of one
 * database is in the next to the last digit. The job queue is left out; each start queues again what is undone.
 */
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { BackupProblem } from './file.ts'

const SCHEMAS = ['auth', 'console', 'service']
/** Rows at a time: the largest, bodies of events, have a megabyte each. */
const BATCH = 64

export const tablePart = z.object({
  table: z.string(),
  columns: z.array(z.string()),
  /** A JSON object each. */
  rows: z.array(z.string()),
})
export const sequencePart = z.object({ sequence: z.string(), last: z.string(), is_called: z.boolean() })
export type Part = z.infer<typeof tablePart> | z.infer<typeof sequencePart>

const tableRows = z.object({
  rows: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      needs: z.array(z.string()),
    }),
  ),
})
const triggers = z.object({
  rows: z.array(z.object({ table: z.string(), name: z.string(), fires: z.enum(['O', 'D', 'R', 'A']) })),
})
const sequenceNames = z.object({ rows: z.array(z.object({ name: z.string() })) })
const sequenceStates = z.object({ rows: z.tuple([sequencePart.omit({ sequence: true })]) })
const fetched = z.object({ rows: z.array(z.object({ row: z.string() })) })
const counts = z.object({ rows: z.tuple([z.object({ has_rows: z.boolean() })]) })

/** Names are quoted by the database. */
const raw = (name: string) => sql.raw(name)

interface Column {
  name: string
  type: string
}

interface Table {
  name: string
  columns: Column[]
}

/** JSON travels as text: PostgreSQL keeps more in a column than it reads back from within other JSON. */
const isJson = ({ type }: Column) => type === 'json' || type === 'jsonb'

/** A role or a database may limit statements, or round numbers. */
async function withoutLimits(tx: Transaction): Promise<void> {
  for (const setting of ['statement_timeout = 0', 'idle_in_transaction_session_timeout = 0', 'extra_float_digits = 3'])
    await tx.execute(sql`set local ${raw(setting)}`)
}

/** Returns every table, after those that its rows refer to. */
async function tablesOf(db: Transaction): Promise<Table[]> {
  const { rows } = tableRows.parse(
    await db.execute(sql`
      select format('%I.%I', nspname, relname) as name,
        (select json_agg(json_build_object('name', quote_ident(attname), 'type', format_type(atttypid, atttypmod))
            order by attnum) from pg_attribute
          where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
        (select coalesce(json_agg(format('%I.%I', o.nspname, r.relname)), '[]') from pg_constraint
          join pg_class r on r.oid = confrelid join pg_namespace o on o.oid = r.relnamespace
          where conrelid = pg_class.oid and contype = 'f') as needs
      from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname in ${SCHEMAS} and relkind in ('r', 'p') and not relispartition order by 1`),
  )
  const ordered = new Map<string, Table>()
  const add = (name: string) => {
    const table = rows.find((row) => row.name === name)
    if (!table || ordered.has(name)) return
    for (const needed of table.needs) add(needed)
    ordered.set(name, table)
  }
  for (const { name } of rows) add(name)
  return [...ordered.values()]
}

async function sequencesOf(db: Transaction): Promise<string[]> {
  const { rows } = sequenceNames.parse(
    await db.execute(sql`
      select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace n on n.oid = relnamespace
      where nspname in ${SCHEMAS} and relkind = 'S' order by 1`),
  )
  return rows.map(({ name }) => name)
}

/** Returns the triggers and when each fires: those that keep a table append-only always do, whatever a session sets. */
async function triggersOf(db: Transaction) {
  const { rows } = triggers.parse(
    await db.execute(sql`
      select format('%I.%I', nspname, relname) as table, quote_ident(tgname) as name, tgenabled as fires
      from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace n on n.oid = relnamespace
      where nspname in ${SCHEMAS} and not tgisinternal`),
  )
  return rows
}

const FIRES = { O: 'enable', D: 'disable', R: 'enable replica', A: 'enable always' } as const

/** Passes on every row as of one instant, and blocks no other reader or writer. Returns the number of rows. */
export function readTables(db: Database, write: (part: Part) => Promise<void>): Promise<number> {
  return db.transaction(
    async (tx) => {
      await withoutLimits(tx)
      let total = 0
      for (const { name, columns } of await tablesOf(tx)) {
        const list = raw(columns.map((one) => (isJson(one) ? `${one.name}::text as ${one.name}` : one.name)).join(', '))
        await tx.execute(sql`declare backup no scroll cursor for
          select row_to_json(kept)::text as row from (select ${list} from ${raw(name)}) kept`)
        for (let read = BATCH; read === BATCH; ) {
          const { rows } = fetched.parse(await tx.execute(sql`fetch ${raw(String(BATCH))} from backup`))
          read = rows.length
          total += read
          if (read > 0)
            await write({ table: name, columns: columns.map((one) => one.name), rows: rows.map(({ row }) => row) })
        }
        await tx.execute(sql`close backup`)
      }
      for (const sequence of await sequencesOf(tx)) {
        const { rows } = sequenceStates.parse(
          await tx.execute(sql`select last_value::text as last, is_called from ${raw(sequence)}`),
        )
        await write({ sequence, ...rows[0] })
      }
      return total
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

/** Whether the tables hold nothing that anyone would miss. */
export async function isUnused(db: Database | Transaction): Promise<boolean> {
  const { rows } = counts.parse(
    await db.execute(sql`select exists (select 1 from service.users) or exists (select 1 from auth.staff)
      or exists (select 1 from console.audit) as has_rows`),
  )
  return !rows[0].has_rows
}

/**
 * Fills the tables in one transaction, so a failure leaves nothing. Triggers are off while it runs, because the backup already
 * holds the rows that they would add. `finish` runs in the same transaction. Returns the number of rows. @throws BackupProblem for tables that are in use
 */
export function writeTables(
  db: Database,
  parts: AsyncIterable<Part>,
  finish: (tx: Transaction) => Promise<void> = async () => undefined,
): Promise<number> {
  return db.transaction(async (tx) => {
    await withoutLimits(tx)
    const tables = await tablesOf(tx)
    const paused = await triggersOf(tx)
    const names = new Set([...tables.map(({ name }) => name), ...(await sequencesOf(tx))])
    for (const { table, name } of paused) await tx.execute(sql`alter table ${raw(table)} disable trigger ${raw(name)}`)
    // From here on no server can write beside it.
    if (!(await isUnused(tx))) throw new BackupProblem('The database holds data already. Use an empty one.')
    // Migrations leave rows of their own.
    for (const { name } of tables.toReversed()) await tx.execute(sql`delete from ${raw(name)}`)
    let total = 0
    for await (const part of parts) {
      const name = 'table' in part ? part.table : part.sequence
      if (!names.has(name)) throw new Error(`${name} is unknown`)
      total += await writePart(tx, part, tables)
    }
    await finish(tx)
    for (const { table, name, fires } of paused)
      await tx.execute(sql`alter table ${raw(table)} ${raw(FIRES[fires])} trigger ${raw(name)}`)
    return total
  })
}

async function writePart(tx: Transaction, part: Part, tables: readonly Table[]): Promise<number> {
  if ('sequence' in part) {
    await tx.execute(sql`select setval(${part.sequence}::regclass, ${part.last}::bigint, ${part.is_called})`)
    return 0
  }
  const known = tables.find(({ name }) => name === part.table)?.columns ?? []
  const columns = part.columns.map((name) => {
    const column = known.find((one) => one.name === name)
    if (!column) throw new Error(`${part.table}.${name} is unknown`)
    return column
  })
  const read = columns.map((one) => `${one.name} ${isJson(one) ? 'text' : one.type}`).join(', ')
  const values = columns.map((one) => (isJson(one) ? `${one.name}::${one.type}` : one.name)).join(', ')
  await tx.execute(sql`
    insert into ${raw(part.table)} (${raw(part.columns.join(', '))}) overriding system value
    select ${raw(values)} from json_to_recordset(${`[${part.rows.join(',')}]`}::json) as kept (${raw(read)})`)
  return part.rows.length
}
