/** Writes a batch of events in one transaction: what they are about is read first, and each table is written once. */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { NewEvent, Series } from '#lib/domains/events/new-event.ts'
import type { Database, Transaction } from '#lib/platform/database/database.ts'
import { insertOf } from '#lib/platform/database/insert-many.ts'
import { exactInstant, instantOf, nanosOf } from '#lib/utils/time/instants.ts'
import {
  type KeptSample,
  messageKey,
  newsOf,
  type ResolvedBatch,
  resolveBatch,
  sampleKey,
  seriesKey,
  type Version,
  versionKey,
} from './resolve-batch.ts'
import { eventBodies, eventSamples, eventSeries, events, eventVersions } from './tables.ts'

/** Any fixed number: instances write one after the other, so that numbers become visible in their order. */
const WRITER_LOCK = 7_316_222

/** The channel on which each batch says what it brought: a list of `ArrivedNews`, heard once it is committed. */
export const ARRIVED = 'events_arrived'

/** @returns what became of each event, in the order given */
export function saveBatch(db: Database, batch: readonly NewEvent[]): Promise<ResolvedBatch> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sql.raw(String(WRITER_LOCK))})`)
    const known = await readKnown(tx, batch)
    const fresh = batch.filter((event) => !known.messages.has(messageKey(event)))
    const series = await withNewSeries(tx, fresh, known.series)
    const samples = await readSamples(tx, fresh, series)
    const resolved = resolveBatch(batch, { ...known, samples })
    await write(tx, resolved, series)
    return resolved
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

const listOf = (query: SQL) => sql`coalesce((select json_agg(row_to_json(found)) from (${query}) as found), '[]'::json)`

const number = z.coerce.number()
const seriesRow = z.object({
  id: z.number(),
  environment: z.string(),
  user_id: z.string(),
  resource: z.string(),
  source_slug: z.string(),
  source_type: z.string(),
})
const knownRow = z.object({
  newest: number,
  messages: z.array(z.object({ environment: z.string(), message_id: z.string(), seq: number })),
  versions: z.array(z.object({ environment: z.string(), key: z.string(), seq: number, at: number, at_ns: number })),
  series: z.array(seriesRow),
})

const SERIES_COLUMNS =
  'environment text, user_id uuid, resource text collate "C", source_slug text collate "C", source_type text collate "C"'
const namesOf = (of: string) =>
  sql.raw(['environment', 'user_id', 'resource', 'source_slug', 'source_type'].map((name) => of + name).join(', '))
const [NAMES, ONE_NAMES, GIVEN_NAMES] = [namesOf(''), namesOf('one.'), namesOf('given.')]

/** All that is there of a batch but its samples, in one statement: most of the cost of a small one is its own. */
async function readKnown(tx: Transaction, batch: readonly NewEvent[]) {
  const messages = batch.map(({ environment, message_id }) => ({ environment, message_id }))
  const versions = batch.flatMap(({ environment, version }) => (version ? [{ environment, key: version.key }] : []))
  const [found] = await read(
    tx,
    knownRow,
    sql`select (select coalesce(max(seq), 0) from ${events}) as newest,
      ${listOf(sql`select given.environment, given.message_id, kept.seq
        from ${asRows(messages, 'environment text, message_id text collate "C"')}
        ${eachOf(sql`select seq from ${events} as one where one.environment = given.environment
          and one.message_id = given.message_id and one.outcome <> 'duplicate'`)}`)} as messages,
      ${listOf(sql`select given.environment, given.key, kept.seq, round(extract(epoch from kept.at) * 1000) as at, kept.at_ns
        from ${asRows(versions, 'environment text, key text collate "C"')}
        ${eachOf(sql`select seq, at, at_ns from ${eventVersions} as one
          where one.environment = given.environment and one.key = given.key`)}`)} as versions,
      ${listOf(sql`select kept.id, given.* from ${asRows([...wantedSeries(batch).values()], SERIES_COLUMNS)}
        ${eachOf(sql`select id from ${eventSeries} as one where (${ONE_NAMES}) = (${GIVEN_NAMES})`)}`)} as series`,
  )
  if (!found) throw new Error('The database doesn’t say what it knows.')
  return {
    newest: found.newest,
    messages: new Map(found.messages.map(({ seq, ...row }) => [messageKey(row), seq])),
    versions: new Map<string, Version>(
      found.versions.map(({ seq, at, at_ns, ...row }) => [
        versionKey(row, row.key),
        { seq, at: exactInstant(new Date(at), at_ns) },
      ]),
    ),
    series: numbersOf(found.series),
  }
}

const numbersOf = (rows: readonly z.output<typeof seriesRow>[]) =>
  new Map(rows.map(({ id, environment, ...series }) => [seriesKey(environment, series), id]))

function wantedSeries(batch: readonly NewEvent[]): Map<string, Series & { environment: string }> {
  const wanted = new Map<string, Series & { environment: string }>()
  for (const { environment, samples } of batch)
    for (const { series } of samples) wanted.set(seriesKey(environment, series), { environment, ...series })
  return wanted
}

/** The numbers of the series of a batch; new ones are given. */
async function withNewSeries(
  tx: Transaction,
  batch: readonly NewEvent[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const missing = [...wantedSeries(batch)].flatMap(([key, series]) => (known.has(key) ? [] : [series]))
  if (missing.length === 0) return known
  const added = await read(
    tx,
    seriesRow,
    sql`insert into ${eventSeries} (${NAMES}) select ${NAMES} from ${asRows(missing, SERIES_COLUMNS)} returning *`,
  )
  return new Map([...known, ...numbersOf(added)])
}

async function readSamples(
  tx: Transaction,
  batch: readonly NewEvent[],
  series: ReadonlyMap<string, number>,
): Promise<Map<string, Pick<KeptSample, 'value' | 'unit'>>> {
  const keys = new Map<number, string>()
  const given = batch.flatMap(({ environment, samples }) =>
    samples.map(({ series: of, at }) => {
      const key = seriesKey(environment, of)
      const id = series.get(key) ?? 0
      keys.set(id, key)
      return { series: id, at: instantOf(at), at_ns: nanosOf(at) }
    }),
  )
  if (given.length === 0) return new Map()
  const rows = await read(
    tx,
    z.object({ series: z.number(), at: number, at_ns: number, value: z.number(), unit: z.string() }),
    sql`select given.series, round(extract(epoch from given.at) * 1000) as at, given.at_ns, kept.value, kept.unit
        from ${asRows(given, 'series integer, at timestamptz, at_ns integer')}
        ${eachOf(sql`select value, unit from ${eventSamples} as one
          where one.series = given.series and one.at = given.at and one.at_ns = given.at_ns`)}`,
  )
  return new Map(
    rows.map(({ series: id, at, at_ns, value, unit }) => [
      sampleKey(keys.get(id) ?? '', exactInstant(new Date(at), at_ns)),
      { value, unit },
    ]),
  )
}

/** Each table once, all in one statement, and whoever listens is told when it is committed. */
async function write(tx: Transaction, resolved: ResolvedBatch, series: ReadonlyMap<string, number>): Promise<void> {
  const rows = resolved.events.map(({ event: { samples, body, version: _, ...event }, ...one }) => ({
    ...event,
    ...one,
    samples: samples.length,
    bytes: Buffer.byteLength(body),
  }))
  const bodies = resolved.events.flatMap(({ seq, outcome, event: { body } }) =>
    outcome === 'duplicate' ? [] : [{ seq, body }],
  )
  const superseded = [...resolved.superseded].map(([seq, by]) => ({ seq, by }))
  const versions = [...resolved.versions.values()].map(({ event, version: { seq, at } }) => ({
    environment: event.environment,
    key: event.version?.key,
    seq,
    at: instantOf(at),
    at_ns: nanosOf(at),
  }))
  const samples = [...resolved.samples.values()].map(({ event, series: of, sample }) => ({
    ...sample,
    at: instantOf(sample.at),
    at_ns: nanosOf(sample.at),
    series: series.get(seriesKey(event.environment, of)),
  }))
  await tx.execute(sql`
    with added as (${insertOf(events, rows)}),
    kept as (${insertOf(eventBodies, bodies)}),
    replaced as (
      update ${events} as old set outcome = 'superseded',
        related = (select given.by from ${asRows(superseded, 'seq bigint, by bigint')} where given.seq = old.seq)
      where old.seq = any(${`{${superseded.map(({ seq }) => seq).join()}}`}::bigint[])),
    newest as (
      ${insertOf(eventVersions, versions)}
      on conflict (environment, key) do update set seq = excluded.seq, at = excluded.at, at_ns = excluded.at_ns),
    measured as (
      ${insertOf(eventSamples, samples)}
      on conflict (series, at, at_ns) do update
        set value = excluded.value, unit = excluded.unit, zone_offset = excluded.zone_offset, seq = excluded.seq)
    select pg_notify(${ARRIVED}, jsonb_build_array(news)::text)
    from jsonb_array_elements(${JSON.stringify(newsOf(resolved))}::jsonb) as news`)
}
