/** Bookings in the database: a unique index decides which attempt on an order is the open one. */
import { and, asc, count, eq, gte, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import {
  type Booking,
  type BookingChange,
  type BookingSearch,
  type BookingState,
  booking,
  bookingChange,
  evidenceOf,
  OPEN_STATES,
  UNSETTLED_STATES,
  type Visit,
} from '#lib/domains/bookings/booking.ts'
import { type Database, isUniqueViolation, type Transaction } from '#lib/platform/database/database.ts'
import { boundOf, exactInstant, instantOf, nanosOf } from '#lib/utils/time/instants.ts'
import { bookingToChange } from './event-news.ts'
import type { BookingOutcome, BookingStore, KeptBooking, TakenNews } from './store.ts'
import { type bookingChanges, type bookings, bookingChanges as changes, bookings as table } from './tables.ts'

const is = (environment: string, id: string) => and(eq(table.environment, environment), eq(table.id, id))
const waits = inArray(table.state, ['in_flight', 'unknown'])
const IS_UNSETTLED = inArray(table.state, [...UNSETTLED_STATES])
/** Null for any other: only canceled ones are counted by it. */
const IS_OFF = sql`case when ${table.state} = 'cancelled' then 1 end`

/** A visit that a person called off while the service's last word is that it's on: see `isOffHereOnly`. */
const IS_OFF_HERE_ONLY = and(
  inArray(table.state, ['cancelled', 'failed', 'refused']),
  sql`${lastChange('by_id', sql`true`)} is not null`,
  inArray(lastChange('state', sql`by_id is null and state <> 'unknown'`), [...OPEN_STATES]),
)

function lastChange(column: 'by_id' | 'state', where: SQL) {
  const own = sql`${changes.environment} = ${table.environment} and ${changes.booking_id} = ${table.id}`
  return sql`(select ${sql.identifier(column)} from ${changes} where ${own} and ${where} order by ${changes.id} desc limit 1)`
}

function inOrder(now: Date) {
  const isAhead = and(or(eq(table.state, 'confirmed'), IS_OFF_HERE_ONLY), gte(table.start_at, now))
  return [
    sql`case when ${IS_UNSETTLED} then 0 when ${isAhead} then 1 else 2 end`,
    sql`case when ${IS_UNSETTLED} then ${table.gives_up_at} end asc nulls last`,
    sql`case when ${isAhead} then ${table.start_at} end asc nulls last`,
    sql`${table.asked_at} desc`,
    asc(table.id),
  ]
}

/** An order's open booking may be settled between the two looks; the attempt then begins at the next try. */
const TRIES = 3

export function postgresBookings(db: Database): BookingStore {
  async function findBooking(environment: string, id: string): Promise<KeptBooking | null> {
    const [row] = await db.select().from(table).where(is(environment, id))
    if (!row) return null
    return keptOf(row, (await historiesOf(db, environment, [row]))(row))
  }

  async function withEvidence(environment: string, rows: readonly Row[]) {
    const historyOf = await historiesOf(db, environment, rows)
    return rows.map((row) => bookingOf(row, historyOf(row)))
  }

  /** Changes the booking that the event is about; two events at once wait for each other. */
  function applyEvent(environment: string, news: TakenNews): Promise<boolean> {
    return db.transaction(async (tx) => {
      const ofOrder = and(eq(table.environment, environment), eq(table.order_id, news.order_id))
      const rows = await tx.select().from(table).where(ofOrder).orderBy(asc(table.id)).for('update')
      const historyOf = await historiesOf(tx, environment, rows)
      const kept = bookingToChange(
        rows.map((row) => keptOf(row, historyOf(row))),
        news,
      )
      const row = rows.find(({ id }) => id === kept?.booking.id)
      if (!row) return false
      const { state, at, event_id, appointment_id, version_at, visit } = news
      const set = {
        state,
        version: row.version + 1,
        appointment_id: appointment_id ?? row.appointment_id,
        event_at: instantOf(version_at),
        event_at_ns: nanosOf(version_at),
        ...(visit && newsVisit(visit, row)),
      }
      await tx.update(table).set(set).where(is(environment, row.id))
      await note(tx, { environment, booking_id: row.id, at: instantOf(at), state, by: null, event_id })
      return true
    })
  }

  return {
    findBooking,

    async beginBooking(environment, { asked_by, ...attempt }) {
      const { id, order_id, digest } = attempt
      const state = 'in_flight'
      const asked_at = instantOf(attempt.asked_at)
      const gives_up_at = attempt.gives_up_at === null ? null : instantOf(attempt.gives_up_at)
      const who = { asked_by_id: asked_by.id, asked_by_name: asked_by.name }
      const row = { environment, id, order_id, digest, state, version: 1, asked_at, gives_up_at, ...who }
      for (let tries = 0; tries < TRIES; tries++) {
        const begun = await db.transaction(async (tx) => {
          const added = await tx.insert(table).values(row).onConflictDoNothing().returning({ id: table.id })
          if (added.length === 0) return false
          await note(tx, { environment, booking_id: id, at: asked_at, state, by: asked_by })
          return true
        })
        if (begun) return { is: 'begun' }
        const kept = await findBooking(environment, id)
        if (kept) return { is: 'known', kept }
        const open = and(
          eq(table.environment, environment),
          eq(table.order_id, order_id),
          inArray(table.state, [...OPEN_STATES]),
        )
        const [other] = await db.select().from(table).where(open)
        const [by] = await withEvidence(environment, other ? [other] : [])
        if (by) return { is: 'taken', by }
      }
      throw new Error('A booking could not begin: others of its order come and go.')
    },

    async endBooking(environment, id, outcome) {
      const { state } = outcome
      const at = instantOf(outcome.at)
      const answer = answerOf(outcome, at)
      const unanswered = and(is(environment, id), isNull(table.answered_at))
      const settle = async (tx: Transaction) => {
        const moved = await tx
          .update(table)
          .set({ ...answer, state, version: sql`${table.version} + 1` })
          .where(and(unanswered, waits, sql`${table.state} <> ${state}`))
          .returning({ id: table.id })
        if (moved.length > 0) return void (await note(tx, { environment, booking_id: id, at, state, by: null }))
        // Event news about the visit is newer than the response.
        const { answered_at, status, answer: body } = answer
        const told = and(unanswered, isNotNull(table.event_at))
        await tx.update(table).set({ answered_at, status, answer: body }).where(told)
        await tx.update(table).set(answer).where(unanswered)
      }
      try {
        await db.transaction(settle)
      } catch (error) {
        if (!isUniqueViolation(error)) throw error
        await db.update(table).set(answer).where(unanswered)
      }
    },

    expireInFlight: (startedBefore, at) =>
      db.transaction(async (tx) => {
        const lost = await tx
          .update(table)
          .set({ state: 'unknown', version: sql`${table.version} + 1` })
          .where(and(eq(table.state, 'in_flight'), lt(table.asked_at, startedBefore)))
          .returning({ environment: table.environment, id: table.id })
        for (const { environment, id } of lost)
          await note(tx, { environment, booking_id: id, at, state: 'unknown', by: null })
        return lost.length
      }),

    async searchBookings(environment, search, now) {
      const where = and(eq(table.environment, environment), ...conditions(search))
      const [rows, counted] = await Promise.all([
        db
          .select()
          .from(table)
          .where(where)
          .orderBy(...inOrder(now))
          .offset(search.offset)
          .limit(search.limit),
        db
          .select({ total: count(), cancelled: count(IS_OFF) })
          .from(table)
          .where(where),
      ])
      const { total = 0, cancelled = 0 } = counted[0] ?? {}
      return { bookings: await withEvidence(environment, rows), total, cancelled }
    },

    async liveBookings(environment, askedSince) {
      const isLive = or(inArray(table.state, [...OPEN_STATES, ...UNSETTLED_STATES]), gte(table.asked_at, askedSince))
      const rows = await db
        .select()
        .from(table)
        .where(and(eq(table.environment, environment), isLive))
        .orderBy(asc(table.asked_at))
      return withEvidence(environment, rows)
    },

    applyBookingEvent: (environment, news) =>
      applyEvent(environment, news).catch((error: unknown) => {
        if (isUniqueViolation(error)) return false
        throw error
      }),

    async changeBooking(environment, id, { version, at, state, note: words, by, visit }) {
      const asked = and(is(environment, id), eq(table.version, version), sql`${table.state} <> 'in_flight'`)
      try {
        return await db.transaction(async (tx) => {
          // News of the order that is older than what it has said by now is no news.
          const newest = by ? {} : { event_at: instantOf(at), event_at_ns: nanosOf(at) }
          const set = { state, version: version + 1, ...newest, ...(visit && visitOf(visit)) }
          const moved = await tx.update(table).set(set).where(asked).returning({ id: table.id })
          if (moved.length === 0) return 'stale'
          await note(tx, { environment, booking_id: id, at: instantOf(at), state, by, words })
          return 'changed'
        })
      } catch (error) {
        if (isUniqueViolation(error)) return 'taken'
        throw error
      }
    },
  }
}

/** Writes bookings as they are known elsewhere, each with its history: none of them may be there yet. */
export async function insertBookings(db: Database, environment: string, kept: readonly KeptBooking[]): Promise<void> {
  if (kept.length === 0) return
  const rows = kept.map(
    ({ booking: { asked_by, asked_at, answered_at, gives_up_at, start_at, end_at, ...made }, ...rest }) => ({
      environment,
      ...made,
      ...rest,
      asked_at: instantOf(asked_at),
      asked_by_id: asked_by.id,
      asked_by_name: asked_by.name,
      ...{ answered_at: instant(answered_at), gives_up_at: instant(gives_up_at) },
      ...{ start_at: instant(start_at), end_at: instant(end_at) },
      event_at: instant(rest.event_at),
      event_at_ns: rest.event_at === null ? 0 : nanosOf(rest.event_at),
    }),
  )
  await db.insert(table).values(rows)
  await db.insert(changes).values(
    kept.flatMap(({ booking: { id }, history }) =>
      history.map(({ at, by, ...change }) => ({
        ...{ environment, booking_id: id, ...change },
        ...{ at: instantOf(at), by_id: by?.id ?? null, by_name: by?.name ?? null },
      })),
    ),
  )
}

type Row = typeof table.$inferSelect

async function historiesOf(db: Database | Transaction, environment: string, rows: readonly Row[]) {
  const ids = rows.map(({ id }) => id)
  const own = and(eq(changes.environment, environment), inArray(changes.booking_id, ids))
  const found = ids.length === 0 ? [] : await db.select().from(changes).where(own).orderBy(asc(changes.id))
  const histories = Map.groupBy(found, ({ booking_id }) => booking_id)
  return ({ id }: Row) => (histories.get(id) ?? []).map(changeOf)
}

interface Noted {
  environment: string
  booking_id: string
  at: Date
  state: BookingState
  by: { id: string; name: string } | null
  words?: string | null
  event_id?: number
}

function note(tx: Transaction, { by, words, ...change }: Noted) {
  return tx.insert(changes).values({ ...change, by_id: by?.id ?? null, by_name: by?.name ?? null, note: words ?? null })
}

function conditions({ state, order_id, order_ids, start_from, start_to }: BookingSearch): (SQL | undefined)[] {
  return [
    state?.length ? inArray(table.state, state) : undefined,
    order_id ? eq(table.order_id, order_id) : undefined,
    order_ids?.length ? inArray(table.order_id, order_ids) : undefined,
    start_from ? gte(table.start_at, boundOf(start_from)) : undefined,
    start_to ? lte(table.start_at, instantOf(start_to)) : undefined,
  ]
}

/** Rows of bookings as what they stand for, and back. */
type BookingRow = typeof bookings.$inferSelect

const instant = (text: string | null) => (text === null ? null : instantOf(text))

/** The visit that an event tells of, as columns; what it doesn’t say stays. */
function newsVisit({ start_at, end_at, iana_timezone, provider }: NonNullable<TakenNews['visit']>, row: BookingRow) {
  const times = start_at === null ? row : { start_at: instant(start_at), end_at: instant(end_at) }
  return {
    start_at: times.start_at,
    end_at: times.end_at,
    iana_timezone: iana_timezone ?? row.iana_timezone,
    provider: provider ?? row.provider,
  }
}

function keptOf(row: BookingRow, history: BookingChange[]): KeptBooking {
  const { digest, status, answer, appointment_id, event_at, event_at_ns } = row
  const at = event_at && exactInstant(event_at, event_at_ns)
  return { booking: bookingOf(row, history), digest, status, answer, appointment_id, event_at: at, history }
}

function answerOf({ status, answer, start_at, end_at, iana_timezone, provider }: BookingOutcome, answered_at: Date) {
  return { answered_at, status, answer, iana_timezone, provider, start_at: instant(start_at), end_at: instant(end_at) }
}

/** The visit that a person entered, as columns. */
function visitOf({ start_at, iana_timezone }: Visit) {
  return { start_at: instantOf(start_at), end_at: null, iana_timezone }
}

/** @throws ZodError for a row that no booking of the contract is. */
function bookingOf(row: BookingRow, history: readonly BookingChange[]): Booking {
  const text = (instant: Date | null) => instant?.toISOString() ?? null
  return booking.parse({
    ...row,
    ...evidenceOf(history, row.event_at && exactInstant(row.event_at, row.event_at_ns)),
    asked_at: text(row.asked_at),
    answered_at: text(row.answered_at),
    asked_by: { id: row.asked_by_id, name: row.asked_by_name },
    gives_up_at: text(row.gives_up_at),
    start_at: text(row.start_at),
    end_at: text(row.end_at),
  })
}

function changeOf({ at, by_id, by_name, ...row }: typeof bookingChanges.$inferSelect) {
  const by = by_id === null ? null : { id: by_id, name: by_name ?? '' }
  return bookingChange.parse({ ...row, at: at.toISOString(), by })
}
