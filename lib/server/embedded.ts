/** The embedded service, started: store, queue, made-up data on the first run, and whatever was left undone. */
import type { Config } from '#lib/config.ts'
import { type OpenDatabase, tidy } from '#lib/db/database.ts'
import type { Queue } from '#lib/db/queue.ts'
import { sandboxCatalog } from '#lib/mocks/catalog.ts'
import { DEFAULT_SIZE } from '#lib/mocks/dataset/generate.ts'
import { JOB_NAMES } from '#lib/service/jobs.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import { createService } from '#lib/service/service.ts'
import type { Advanced, AdvanceInput } from '#lib/service/simulation/advance-order.ts'
import { createPostgresStore } from '#lib/service/store/postgres.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from './data-set.ts'
import { embeddedKey, keyChecker, sealingBytes } from './keys.ts'
import { errorFacts } from './log.ts'
import type { SystemOptions } from './options.ts'
import { NO_TRACING } from './tracing-port.ts'

export interface EmbeddedService extends Pick<ReturnType<typeof createService>, 'api' | 'pages'> {
  /** The team key that it accepts. */
  key: string
  /** Moves an order on, for training. */
  advanceOrder(input: Omit<AdvanceInput, 'team_id'>): Promise<Advanced>
  /** Takes up no more work. */
  stop(): Promise<void>
}

export async function startEmbedded(
  config: Config,
  { database, queue }: { database: OpenDatabase; queue: Queue },
  { log, say, publicUrl, tracing = NO_TRACING }: SystemOptions,
): Promise<EmbeddedService> {
  const store = createPostgresStore(database.db)
  if (await store.isEmpty(EMBEDDED_TEAM_ID)) {
    say(`first run: making up ${DEFAULT_SIZE.users} users and ${DEFAULT_SIZE.orders} orders`)
    await writeDataSet(store, { ...DEFAULT_SIZE, seed: 0 }, new Date())
    await tidy(database.db)
  }
  const configured = config.environments.find(({ base_url }) => base_url === null)?.api_key ?? null
  const key = await embeddedKey(configured, config.data_dir)
  const isKey = keyChecker(key)
  const service = createService({
    store,
    catalog: sandboxCatalog,
    jobs: { schedule: (name, id, at) => queue.send(name, id, at) },
    sealing_key: await sealingKey(await sealingBytes(config.secrets_key, config.data_dir)),
    publicUrl,
    key_header: config.key_header,
    teamOfKey: (given) => (isKey(given) ? EMBEDDED_TEAM_ID : null),
    onError: (error) => log.error(errorFacts(error), 'the service failed'),
  })
  for (const name of JOB_NAMES) {
    const run = (id: string) => service.runJob(name, id)
    await queue.work(name, tracing.job(name, run))
  }
  const stopRecovering = await service.keepRecovering()
  return {
    api: service.api,
    pages: service.pages,
    key,
    advanceOrder: (input) => service.advanceOrder({ ...input, team_id: EMBEDDED_TEAM_ID }),
    stop: stopRecovering,
  }
}
