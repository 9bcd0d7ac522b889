/**
 * The chain of hashes over the audit log. A trigger gives each entry the SHA-256 of the hash before it and of everything
 * else in the entry, so an entry that was changed, removed or put in between breaks the chain. Whoever owns the database
 * could still make a new chain, or cut off its end: only a head that was noted elsewhere, such as in the log, shows that.
 */
import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Database } from '#lib/platform/database/database.ts'

export interface ChainHead {
  id: number
  /** 64 hexadecimal digits. */
  hash: string
}

export interface ChainReport {
  entries: number
  /** The newest entry; null where there is none. */
  head: ChainHead | null
  /** The first entry whose hash doesn't follow from the one before it. */
  broken_at: number | null
  /** Whether the expected head is in the chain; null where none was given or the chain is broken. */
  head_found: boolean | null
}

const PAGE = 5_000
const head = z.object({ id: z.coerce.number().int(), hash: z.string() })
const page = z.object({ rows: z.array(head.extend({ record: z.string() })) })
const heads = z.object({ rows: z.array(head).max(1) })

/** Returns the newest entry's id and hash, or null for an empty log. */
export async function readChainHead(db: Database): Promise<ChainHead | null> {
  const result = heads.parse(
    await db.execute(sql`select id, encode(hash, 'hex') as hash from console.audit order by id desc limit 1`),
  )
  return result.rows[0] ?? null
}

/** Works out every hash of the log again, from the oldest entry to the newest; `expected` is a head noted before. */
export function verifyChain(db: Database, expected: ChainHead | null = null): Promise<ChainReport> {
  return db.transaction(
    async (tx) => {
      // The record of an entry has its instants in the zone of the session.
      await tx.execute(sql`set local timezone = 'UTC'`)
      let report: ChainReport = { entries: 0, head: null, broken_at: null, head_found: expected ? false : null }
      let read = PAGE
      while (read === PAGE && report.broken_at === null) {
        const { rows } = page.parse(await tx.execute(nextPage(report.head?.id ?? null)))
        read = rows.length
        report = continueChain(report, rows, expected)
      }
      return report
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

type Row = z.output<typeof page>['rows'][number]

/** Goes on with a report by one page, to its end or to the first entry that doesn't follow. */
function continueChain(report: ChainReport, rows: readonly Row[], expected: ChainHead | null): ChainReport {
  let { entries, head, head_found } = report
  for (const { id, hash, record } of rows) {
    if (hash !== hashOf(head?.hash ?? '', record)) return { entries, head, broken_at: id, head_found: null }
    head = { id, hash }
    entries += 1
    if (expected?.id === id) head_found = expected.hash === hash
  }
  return { entries, head, broken_at: null, head_found }
}

/** Forged ids may be negative: the first page has no lower end. */
function nextPage(after: number | null) {
  return sql`select id, encode(hash, 'hex') as hash, jsonb_strip_nulls(to_jsonb(entry) - 'hash')::text as record
    from console.audit as entry where ${after === null ? sql`true` : sql`id > ${after}`} order by id limit ${PAGE}`
}

function hashOf(previous: string, record: string): string {
  return createHash('sha256').update(Buffer.from(previous, 'hex')).update(record, 'utf8').digest('hex')
}
