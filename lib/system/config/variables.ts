/** The variables of the environment, each by itself. */

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ROLES } from '#lib/domains/staff/roles.ts'

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

export type Variables = Readonly<Record<string, string | undefined>>

const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUnset, schema.optional())

const count = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(words).int(words).min(min, words).max(max, words)
}

const webUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((url) => isLocal(url) || url.startsWith('https:'), 'must be https: health data must not travel in the clear')
  .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no query, fragment or user name')

export const serviceUrl = webUrl.transform((url) => url.replace(/\/+$/, ''))

/** Headers by which HTTP itself works, or that the proxy sets. */
const RESERVED_HEADERS: ReadonlySet<string> = new Set([
  ...[
    'host',
    'connection',
    'content-length',
    'content-type',
    'transfer-encoding',
    'upgrade',
    'expect',
    'te',
    'trailer',
  ],
  ...['accept', 'accept-encoding', 'cookie', 'origin', 'x-request-id', 'x-management-key', 'x-service-org-key'],
])

const databaseUrl = optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }))

/** Names such as `console.internal`, with commas and spaces between them. */
const HOST_LIST = /^\s*[\w-]+(\.[\w-]+)*(\s*,\s*[\w-]+(\.[\w-]+)*)*\s*$/

const hostList = z
  .string()
  .toLowerCase()
  .regex(HOST_LIST, 'must be host names without ports, separated by commas')
  .transform((list) => list.split(',').map((name) => name.trim()))

const roleList = z
  .string()
  .transform((list) => list.split(',').map((role) => role.trim()))
  .pipe(z.array(z.enum(ROLES, `must be roles, separated by commas: ${ROLES.join(', ')}`)))

/** A semicolon would begin what OpenTelemetry calls metadata, and drops. */
const PAIRS = /^[\w-]+=[^,;\r\n]+(,[\w-]+=[^,;\r\n]+)*$/

export const variables = z.object({
  PORT: optional(count(0, 65_535)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  DATABASE_POOL_SIZE: optional(count(2, 200)),
  JOB_POOL_SIZE: optional(count(1, 50)),
  SHUTDOWN_DELAY_SECONDS: optional(count(0, 300)),
  SERVICE_BASE_URL: optional(serviceUrl),
  SERVICE_API_KEY: optional(z.string().min(8, 'must have at least 8 characters')),
  WEBHOOK_SECRET: optional(z.string()),
  SERVICE_API_KEY_HEADER: optional(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+$/, 'must be a header name')
      .refine((name) => !RESERVED_HEADERS.has(name), 'must be a header of its own, which HTTP doesn’t use'),
  ),
  SERVICE_ENVIRONMENTS: optional(z.string()),
  PUBLIC_URL: optional(
    serviceUrl.refine(
      (url) => !URL.canParse(url) || new URL(url).pathname === '/',
      'must be an address without a path',
    ),
  ),
  ALLOWED_HOSTS: optional(hostList),
  BACKUP_PASSPHRASE: optional(z.string().min(12, 'must have at least 12 characters')),
  SECRETS_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  MANAGEMENT_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  ORGANIZATION_NAME: optional(z.string().trim().max(60, 'must have at most 60 characters')),
  LOG_FORMAT: optional(z.enum(['text', 'json'], 'must be text or json')),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  CONSOLE_ADMIN_EMAIL: optional(z.string().trim().toLowerCase().pipe(z.email('must be an email address'))),
  CONSOLE_ADMIN_PASSWORD: optional(z.string()),
  REQUIRE_SECOND_FACTOR: optional(roleList),
  SESSION_IDLE_MINUTES: optional(count(1, 480)),
  SESSION_HOURS: optional(count(1, 168)),
  SESSION_REQUESTS_PER_MINUTE: optional(count(60, 10_000_000)),
  OIDC_ISSUER: optional(webUrl),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_LABEL: optional(z.string().max(40, 'must have at most 40 characters')),
  OIDC_DEFAULT_ROLE: optional(z.literal('read_only', 'must be read_only: further roles are given by administrators')),
  OIDC_ALLOWED_DOMAINS: optional(hostList),
  OIDC_EMAIL_VERIFIED_MISSING: optional(z.enum(['accept', 'refuse'], 'must be accept or refuse')),
  DIRECTORY_REFRESH_MINUTES: optional(count(1, 1440)),
  DIRECTORY_MAX_USERS: optional(count(1000, 100_000_000)),
  CONNECTION_CHECKS_PER_MINUTE: optional(count(0, 60_000)),
  EVENT_BODY_DAYS: optional(count(1, 3650)),
  PROXY_HOPS: optional(count(0, 10)),
  NO_PROXY_IN_FRONT: optional(z.literal('yes', 'must be yes')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(serviceUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string().regex(PAIRS, 'must be name=value, separated by commas')),
  OTEL_SERVICE_NAME: optional(z.string()),
  METRICS_PORT: optional(count(1, 65_535)),
  METRICS_HOST: optional(z.string()),
  SAMPLE_HISTORY: optional(z.enum(['on', 'off'], 'must be on or off')),
  DEMO: optional(z.enum(['on', 'off'], 'must be on or off')),
  MAP_STYLE_URL: optional(
    z
      .url({ protocol: /^https$/, error: 'must be an https address' })
      .refine(
        (url) => !/#|\/\/[^/]*@|[\s;,'"]/.test(url),
        'must have no fragment, user name, quote, comma or semicolon',
      ),
  ),
})
export type Given = Partial<z.output<typeof variables>>

function isLocal(url: string) {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url)
}

/** Each may be given as a file, by its name with `_FILE` behind it. */
export const SECRETS =
  `DATABASE_URL DATABASE_OWNER_URL SERVICE_API_KEY WEBHOOK_SECRET SECRETS_KEY MANAGEMENT_KEY CONSOLE_ADMIN_PASSWORD OIDC_CLIENT_SECRET
  OTEL_EXPORTER_OTLP_HEADERS BACKUP_PASSPHRASE`.split(/\s+/)

/** Returns the variables with each secret in place of its file; what cannot be read is added to `problems`. */
export function withSecretFiles(env: Variables, problems: string[]): Variables {
  const read = SECRETS.map((name) => ({ [name]: secretOf(env, name, problems), [`${name}_FILE`]: undefined }))
  return Object.assign({ ...env }, ...read)
}

/** A secret by its variable, or by the file that the variable with `_FILE` names. */
export function secretOf(env: Variables, name: string, problems: string[]): string | undefined {
  const path = env[`${name}_FILE`]
  if (!path) return env[name]
  if (env[name]) problems.push(`${name}: given twice, as ${name} and as ${name}_FILE`)
  return readSecret(path, `${name}_FILE`, problems)
}

/** Returns the text of a file without its last line break. */
export function readSecret(path: string, name: string, problems: string[]): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret === '') problems.push(`${name}: the file ${path} is empty`)
    return secret
  } catch {
    problems.push(`${name}: the file ${path} cannot be read`)
    return ''
  }
}
