/** Secrets of this installation: configured, or made once and kept in the data directory for its owner only. */
import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { type Database, DatabaseUnavailable } from './database/database.ts'
import { installationKeys } from './database/schemas.ts'

const MANAGEMENT_KEY = 'management-key'

/** Returns the configured key, or the data directory's, made on the first run. */
export function embeddedKey(configured: string | null, data_dir: string): Promise<string> {
  return configured ? Promise.resolve(configured) : loadOrCreateSecret(data_dir, 'service-api-key', 'sk_sandbox_')
}

/** Returns the first organization management key; null where instances share a database and none is configured. */
export function managementKey({ management_key, database_url, data_dir }: ManagementKeyPlace): Promise<string | null> {
  if (management_key !== null || database_url !== null) return Promise.resolve(management_key)
  return loadOrCreateSecret(data_dir, MANAGEMENT_KEY, 'mk_')
}

interface ManagementKeyPlace {
  data_dir: string
  /** Unset for the embedded one: instances that share a database would each make a key of their own. */
  database_url: string | null
  management_key: string | null
}

/** Returns the secrets with which a configured service signs its events, or that of the embedded one, made on the first run. */
export async function webhookSecrets(configured: readonly string[], data_dir: string): Promise<readonly string[]> {
  if (configured.length > 0) return configured
  return [await loadOrCreateSecret(data_dir, 'webhook-secret', 'whsec_', 'base64')]
}

/** The 32 bytes that seal tokens at rest; several instances over one database need the same, so it can be configured. */
export async function sealingBytes(configured: string | null, data_dir: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(
    createHash('sha256')
      .update(await rootSecret(configured, data_dir))
      .digest(),
  )
}

/** Signs cookies and encrypts second factors; derived, so that it tells nothing of the key that seals tokens. */
export async function signInSecret(configured: string | null, data_dir: string): Promise<string> {
  const root = await rootSecret(configured, data_dir)
  return Buffer.from(hkdfSync('sha256', root, '', 'sign-in', 32)).toString('base64url')
}

/** Returns the keyed hash of what finds a person: 64 bits as a signed integer, by a key of its own for each environment. */
export async function peopleHash(configured: string | null, data_dir: string) {
  const root = await rootSecret(configured, data_dir)
  const keys = new Map<string, KeyObject>()
  const keyOf = (environment: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', root, '', `people ${environment}`, 32)))
  return (environment: string, term: string): string => {
    // A key that is made once costs a fifth of one made for each hash.
    const key = keys.get(environment) ?? keyOf(environment)
    keys.set(environment, key)
    return createHmac('sha256', key).update(term).digest().readBigInt64BE().toString()
  }
}

/** Files of the data directory that hold a generated secret. */
const GENERATED = ['secrets-key', 'service-api-key', 'webhook-secret', MANAGEMENT_KEY]

/** Returns the generated secrets that are there, by the name of their file. */
export async function readGenerated(data_dir: string): Promise<Record<string, string>> {
  const read = GENERATED.map(async (name) => [name, await readFile(join(data_dir, name), 'utf8').catch(() => null)])
  return Object.fromEntries((await Promise.all(read)).filter(([, text]) => text !== null))
}

/** Writes generated secrets of a backup; false, and nothing is written, where another is there. */
export async function writeGenerated(data_dir: string, secrets: Readonly<Record<string, string>>): Promise<boolean> {
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const own = await readGenerated(data_dir)
  const names = GENERATED.filter((name) => secrets[name] !== undefined)
  if (names.some((name) => own[name] !== undefined && own[name] !== secrets[name])) return false
  for (const name of names.filter((one) => own[one] === undefined))
    await writeFile(join(data_dir, name), secrets[name] ?? '', { mode: 0o600, flag: 'wx', flush: true })
  return true
}

interface Installation extends ManagementKeyPlace {
  secrets_key: string | null
  environments: readonly { base_url: string | null; api_key: string | null; webhook_secrets: readonly string[] }[]
}

/** @throws DatabaseUnavailable for another or missing key: one made anew would look like data that is lost */
export async function checkKeys(db: Database, installation: Installation): Promise<void> {
  const { data_dir, database_url, secrets_key, environments, management_key } = installation
  const noted = new Map((await db.select().from(installationKeys)).map(({ name, fingerprint }) => [name, fingerprint]))
  const embedded = environments.find(({ base_url }) => base_url === null)
  const made = [
    { name: 'secrets-key', variable: 'SECRETS_KEY', isMade: secrets_key === null },
    { name: 'service-api-key', variable: 'SERVICE_API_KEY', isMade: embedded?.api_key === null },
    { name: 'webhook-secret', variable: 'WEBHOOK_SECRET', isMade: embedded?.webhook_secrets.length === 0 },
    {
      name: MANAGEMENT_KEY,
      variable: 'MANAGEMENT_KEY',
      isMade: embedded !== undefined && management_key === null && database_url === null,
    },
  ].filter(({ isMade }) => isMade)
  for (const { name, variable } of made) {
    const path = join(data_dir, name)
    if (noted.has(name) && !existsSync(path)) {
      throw new DatabaseUnavailable(
        `${path} is missing, and the data was written with it. Restore it from the backup, or set ${variable} to what it held.`,
      )
    }
  }
  const fingerprint = Buffer.from(hkdfSync('sha256', await rootSecret(secrets_key, data_dir), '', 'fingerprint', 16))
  const mark = fingerprint.toString('hex')
  // Made before they are noted: a start that is killed in between must not ask the next one for keys that never were.
  if (embedded)
    await Promise.all([
      embeddedKey(embedded.api_key, data_dir),
      webhookSecrets(embedded.webhook_secrets, data_dir),
      managementKey(installation),
    ])
  const first = made.filter(({ name }) => name !== 'secrets-key').map(({ name }) => ({ name, fingerprint: '' }))
  await db
    .insert(installationKeys)
    .values([{ name: 'secrets-key', fingerprint: mark }, ...first])
    .onConflictDoNothing()
  // Read again: of two instances that start at once the first one's counts.
  const [written] = await db.select().from(installationKeys).where(eq(installationKeys.name, 'secrets-key'))
  if (written && written.fingerprint !== mark) {
    throw new DatabaseUnavailable(
      `SECRETS_KEY${secrets_key === null ? ` (here ${join(data_dir, 'secrets-key')})` : ''} isn’t the key that the data was written with. Instances that share a database need the same one.`,
    )
  }
}

async function rootSecret(configured: string | null, data_dir: string): Promise<string> {
  return configured ?? (await loadOrCreateSecret(data_dir, 'secrets-key', ''))
}

/** Reads a secret of the data directory, or makes it; of two processes that make it at once, both get the first one's. */
async function loadOrCreateSecret(
  data_dir: string,
  file: string,
  prefix: string,
  spelling: 'base64' | 'base64url' = 'base64url',
): Promise<string> {
  const path = join(data_dir, file)
  await mkdir(data_dir, { recursive: true, mode: 0o700 })
  const made = `${prefix}${randomBytes(32).toString(spelling)}`
  await writeFile(path, `${made}\n`, { mode: 0o600, flag: 'wx', flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return (await readFile(path, 'utf8')).trim()
}

/** Says whether a key is the expected one, in a time that tells nothing of it. */
export function keyChecker(expected: string): (key: string) => boolean {
  const digest = (key: string) => createHash('sha256').update(key).digest()
  const wanted = digest(expected)
  return (key) => timingSafeEqual(digest(key), wanted)
}
