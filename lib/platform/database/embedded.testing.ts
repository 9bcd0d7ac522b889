/** Embedded databases for tests, in memory or in a directory: migrated once a machine, from then on copies of that. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makePrivate } from '#lib/platform/private-files.ts'
import type { OpenDatabase } from './database.ts'
import { openPGlite } from './embedded.ts'
import { MIGRATIONS, migrateEmbedded } from './migrate.ts'

const CACHE = fileURLToPath(new URL('../../../node_modules/.cache', import.meta.url))

/** Named by what it is made of: another migration or another PGlite is another file. */
function copyName(): string {
  const hash = createHash('sha256').update(readFileSync(createRequire(import.meta.url).resolve('@electric-sql/pglite')))
  const files = readdirSync(MIGRATIONS.migrationsFolder, { recursive: true, encoding: 'utf8' }).sort()
  for (const file of files.filter((name) => /\.(sql|json)$/.test(name)))
    hash.update(readFileSync(join(MIGRATIONS.migrationsFolder, file)))
  return join(CACHE, `embedded-${hash.digest('hex').slice(0, 16)}.tar`)
}

/** The copy, made where there is none yet. */
async function migrated(): Promise<Blob> {
  const copy = copyName()
  // Read at once: a blob of a file can’t be read any more when another process takes its place.
  if (existsSync(copy)) return new Blob([readFileSync(copy)])
  const client = await openPGlite()
  await migrateEmbedded(client)
  const dump = await client.dumpDataDir('none')
  await client.close()
  mkdirSync(CACHE, { recursive: true })
  // Tests run side by side: each writes a file of its own, and whichever comes last takes the place.
  const draft = `${copy}.${process.pid}.${crypto.randomUUID()}`
  writeFileSync(draft, await dump.bytes())
  renameSync(draft, copy)
  return dump
}

export async function openInMemory(): Promise<OpenDatabase> {
  const client = await openPGlite(undefined, { loadDataDir: await migrated() })
  const db = await migrateEmbedded(client)
  return { db, engine: { kind: 'pglite', client }, where: 'memory', close: () => client.close() }
}

/** A new data directory as an earlier start left it: its database is migrated, and empty. */
export async function prepareDirectory(data_dir: string): Promise<void> {
  mkdirSync(data_dir, { mode: 0o700 })
  const client = await openPGlite(join(data_dir, 'pgdata'), { loadDataDir: await migrated() })
  await client.close()
  await makePrivate(data_dir)
}
