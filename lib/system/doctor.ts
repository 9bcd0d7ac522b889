/** Checks of an installation, the same for a server that runs and for `npm run doctor` without one. */
import { X509Certificate } from 'node:crypto'
import { connect, getCACertificates } from 'node:tls'
import { eq, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Config } from '#lib/config.ts'
import { newestEntryAt } from '#lib/domains/audit/console/chain.ts'
import { retentionOf, type SystemCheck, type SystemReport } from '#lib/domains/environments/system-report.ts'
import { VERSION } from '#lib/kernel/values.ts'
import { checkWrites, type Database } from '#lib/platform/database/database.ts'
import { appliedHashes, knownHashes } from '#lib/platform/database/migrate.ts'
import { JOBS } from '#lib/platform/database/owner.ts'
import { installationKeys } from '#lib/platform/database/schemas.ts'
import { freeBytes } from '#lib/platform/disk-space.ts'
import { countExposed } from '#lib/platform/private-files.ts'
import { DAY, HOUR, MINUTE, SECOND } from '#lib/utils/time/durations.ts'

export const BACKED_UP = 'database_backed_up'

const MB = 1024 * 1024
const GB = 1024 * MB
/** Limits at which a person should act; those of deploy/alerts.yaml where it has one. */
const LIMITS = {
  freeBytes: 500e6,
  backupAge: 36 * HOUR,
  clocksApart: 30 * SECOND,
  jobWaits: 5 * MINUTE,
  eventWaits: 15 * SECOND,
  certificateEnds: 21 * DAY,
}
/** Milliseconds that a remote service may take. */
const TIMEOUT_MS = 3_000

interface Installation {
  config: Pick<Config, 'data_dir' | 'database_url' | 'environments' | 'event_body_days' | 'session_hours'>
  db: Database
  /** For how many milliseconds the oldest received event has waited; null where no server runs. */
  oldestEvent: (() => number) | null
  /** Told why a check failed. */
  onError: (error: unknown, label: string) => void
}

/** The state of one thing, and what to do about it if anything. */
type Finding = [value: string, action?: string | false]

const CHECKS: readonly [label: string, check: (installation: Installation) => Promise<Finding>][] = [
  ['Version', async () => [VERSION]],
  ['Schema', checkSchema],
  ['Database', checkDatabase],
  ['Free space', checkSpace],
  ['File permissions', checkFiles],
  ['Clock', checkClocks],
  ['Job queue', checkJobs],
  ['Event inbox', checkInbox],
  ['Last backup', checkBackup],
  ['Certificates', checkCertificates],
  ['Key fingerprint', checkFingerprint],
]

const UNREADABLE: Finding = ['Unknown', 'This check failed. The log has the reason.']

export async function examine(installation: Installation): Promise<SystemReport> {
  const checks = CHECKS.map(async ([label, check]): Promise<SystemCheck> => {
    const [value, action] = await check(installation).catch((error: unknown) => {
      installation.onError(error, label)
      return UNREADABLE
    })
    return { label, value, action: action || null }
  })
  return {
    made_at: new Date().toISOString(),
    checks: await Promise.all(checks),
    retention: retentionOf(installation.config),
  }
}

async function rowOf<T>(db: Database, query: ReturnType<typeof sql>, row: z.ZodType<T>): Promise<T> {
  const { rows } = z.object({ rows: z.tuple([z.unknown()]) }).parse(await db.execute(query))
  return row.parse(rows[0])
}

async function checkSchema({ db }: Installation): Promise<Finding> {
  const [known, applied] = [knownHashes(), await appliedHashes(db)]
  const isNewest = applied.at(-1) === known.at(-1)
  return [
    `${isNewest ? known.length : applied.length} of ${known.length} migrations`,
    !isNewest && 'Start this version of Vialdesk once: it brings the schema up to date.',
  ]
}

async function checkDatabase({ db, config: { database_url } }: Installation): Promise<Finding> {
  const facts = sql`select current_setting('server_version') as version,
    pg_database_size(current_database())::float8 as bytes`
  const { version, bytes } = await rowOf(db, facts, z.object({ version: z.string(), bytes: z.coerce.number() }))
  const writes = await checkWrites(db).then(
    () => true,
    () => false,
  )
  const kind = database_url === null ? 'Embedded' : `${new URL(database_url).host},`
  return [
    `${kind} PostgreSQL ${version}, ${Math.ceil(bytes / MB)} MB, ${writes ? 'takes writes' : 'refuses writes'}`,
    !writes && 'Free space on the disk of the database, and look at its log.',
  ]
}

async function checkSpace({ config: { data_dir, database_url } }: Installation): Promise<Finding> {
  const free = await freeBytes(data_dir)
  const where = database_url === null ? '' : ' for DATA_DIR; watch the disk of PostgreSQL there'
  return [
    `${free < 10 * GB ? `${Math.floor(free / MB)} MB` : `${Math.floor(free / GB)} GB`}${where}`,
    free < LIMITS.freeBytes && 'Free space or enlarge the disk. Changes are refused below 64 MB.',
  ]
}

async function checkFiles({ config: { data_dir } }: Installation): Promise<Finding> {
  if (process.platform === 'win32') return ['Not checked on Windows']
  const exposed = await countExposed(data_dir)
  if (exposed === 0) return ['Only the account of the server can read DATA_DIR']
  return [`Other accounts can read ${exposed} files of DATA_DIR`, 'Restart the server: it takes those rights away.']
}

/** Milliseconds by which this machine's clock is ahead of the one that answers at an address. */
async function aheadOf(base_url: string): Promise<number> {
  const { headers } = await fetch(base_url, {
    method: 'HEAD',
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  return Date.now() - z.coerce.date().parse(headers.get('date')).getTime()
}

async function checkClocks({ db, config: { database_url, environments } }: Installation): Promise<Finding> {
  const clocks: [string, () => Promise<number>][] = remoteOf(environments).map(({ id, url }) => [
    id,
    () => aheadOf(url),
  ])
  const now = sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`
  const ofDatabase = async () => Date.now() - (await rowOf(db, now, z.object({ ms: z.coerce.number() }))).ms
  if (database_url !== null) clocks.push(['the database', ofDatabase])
  if (clocks.length === 0) return ['Nothing to compare with: all runs on this machine']
  const read = await Promise.all(clocks.map(async ([name, ahead]) => ({ name, ms: await ahead().catch(() => null) })))
  const said = read.map(({ name, ms }) => `${name} ${ms === null ? 'didn’t answer' : `${Math.round(ms / SECOND)} s`}`)
  return [
    `Ahead of: ${said.join(', ')}`,
    read.some(({ ms }) => ms === null)
      ? 'Ask whoever runs the service that didn’t answer.'
      : read.some(({ ms }) => Math.abs(ms ?? 0) > LIMITS.clocksApart) &&
        'Synchronize the clock of this machine (NTP): events signed 5 minutes off are refused.',
  ]
}

const waiting = z.object({ count: z.coerce.number(), ms: z.coerce.number() })

async function checkJobs({ db }: Installation): Promise<Finding> {
  const due = sql`select count(*) as count, coalesce(extract(epoch from now() - min(start_after)) * 1000, 0)::float8 as ms
    from ${sql.identifier(JOBS)}.job where state < 'active' and start_after < now() and name not like '\\_\\_%'`
  const { count, ms } = await rowOf(db, due, waiting)
  return [
    count === 0 ? 'No job waits' : `${count} waiting, the oldest for ${age(ms)}`,
    ms > LIMITS.jobWaits && 'See VialdeskJobsWait in docs/operations.md. If the server is stopped, start it.',
  ]
}

async function checkInbox({ oldestEvent }: Installation): Promise<Finding> {
  if (oldestEvent === null) return ['Not known: no server was asked']
  const ms = oldestEvent()
  return [
    ms === 0 ? 'No event waits' : `The oldest event has waited for ${age(ms)}`,
    ms > LIMITS.eventWaits && 'See VialdeskEventsWait in docs/operations.md.',
  ]
}

async function checkBackup({ db }: Installation): Promise<Finding> {
  const at = await newestEntryAt(db, BACKED_UP)
  if (at === null) return ['None yet', 'Run npm run backup, and have it run every night.']
  const ms = Date.now() - at.getTime()
  return [
    `${age(ms)} ago (${at.toISOString()})`,
    ms > LIMITS.backupAge && 'Run npm run backup, and find out why the scheduled one didn’t.',
  ]
}

const remoteOf = (environments: Config['environments']) =>
  environments.flatMap(({ id, base_url }) => (base_url === null ? [] : [{ id, url: base_url }]))

/** Returns when the certificate of a service ends. @throws for one that isn't trusted here */
function endOfCertificate(url: string): Promise<Date> {
  const { hostname: host, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect({ host, servername: host, port: Number(port || 443), timeout: TIMEOUT_MS }, () => {
      resolve(new Date(socket.getPeerCertificate().valid_to))
      socket.destroy()
    })
    socket.on('timeout', () => socket.destroy(new Error('no answer in time')))
    socket.on('error', reject)
  })
}

async function checkCertificates({ config: { environments } }: Installation): Promise<Finding> {
  const authorities = getCACertificates('extra').map((pem) => new Date(new X509Certificate(pem).validTo))
  const extra = { name: `NODE_EXTRA_CA_CERTS (${authorities.length})`, end: latest(authorities) }
  const services = remoteOf(environments)
    .filter(({ url }) => url.startsWith('https:'))
    .map(async ({ id, url }) => ({ name: id, end: await endOfCertificate(url).catch(() => null) }))
  const read = [...(authorities.length > 0 ? [extra] : []), ...(await Promise.all(services))]
  if (read.length === 0) return ['None in use: no service is called over https']
  const soon = Date.now() + LIMITS.certificateEnds
  return [
    read
      .map(
        ({ name, end }) =>
          `${name} ${end === null ? 'isn’t trusted, or didn’t answer' : `until ${end.toISOString().slice(0, 10)}`}`,
      )
      .join(', '),
    read.some(({ end }) => end === null)
      ? 'Set NODE_EXTRA_CA_CERTS to the file of the authority that signed it, if it’s yours.'
      : read.some(({ end }) => end !== null && end.getTime() < soon) && 'Have it renewed.',
  ]
}

/** A bundle always holds some that ended; it's of use until the last one has. */
const latest = (dates: readonly Date[]) => new Date(Math.max(...dates.map((date) => date.getTime())))

async function checkFingerprint({ db }: Installation): Promise<Finding> {
  const [key] = await db.select().from(installationKeys).where(eq(installationKeys.name, 'secrets-key'))
  if (!key) return ['None yet', 'Start the server once: it notes the fingerprint of SECRETS_KEY.']
  return [`SECRETS_KEY ${key.fingerprint.slice(0, 16)}`]
}

function age(ms: number): string {
  if (ms < 2 * MINUTE) return `${Math.round(ms / SECOND)} s`
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`
  return ms < 3 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} days`
}
