/** Writes a batch of events in one transaction: what they are about is read first, and each table is written once. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { NewEvent, Series } from '#lib/domains/events/new-event.ts'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { insertMissing } from '#lib/platform/database/insert-many.ts'
import {
  type KeptSample,
  messageKey,
  newsOf,
  type Settled,
  sampleKey,
  seriesKey,
  settle,
  type Version,
  versionKey,
} from './settle.ts'
import { eventBodies, eventSamples, eventSeries, events, eventVersions } from './tables.ts'

/** Any fixed number: instances write one after the other, so that numbers become visible in their order. */
const WRITER_LOCK = 7_316_222

/** The channel on which each batch says what it brought: a list of `ArrivedNews`, heard once it is committed. */
export const ARRIVED = 'events_arrived'

/** @returns what became of each event, in the order given */
export function saveBatch(db: Database, batch: readonly NewEvent[]): Promise<Settled> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(WRITER_LOCK))})`)
    const [{ newest = 0 } = {}] = await read(
      tx,
      z.object({ newest: z.coerce.number() }),
      sql`select coalesce(max(seq), 0) as newest from ${events}`,
    )
    const messages = await readMessages(tx, batch)
    const fresh = batch.filter((event) => !messages.has(messageKey(event)))
    const series = await readSeries(tx, fresh)
    const versions = await readVersions(tx, fresh)
    const samples = await readSamples(tx, fresh, series)
    const settled = settle(batch, { newest, messages, versions, samples })
    await writeEvents(tx, settled)
    await writeVersions(tx, settled)
    await writeSamples(tx, settled, series)
    await tx.execute(sql`select pg_notify(${ARRIVED}, ${JSON.stringify(newsOf(settled))})`)
    return settled
  })
}

/** Both drivers return `{ rows }`, but their common type doesn't declare it. */
async function read<R>(tx: Transaction, row: z.ZodType<R>, query: SQL): Promise<R[]> {
  const result: unknown = await tx.execute(query)
  return z.object({ rows: z.array(row) }).parse(result).rows
}

/** Thousands of rows as one parameter. */
const asRows = (rows: readonly unknown[], columns: string) =>
  sql`json_to_recordset(${JSON.stringify(rows)}::json) as given (${sql.raw(columns)})`

/** Row by row, by an index: without statistics the planner would read the whole table. */
const eachOf = (query: SQL) => sql`cross join lateral (${query} offset 0) as kept`

async function readMessages(tx: Transaction, batch: readonly NewEvent[]): Promise<Map<string, number>> {
  const given = batch.map(({ environment, message_id }) => ({ environment, message_id }))
  const rows = await read(
    tx,
    z.object({ environment: z.string(), message_id: z.string(), seq: z.coerce.number() }),
    sql`select given.environment, given.message_id, kept.seq
        from ${asRows(given, 'environment text, message_id text collate "C"')}
        ${eachOf(sql`select seq from ${events} as one where one.environment = given.environment
          and one.message_id = given.message_id and one.outcome <> 'duplicate'`)}`,
  )
  return new Map(rows.map(({ seq, ...row }) => [messageKey(row), seq]))
}

async function readVersions(tx: Transaction, batch: readonly NewEvent[]): Promise<Map<string, Version>> {
  const given = batch.flatMap(({ environment, version }) => (version ? [{ environment, key: version.key }] : []))
  if (given.length === 0) return new Map()
  const rows = await read(
    tx,
    z.object({ environment: z.string(), key: z.string(), seq: z.coerce.number(), at: z.coerce.number() }),
    sql`select given.environment, given.key, kept.seq, round(extract(epoch from kept.at) * 1000) as at
        from ${asRows(given, 'environment text, key text collate "C"')}
        ${eachOf(sql`select seq, at from ${eventVersions} as one
          where one.environment = given.environment and one.key = given.key`)}`,
  )
  return new Map(rows.map(({ seq, at, ...row }) => [versionKey(row, row.key), { seq, at }]))
}

const SERIES_COLUMNS =
  'environment text, user_id uuid, resource text collate "C", source_slug text collate "C", source_type text collate "C"'
const seriesRow = z.object({
  id: z.number(),
  environment: z.string(),
  user_id: z.string(),
  resource: z.string(),
  source_slug: z.string(),
  source_type: z.string(),
})

/** The numbers of the series of a batch; new ones are given. */
async function readSeries(tx: Transaction, batch: readonly NewEvent[]): Promise<Map<string, number>> {
  const wanted = new Map<string, Series & { environment: string }>()
  for (const { environment, samples } of batch)
    for (const { series } of samples) wanted.set(seriesKey(environment, series), { environment, ...series })
  if (wanted.size === 0) return new Map()
  const given = asRows([...wanted.values()], SERIES_COLUMNS)
  const known = await read(
    tx,
    seriesRow,
    sql`select kept.id, given.* from ${given}
        ${eachOf(sql`select id from ${eventSeries} as one where (${ONE_NAMES}) = (${GIVEN_NAMES})`)}`,
  )
  const found = new Map(known.map(({ id, environment, ...series }) => [seriesKey(environment, series), id]))
  const missing = [...wanted].flatMap(([key, series]) => (found.has(key) ? [] : [series]))
  if (missing.length === 0) return found
  const added = await read(
    tx,
    seriesRow,
    sql`insert into ${eventSeries} (${NAMES}) select ${NAMES} from ${asRows(missing, SERIES_COLUMNS)} returning *`,
  )
  for (const { id, environment, ...series } of added) found.set(seriesKey(environment, series), id)
  return found
}

const namesOf = (of: string) =>
  sql.raw(['environment', 'user_id', 'resource', 'source_slug', 'source_type'].map((name) => of + name).join(', '))
const [NAMES, ONE_NAMES, GIVEN_NAMES] = [namesOf(''), namesOf('one.'), namesOf('given.')]

async function readSamples(
  tx: Transaction,
  batch: readonly NewEvent[],
  series: ReadonlyMap<string, number>,
): Promise<Map<string, Pick<KeptSample, 'value' | 'unit'>>> {
  const keys = new Map<number, string>()
  const given = batch.flatMap(({ environment, samples }) =>
    samples.map(({ series: of, at }) => {
      const key = seriesKey(environment, of)
      const number = series.get(key) ?? 0
      keys.set(number, key)
      return { series: number, at }
    }),
  )
  if (given.length === 0) return new Map()
  const rows = await read(
    tx,
    z.object({ series: z.number(), at: z.coerce.number(), value: z.number(), unit: z.string() }),
    sql`select given.series, round(extract(epoch from given.at) * 1000) as at, kept.value, kept.unit
        from ${asRows(given, 'series integer, at timestamptz')}
        ${eachOf(sql`select value, unit from ${eventSamples} as one
          where one.series = given.series and one.at = given.at`)}`,
  )
  return new Map(
    rows.map(({ series: number, at, value, unit }) => [
      sampleKey(keys.get(number) ?? '', new Date(at).toISOString()),
      { value, unit },
    ]),
  )
}

async function writeEvents(tx: Transaction, { events: settled, superseded }: Settled): Promise<void> {
  const rows = settled.map(({ event: { samples, body, version: _, ...event }, ...one }) => ({
    ...event,
    ...one,
    samples: samples.length,
    bytes: Buffer.byteLength(body),
  }))
  const added = await insertMissing(tx, events, 'seq', rows)
  if (added.length !== rows.length)
    throw new Error('A number or a message was there before: another writer has no lock.')
  const bodies = settled.flatMap(({ seq, outcome, event: { body } }) =>
    outcome === 'duplicate' ? [] : [{ seq, body }],
  )
  await insertMissing(tx, eventBodies, 'seq', bodies)
  if (superseded.size === 0) return
  const given = [...superseded].map(([seq, by]) => ({ seq, by }))
  await tx.execute(sql`
    update ${events} set outcome = 'superseded',
      related = (select given.by from ${asRows(given, 'seq bigint, by bigint')} where given.seq = ${events.seq})
    where seq = any(${`{${[...superseded.keys()].join()}}`}::bigint[])`)
}

async function writeVersions(tx: Transaction, { versions }: Settled): Promise<void> {
  if (versions.size === 0) return
  const given = [...versions.values()].map(({ event, version: { seq, at } }) => ({
    environment: event.environment,
    key: event.version?.key,
    seq,
    at: new Date(at),
  }))
  await tx.execute(sql`
    insert into ${eventVersions} (environment, key, seq, at)
    select environment, key, seq, at from ${asRows(given, 'environment text, key text, seq bigint, at timestamptz')}
    on conflict (environment, key) do update set seq = excluded.seq, at = excluded.at`)
}

async function writeSamples(tx: Transaction, { samples }: Settled, series: ReadonlyMap<string, number>): Promise<void> {
  if (samples.size === 0) return
  const given = [...samples.values()].map(({ event, series: of, sample }) => ({
    ...sample,
    series: series.get(seriesKey(event.environment, of)),
  }))
  const columns = 'series integer, at timestamptz, value double precision, unit text, zone_offset integer, seq bigint'
  await tx.execute(sql`
    insert into ${eventSamples} (series, at, value, unit, zone_offset, seq)
    select series, at, value, unit, zone_offset, seq from ${asRows(given, columns)}
    on conflict (series, at) do update
      set value = excluded.value, unit = excluded.unit, zone_offset = excluded.zone_offset, seq = excluded.seq`)
}
