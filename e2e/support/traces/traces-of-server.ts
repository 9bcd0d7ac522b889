/** The search of one server that has stopped: its log and its database, for everybody whom its service knew. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { z } from 'zod'
import { DEFAULT_SIZE, generateBundles } from '#lib/sandbox/data/generate.ts'
import { secretsSeen } from './secrets-seen.ts'
import { findTraces, identityIn, type Place, type Wanted } from './traces.ts'

/**
 * Staff have names too, which the audit log keeps, and a session its token without signature; the directory keeps users as
 * the service lists them, fallback birth dates included; among ten thousand digests one has a short name between two signs;
 * an appointment is kept as it was answered, because no endpoint reads it again; events are kept as they were sent, for as
 * long as bodies are kept.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'auth.staff': ['name'],
  'auth.two_factors': ['secret', 'backup_codes'],
  'console.audit': ['actor_name'],
  'auth.sessions': ['token'],
  'console.directory_bodies': ['body'],
  'console.directory_users': ['digest'],
  'console.bookings': ['answer'],
  'console.event_bodies': ['body'],
}

const tables = z.array(z.object({ place: z.string() }))
const records = z.array(z.record(z.string(), z.unknown()))

export interface Remains {
  log: string
  dataDir: string
  /** Keys and passwords that the server was given. */
  secrets: readonly string[]
}

/** @throws with every find */
export async function refuseTraces({ log, dataDir, secrets }: Remains): Promise<void> {
  const { places, bodies, patients } = await readDatabase(dataDir)
  const opening = [...secrets, ...secretsSeen(), ...generatedKeys(dataDir)]
  const secret = opening.map((value): Wanted => ({ kind: 'anywhere', value }))
  const found = [
    ...findTraces([{ name: 'the log', text: log }, ...places], [...patients, ...secret]),
    // Patients are in what was sent; nothing that opens a door may be.
    ...findTraces(bodies, secret),
  ]
  if (found.length > 0) throw new Error(`The server left traces of people or secrets:\n${found.join('\n')}`)
}

function generatedKeys(dataDir: string): string[] {
  const files = ['service-api-key', 'management-key', 'secrets-key'].map((name) => join(dataDir, name))
  return files.filter((file) => existsSync(file)).map((file) => readFileSync(file, 'utf8').trim())
}

interface Read {
  /** Each table beside the service's own, every value once. */
  places: Place[]
  /** The events as they were sent. */
  bodies: Place[]
  patients: Wanted[]
}

async function readDatabase(dataDir: string): Promise<Read> {
  const folder = join(dataDir, 'pgdata')
  if (!existsSync(folder)) return { places: [], bodies: [], patients: [] }
  const database = await PGlite.create(folder, { extensions: { pg_trgm } })
  try {
    const sent = await database.query('select body from console.event_bodies')
    const bodies = [{ name: 'console.event_bodies', text: JSON.stringify(sent.rows) }]
    return { places: await placesIn(database), bodies, patients: await patientsIn(database) }
  } finally {
    await database.close()
  }
}

export async function placesIn(database: PGlite): Promise<Place[]> {
  const { rows } = await database.query(
    `select format('%I.%I', table_schema, table_name) as place from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('service', 'pg_catalog', 'information_schema')`,
  )
  const places: Place[] = []
  for (const { place } of tables.parse(rows)) {
    const held = records.parse((await database.query(`select * from ${place}`)).rows)
    const values = held.flatMap((row) => Object.entries(row).filter(([column]) => !LEFT_OUT[place]?.includes(column)))
    places.push({ name: place, text: [...new Set(values.map(([, value]) => written(value)))].join('\n') })
  }
  return places
}

function written(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, (_, held) => plain(held)) ?? '')
}

function plain(value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}

/** As they are at the end, and as they were made up at the start: a test may have renamed somebody. */
export async function patientsIn(database: PGlite): Promise<Wanted[]> {
  const users = records.parse((await database.query('select info, team_id from service.users')).rows)
  const shipped = records.parse(
    (await database.query(`select distinct (body -> 'patient_address')::text as address from service.orders`)).rows,
  )
  const now = [...users.map(({ info }) => info), ...shipped.map(({ address }) => JSON.parse(String(address)))]
  const wanted = [...now, ...synthetic(users[0]?.team_id)].flatMap(identityIn)
  return [...new Map(wanted.map((one) => [one.value, one])).values()]
}

function synthetic(team_id: unknown): unknown[] {
  if (typeof team_id !== 'string') return []
  return [...generateBundles({ ...DEFAULT_SIZE, today: new Date(), team_id })].map(({ user }) => user.info)
}
