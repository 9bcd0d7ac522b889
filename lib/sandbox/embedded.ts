/** Starts the embedded service: store, queue, sample data on the first run, and jobs that were left unfinished. */

import type { Config } from '#lib/config.ts'
import type { Audit } from '#lib/console/audit-port.ts'
import type { RecordStore } from '#lib/console/records.ts'
import type { BookingStore } from '#lib/domains/bookings/console/store.ts'
import type { AcknowledgementStore, CallbackStore } from '#lib/domains/orders/console/store.ts'
import type { Advanced, AdvanceInput } from '#lib/domains/orders/service/simulation/advance-order.ts'
import { ORG_ID } from '#lib/domains/teams/management.ts'
import type { DeletedUsersOf } from '#lib/domains/users/directory.ts'
import type { WebhookAdmin } from '#lib/domains/webhooks/admin.ts'
import { isLoopback } from '#lib/domains/webhooks/rules.ts'
import type { Send } from '#lib/domains/webhooks/service/attempt.ts'
import { buildPath, WEBHOOK_PREFIX } from '#lib/kernel/wire.ts'
import { type OpenDatabase, tidy } from '#lib/platform/database/database.ts'
import type { Queue } from '#lib/platform/database/queue.ts'
import { createWebhookSender } from '#lib/platform/http/webhook-sender.ts'
import { embeddedKey, keyChecker, managementKey, sealingBytes, webhookSecrets } from '#lib/platform/keys.ts'
import { NO_TRACING } from '#lib/platform/trace/tracing-port.ts'
import { DEFAULT_SIZE } from '#lib/sandbox/data/generate.ts'
import { Random } from '#lib/sandbox/data/prng.ts'
import { createService } from '#lib/sandbox/service/service.ts'
import { createPostgresStore } from '#lib/sandbox/service/store-sql.ts'
import { JOB_NAMES } from '#lib/service/handler.ts'
import type { UserBundle } from '#lib/service/records.ts'
import { sealingKey } from '#lib/service/secrets.ts'
import type { DataSet } from '#lib/service/store.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import type { SystemOptions } from '#lib/system/options.ts'
import { repeat } from '#lib/utils/timers/delay.ts'
import { acknowledgeBacklog, playCases } from './backlog.ts'
import { sandboxCatalog } from './catalog.ts'
import { EMBEDDED_TEAM_ID, writeDataSet } from './data-set.ts'
import { createKeyCalls } from './key-calls.ts'
import { createLivingSandbox, TURN } from './living.ts'
import { makePast } from './past/past.ts'
import { SAMPLE_STAFF } from './past/story.ts'
import { isPlayed, playedAnswer } from './simulation.ts'

export interface EmbeddedService
  extends Pick<ReturnType<typeof createService>, 'api' | 'management' | 'pages' | 'teams'> {
  /** The team key that it accepts. */
  key: string
  /** Moves an order on, for training. */
  advanceOrder(input: Omit<AdvanceInput, 'team_id'>): Promise<Advanced>
  webhooks: WebhookAdmin
  deletedUsers: NonNullable<ReturnType<DeletedUsersOf>>
  /** Delivers no more events; to be called while the console's inbox still takes them. */
  stopWebhooks(): Promise<void>
  /** Takes up no more work. */
  stop(): Promise<void>
}

interface Needs {
  database: OpenDatabase
  queue: Queue
  audit: Audit
  /** The console’s, for what people did about the sample data, and at which pace it lives. */
  own: AcknowledgementStore & CallbackStore & BookingStore & RecordStore
  /** The console’s own inbox, which gets every event; null while the console can't start. */
  inbox: Promise<{
    fetch: (request: Request) => Response | Promise<Response>
  } | null>
  /** By which records count as old. */
  agedBy: () => Date
}

const isFirstSet = ({ seed, users, orders }: DataSet) =>
  seed === 0 && users === DEFAULT_SIZE.users && orders === DEFAULT_SIZE.orders

/** Most of the sample data’s critical results were acknowledged by people who say that they are samples. */
const BACKLOG = { waiting: 12, owners: [SAMPLE_STAFF.support, SAMPLE_STAFF.lab_coordinator] } as const

/** Resumes unfinished jobs; the first run fills the database with sample data. */
export async function startEmbedded(
  config: Config,
  { database, queue, audit, own, inbox, agedBy }: Needs,
  { log, say, publicUrl, tracing = NO_TRACING }: SystemOptions,
): Promise<EmbeddedService> {
  const store = createPostgresStore(database.db)
  const environment = config.environments.find(({ base_url }) => base_url === null)
  const sealing_key = await sealingKey(await sealingBytes(config.secrets_key, config.data_dir))
  const unfinished = await store.unfinishedDataSets()
  const wasCut = unfinished.some(isFirstSet)
  if (wasCut || (await store.isEmpty(EMBEDDED_TEAM_ID))) {
    const size = `${DEFAULT_SIZE.users} users and ${DEFAULT_SIZE.orders} orders`
    say(wasCut ? `the first run was cut short: making up the rest of ${size}` : `first run: making up ${size}`)
    const bundles: UserBundle[] = []
    const sample = { records: store, environment: environment?.id ?? '', team_id: EMBEDDED_TEAM_ID }
    await writeDataSet(store, { ...DEFAULT_SIZE, seed: 0 }, new Date(), {
      onBatch: (some) => void bundles.push(...some),
      async complete() {
        if (environment && config.sample_history === 'on') {
          say('playing the two weeks before (SAMPLE_HISTORY=off leaves them out)')
          await makePast(database.db, { ...sample, bundles, environment, sealing_key, until: Date.now() }).catch(
            (error: unknown) => log.error(errorFacts(error), 'the sample history cannot be made'),
          )
        }
        await acknowledgeBacklog({ ...sample, acknowledgements: own, ...BACKLOG })
        await playCases({ ...sample, own, owners: BACKLOG.owners })
      },
    })
    await tidy(database.db)
  }
  for (const { seed, users, orders } of unfinished.filter((set) => !isFirstSet(set)))
    say(`a data set was cut short; finish it with: npm run seed -- --users ${users} --orders ${orders} --seed ${seed}`)
  const key = await embeddedKey(environment?.api_key ?? null, config.data_dir)
  const keyCalls = createKeyCalls({
    audit,
    environment: environment?.id ?? '',
    onError: (error) => log.error(errorFacts(error), 'reads by key cannot be recorded'),
  })
  const isKey = keyChecker(key)
  const ofManagement = await managementKey(config)
  const service = createService({
    store,
    catalog: sandboxCatalog,
    jobs: { schedule: (name, id, at) => queue.send(name, id, at) },
    sealing_key,
    publicUrl,
    key_header: config.key_header,
    keyCalls: keyCalls.calls,
    teamOfKey: (given) => (isKey(given) ? EMBEDDED_TEAM_ID : null),
    onError: (error) => log.error(errorFacts(error), 'the service failed'),
    installation: {
      organization: { org_id: ORG_ID, name: config.organization_name },
      team_id: EMBEDDED_TEAM_ID,
      isManagementKey: ofManagement === null ? null : keyChecker(ofManagement),
    },
    webhooks: {
      agedBy,
      send: createSandboxSend(environment?.id ?? '', inbox),
      inboxSecret: async () => (await webhookSecrets(environment?.webhook_secrets ?? [], config.data_dir))[0] ?? '',
    },
  })
  await service.ensureInbox(EMBEDDED_TEAM_ID)
  await service.ensureTeam(environment?.label ?? 'Sandbox')
  for (const name of JOB_NAMES) {
    const run = (id: string) => service.runJob(name, id)
    await queue.work(name, tracing.job(name, run))
  }
  const stopRecovering = await service.scheduleRecovery()
  const live = createLivingSandbox({
    team_id: EMBEDDED_TEAM_ID,
    environment: environment?.id ?? '',
    orders: store,
    records: own,
    advance: (input) => service.advanceOrder({ ...input, team_id: EMBEDDED_TEAM_ID }),
    send: (asked) => service.sendWearables(EMBEDDED_TEAM_ID, asked),
    now: () => new Date(),
  })
  const stopLiving = repeat(live, {
    everyMs: TURN,
    onError: (error) => log.error(errorFacts(error), 'the simulation of the sandbox failed'),
    atOnce: false,
  })
  return {
    api: service.api,
    management: service.management,
    teams: service.teams,
    pages: service.pages,
    key,
    advanceOrder: (input) => service.advanceOrder({ ...input, team_id: EMBEDDED_TEAM_ID }),
    webhooks: service.webhooks(EMBEDDED_TEAM_ID),
    deletedUsers: (page) => service.deletedUsers(EMBEDDED_TEAM_ID, page),
    stopWebhooks: service.stopWebhooks,
    async stop() {
      await stopLiving()
      await stopRecovering()
      await keyCalls.close()
    },
  }
}

/** Delivery of the embedded service's events: over the network, or straight to this process's console. */
interface Inbox {
  fetch: (request: Request) => Response | Promise<Response>
}

/** Creates the sender. The console's own inbox gets the same signed request as any other, without a network between. */
function createSandboxSend(environment: string, inbox: Promise<Inbox | null>): Send {
  const overNetwork = createWebhookSender({ isLoopback })
  const address = `http://localhost${buildPath(`${WEBHOOK_PREFIX}/{environment}`, { environment })}`

  return async ({ url, ...request }) => {
    if (url !== null && isPlayed(url)) return playedAnswer(url, new Random(Date.now(), request.body.length, 0))
    if (url !== null) return overNetwork({ url, ...request })
    const started = performance.now()
    const elapsed = () => Math.round(performance.now() - started)
    const opened = await inbox
    if (!opened) return { kind: 'failed', failure: 'connection', ms: elapsed() }
    const { headers, body } = request
    const response = await opened.fetch(new Request(address, { method: 'POST', headers, body }))
    const text = await response.text()
    const cut = { text: text.slice(0, request.maxBytes), is_cut: text.length > request.maxBytes }
    const content_type = response.headers.get('content-type')
    const retry_after = response.headers.get('retry-after')
    return { kind: 'response', status: response.status, content_type, retry_after, ...cut, ms: elapsed() }
  }
}
