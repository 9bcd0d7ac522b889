/** Order search over a growing PostgreSQL server, started for it where the machine has the program. */
import { startPostgres } from '#lib/platform/database/postgres.testing.ts'
import { type BenchOptions, defer, part } from './harness.ts'
import { childrenProcessor } from './processor.ts'
import { searchOver } from './search.ts'

export async function bench({ orders = 1_000_000 }: BenchOptions): Promise<void> {
  const server = await startPostgres()
  defer(server.stop)
  await part(() => searchOver({ data_dir: '', database_url: server.url }, orders, childrenProcessor(server.pid)))
}
