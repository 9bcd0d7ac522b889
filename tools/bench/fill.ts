/** A data directory with sample data, for a bench that starts the whole server over it. */
import { openDatabase, tidy } from '#lib/platform/database/database.ts'
import { type Size, writeDataSet } from '#lib/sandbox/data-set.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { print } from './table.ts'

/** Fills an empty data directory with the set of a seed, and closes it again. */
export async function fillDirectory(data_dir: string, size: Size & { seed: number }): Promise<void> {
  print(`  filling a data directory with ${size.users} users and ${size.orders} orders`)
  const database = await openDatabase({ data_dir, database_url: null })
  await writeDataSet(createPostgresStore(database.db), size, new Date())
  await tidy(database.db)
  await database.close()
}
