/** Backup, restore and move of everything that the console and the embedded service keep, for either database. */
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { z } from 'zod'
import { VERSION } from '#lib/kernel/values.ts'
import {
  DamagedFiles,
  type Database,
  openDatabase,
  openExisting,
  type Transaction,
  tidy,
} from '#lib/platform/database/database.ts'
import { appliedHashes, knownHashes } from '#lib/platform/database/migrate.ts'
import { readGenerated, writeGenerated } from '#lib/platform/keys.ts'
import { BackupProblem, readBackup, readHead, refuseExisting, writeBackup } from './file.ts'
import { askForCopy } from './live-copy.ts'
import { isUnused, type Part, readTables, sequencePart, tablePart, writeTables } from './tables.ts'

export interface Place {
  data_dir: string
  database_url: string | null
  database_owner_url: string | null
}

/** Each act is on record in the data that it is about. */
type Act = 'database_backed_up' | 'database_restored' | 'database_moved'
/** Puts the beginning of an act on record, and, by what it returns, its end. */
export type PutOnRecord = (db: Database, act: Act) => Promise<() => Promise<void>>

export interface Result {
  rows: number
  /** Names of the generated keys that went along. */
  keys: string[]
  made_at: string
}

const contents = z.object({ keys: z.record(z.string(), z.string()) })
const part = z.union([tablePart, sequencePart])

/**
 * Writes a backup, also while servers run. With a passphrase the file is sealed and holds the generated keys; without one it
 * can be read by whoever has it, and they stay out. @throws BackupProblem, DatabaseUnavailable
 */
export async function makeBackup(
  place: Place,
  path: string,
  passphrase: string | null,
  record: PutOnRecord,
): Promise<Result> {
  await refuseExisting(path)
  const copy = place.database_url ? null : await askForCopy(place.data_dir)
  try {
    // The server has put its beginning on record before it made the copy.
    const { db, close } = await openExisting(copy ? { ...place, data_dir: copy.data_dir } : place)
    try {
      const recordEnd = copy?.done ?? (await record(db, 'database_backed_up'))
      const keys = passphrase === null ? {} : await readGenerated(place.data_dir)
      const head = { version: VERSION, schema: knownHashes().at(-1) ?? '', made_at: new Date().toISOString() }
      let rows = 0
      await writeBackup(path, { head, passphrase }, async (write) => {
        await write({ keys } satisfies z.input<typeof contents>)
        rows = await readTables(db, write)
      })
      await recordEnd()
      return { rows, keys: Object.keys(keys), made_at: head.made_at }
    } finally {
      await close()
    }
  } finally {
    copy?.release()
  }
}

/**
 * Fills a new place from a backup of this version or an earlier one, which the next start brings up to date: all of it, or
 * nothing. The whole file is checked before anything is changed. @throws BackupProblem, DatabaseUnavailable
 */
export async function restoreBackup(
  place: Place,
  path: string,
  passphrase: string | null,
  record: PutOnRecord,
): Promise<Result> {
  const { schema, version, made_at, sealed } = await readHead(path)
  if (!knownHashes().includes(schema)) {
    throw new BackupProblem(
      `${path} was made by Vialdesk ${version}, which this version doesn’t know. Use that one, or a later one.`,
    )
  }
  for await (const _ of readBackup(path, passphrase));
  const values = readBackup(path, passphrase)
  const first = await values.next()
  const { keys } = contents.parse(first.value)
  if (!sealed && Object.keys(keys).length > 0)
    throw new BackupProblem(`${path} holds keys and isn’t sealed: no backup of this program is so.`)
  await clearUnused(place)
  const { db, close } = await openDatabase({
    ...place,
    database_url: place.database_owner_url ?? place.database_url,
    database_owner_url: null,
    schema,
    blank: '',
    unlimited: true,
  })
  try {
    const where = place.database_url ? 'The database' : place.data_dir
    if (!(await isUnused(db))) throw new BackupProblem(`${where} holds data already. Restore into an empty one.`)
    if ((await appliedHashes(db)).at(-1) !== schema)
      throw new BackupProblem(`${where} has tables of a later version than the backup. Restore into an empty one.`)
    if (!(await writeGenerated(place.data_dir, keys)))
      throw new BackupProblem(`${place.data_dir} holds other keys than the backup. Move them away first.`)
    const rows = await writeTables(db, partsOf(values), endSignIns)
    await recordWhole(db, record, 'database_restored')
    return { rows, keys: Object.keys(keys), made_at }
  } finally {
    await close()
  }
}

/** Sessions may have been ended, and links used, since the backup. */
async function endSignIns(tx: Transaction): Promise<void> {
  await tx.execute(sql`delete from auth.sessions`)
  await tx.execute(sql`delete from auth.links`)
}

async function recordWhole(db: Database, record: PutOnRecord, act: Act): Promise<void> {
  const recordEnd = await record(db, act)
  await recordEnd()
  // All is there: without it the database is slow for some minutes, until it does so by itself.
  await tidy(db).catch(() => undefined)
}

async function* partsOf(values: AsyncIterable<unknown>): AsyncGenerator<Part> {
  for await (const value of values) yield part.parse(value)
}

/** Removes what a restore that was cut short has made: an embedded database that nobody has used. */
async function clearUnused({ data_dir, database_url }: Place): Promise<void> {
  const pgdata = join(data_dir, 'pgdata')
  const names = await readdir(pgdata).catch((): string[] => [])
  if (database_url || names.length === 0) return
  const { db, close } = await openDatabase({ data_dir, database_url: null }).catch((cause: unknown) => {
    if (!(cause instanceof DamagedFiles)) throw cause
    throw new BackupProblem(`${pgdata} is damaged. Move it away, leave the keys beside it, and restore again.`, {
      cause,
    })
  })
  const unused = await isUnused(db).finally(close)
  if (!unused) throw new BackupProblem(`${data_dir} holds data already. Set DATA_DIR to a new directory.`)
  await rm(pgdata, { recursive: true })
}

/**
 * Copies an embedded database to an empty one of a PostgreSQL server. No server may run, or what it writes would stay
 * behind. @throws BackupProblem, DatabaseUnavailable
 */
export async function moveDatabase(
  data_dir: string,
  target: Omit<Place, 'data_dir'>,
  record: PutOnRecord,
): Promise<number> {
  const from = await openExisting({ data_dir, database_url: null })
  try {
    const to = await openDatabase({
      data_dir,
      database_url: target.database_owner_url ?? target.database_url,
      database_owner_url: null,
      unlimited: true,
    })
    try {
      if (!(await isUnused(to.db)))
        throw new BackupProblem(`${to.where} holds data already. Move into an empty database.`)
      const { readable, writable } = new TransformStream<Part>()
      const writer = writable.getWriter()
      const read = readTables(from.db, (next) => writer.write(next)).then(
        () => writer.close(),
        (error: unknown) => writer.abort(error),
      )
      const [rows] = await Promise.all([writeTables(to.db, readable), read])
      await recordWhole(to.db, record, 'database_moved')
      return rows
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
