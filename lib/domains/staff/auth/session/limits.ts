/** Counts tries in the database, so that neither a restart nor a second instance gives new ones. */
import { createHmac } from 'node:crypto'
import { eq, lt, sql } from 'drizzle-orm'
import { tries } from '#lib/domains/staff/console/tables.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { networkOf } from '#lib/platform/http/client-address.ts'

const MINUTE = 60_000

/** How many failures within how long; the window begins with the first. */
const LIMITS = {
  /** Sign-ins and links, by network address. */
  address: { max: 30, window: 15 * MINUTE },
  /** Passwords, by the e-mail that was typed, whether it belongs to someone or not. */
  account: { max: 10, window: 15 * MINUTE },
  /** Codes of the second factor, by person. */
  code: { max: 5, window: 15 * MINUTE },
  /** Single sign-ons begun, by network address: each leaves a row. */
  sso: { max: 60, window: 15 * MINUTE },
  /** One code, by person: it is good once within the minute and a half that it is valid. */
  used_code: { max: 1, window: 2 * MINUTE },
} as const

export type LimitKind = keyof typeof LIMITS

/** Calls between two removals of windows that are over. */
const SWEEP_EVERY = 200

export type Limits = ReturnType<typeof createLimits>

export function createLimits(db: Database, secret: string) {
  let calls = 0
  const keyOf = (kind: LimitKind, subject: string) =>
    createHmac('sha256', secret)
      .update(`tries ${kind} ${networkOf(subject)}`)
      .digest('base64url')

  async function take(kind: LimitKind, subject: string): Promise<number | null> {
    const { max, window } = LIMITS[kind]
    const now = new Date()
    const ends = new Date(now.getTime() + window)
    const isOver = sql`${tries.endsAt} <= ${now.toISOString()}::timestamptz`
    calls += 1
    if (calls % SWEEP_EVERY === 0) await db.delete(tries).where(lt(tries.endsAt, now))
    const [row] = await db
      .insert(tries)
      .values({ key: keyOf(kind, subject), count: 1, endsAt: ends })
      .onConflictDoUpdate({
        target: tries.key,
        set: {
          count: sql`case when ${isOver} then 1 else least(${tries.count} + 1, 1000000) end`,
          endsAt: sql`case when ${isOver} then excluded.ends_at else ${tries.endsAt} end`,
        },
      })
      .returning()
    return row && row.count > max ? Math.max(1, row.endsAt.getTime() - now.getTime()) : null
  }

  return {
    /** Counts one try before it is made, so that many at once count too. @throws ApiError 429 when it is one too many. */
    async take(kind: LimitKind, subject: string): Promise<void> {
      const wait = await take(kind, subject)
      if (wait === null) return
      const minutes = Math.ceil(wait / (60 * 1000))
      throw new ApiError(
        'too_many_attempts',
        `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
        {
          retry_after_ms: wait,
        },
      )
    },

    /** Whether this is the first of its kind within the window. */
    async isFirst(kind: LimitKind, subject: string): Promise<boolean> {
      return (await take(kind, subject)) === null
    },

    /** The try succeeded: it does not count. */
    async giveBack(kind: LimitKind, subject: string): Promise<void> {
      await db
        .update(tries)
        .set({ count: sql`greatest(${tries.count} - 1, 0)` })
        .where(eq(tries.key, keyOf(kind, subject)))
    },

    /** The owner is back: earlier failures are forgotten. */
    async clear(kind: LimitKind, subject: string): Promise<void> {
      await db.delete(tries).where(eq(tries.key, keyOf(kind, subject)))
    },
  }
}
