/** Backup, restore and move of everything that the console and the embedded service keep, for either database. */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { VERSION } from '#lib/kernel/values.ts'
import { type Database, openDatabase, openExisting, tidy } from '#lib/platform/database/database.ts'
import { appliedHashes, knownHashes } from '#lib/platform/database/migrate.ts'
import { readGenerated, writeGenerated } from '#lib/platform/keys.ts'
import { BackupProblem, readBackup, readHead, writeBackup } from './file.ts'
import { askForCopy } from './live-copy.ts'
import { isUnused, type Part, readTables, sequencePart, tablePart, writeTables } from './tables.ts'

export interface Place {
  data_dir: string
  database_url: string | null
  database_owner_url: string | null
}

/** Each act is on record in the data that it is about. */
type Act = 'database_backed_up' | 'database_restored' | 'database_moved'
export type Record = (db: Database, act: Act) => Promise<void>

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
  record: Record,
): Promise<Result> {
  const copy = place.database_url ? null : await askForCopy(place.data_dir)
  try {
    // The server has put it on record before it made the copy.
    const { db, close } = await openExisting(copy ? { ...place, data_dir: copy.data_dir } : place)
    try {
      if (!copy) await record(db, 'database_backed_up')
      const keys = passphrase === null ? {} : await readGenerated(place.data_dir)
      const head = { version: VERSION, schema: knownHashes().at(-1) ?? '', made_at: new Date().toISOString() }
      let rows = 0
      await writeBackup(path, { head, passphrase }, async (write) => {
        await write({ keys } satisfies z.input<typeof contents>)
        rows = await readTables(db, write)
      })
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
  record: Record,
): Promise<Result> {
  const { schema, version, made_at } = await readHead(path)
  if (!knownHashes().includes(schema)) {
    throw new BackupProblem(
      `${path} was made by Vialdesk ${version}, which this version doesn’t know. Use that one, or a later one.`,
    )
  }
  for await (const _ of readBackup(path, passphrase));
  const values = readBackup(path, passphrase)
  const first = await values.next()
  const { keys } = contents.parse(first.value)
  await clearUnused(place)
  const { db, close } = await openDatabase({
    ...place,
    database_url: place.database_owner_url ?? place.database_url,
    database_owner_url: null,
    schema,
    blank: '',
  })
  try {
    const where = place.database_url ? 'The database' : place.data_dir
    if (!(await isUnused(db))) throw new BackupProblem(`${where} holds data already. Restore into an empty one.`)
    if ((await appliedHashes(db)).at(-1) !== schema)
      throw new BackupProblem(`${where} has tables of a later version than the backup. Restore into an empty one.`)
    if (!(await writeGenerated(place.data_dir, keys)))
      throw new BackupProblem(`${place.data_dir} holds other keys than the backup. Move them away first.`)
    const rows = await writeTables(db, partsOf(values))
    await record(db, 'database_restored')
    await tidy(db)
    return { rows, keys: Object.keys(keys), made_at }
  } finally {
    await close()
  }
}

async function* partsOf(values: AsyncIterable<unknown>): AsyncGenerator<Part> {
  for await (const value of values) yield part.parse(value)
}

/** Removes what a restore that was cut short has made: an embedded database that nobody has used. */
async function clearUnused({ data_dir, database_url }: Place): Promise<void> {
  const pgdata = join(data_dir, 'pgdata')
  if (database_url || !existsSync(join(pgdata, 'PG_VERSION'))) return
  const { db, close } = await openDatabase({ data_dir, database_url: null })
  const unused = await isUnused(db).finally(close)
  if (!unused) throw new BackupProblem(`${data_dir} holds data already. Set DATA_DIR to a new directory.`)
  await rm(pgdata, { recursive: true })
}

/**
 * Copies an embedded database to an empty one of a PostgreSQL server. No server may run, or what it writes would stay
 * behind. @throws BackupProblem, DatabaseUnavailable
 */
export async function moveDatabase(data_dir: string, target: Omit<Place, 'data_dir'>, record: Record): Promise<number> {
  const from = await openExisting({ data_dir, database_url: null })
  try {
    const to = await openDatabase({
      data_dir,
      database_url: target.database_owner_url ?? target.database_url,
      database_owner_url: null,
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
      await record(to.db, 'database_moved')
      await tidy(to.db)
      return rows
    } finally {
      await to.close()
    }
  } finally {
    await from.close()
  }
}
