/** The only reader of the environment: validated once, at the start, with one list of everything that is wrong. */
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { ENVIRONMENT_KINDS, environment } from '#lib/domains/environments/environment.ts'
import { passwordProblem } from '#lib/domains/staff/password.ts'
import { ROLES, type Role } from '#lib/domains/staff/roles.ts'
import { RESERVED_SEGMENTS } from '#lib/utils/http/own-path.ts'

export interface EnvironmentConfig {
  id: string
  label: string
  kind: (typeof ENVIRONMENT_KINDS)[number]
  /** Null: the embedded service answers, in this process. */
  base_url: string | null
  /** Null only for the embedded service, which then makes its own and keeps it in the data directory. */
  api_key: string | null
}

export interface Config {
  port: number
  host: string
  data_dir: string
  database_url: string | null
  /** The same database for the owner of its tables, used at startup only; null where one role is both. */
  database_owner_url: string | null
  key_header: string
  log_level: (typeof LOG_LEVELS)[number]
  /** Where browsers reach the console; null: at the address it listens on. Never ends with a slash. */
  public_url: string | null
  /** Host names to answer to besides that of `public_url`. */
  allowed_hosts: readonly string[]
  /** Seals tokens at rest; null: one is made and kept in the data directory. */
  secrets_key: string | null
  environments: [EnvironmentConfig, ...EnvironmentConfig[]]
  /** The first administrator, made where there is no staff yet. */
  admin: { email: string; password: string } | null
  session_idle_minutes: number
  session_hours: number
  /** More from one session are refused with 429. */
  session_requests_per_minute: number
  /** Whoever nobody invited gets the default role, or may not enter where there is none. */
  sso: { issuer: string; client_id: string; client_secret: string; label: string; default_role: Role | null } | null
  /** From the end of one whole reading of a service's list of users to the next. */
  directory_refresh_minutes: number
  /** How many proxies of ours stand in front, each of which adds to X-Forwarded-For. */
  proxy_hops: number
  /** Where traces go: the address of a collector, to which `/v1/traces` is added, and headers as `name=value,name=value`. */
  tracing: { endpoint: string; service_name: string; headers: string } | null
  /** A MapLibre style with streets, for the map of service centers; null: state and county lines alone. */
  map_style_url: string | null
  /** Whether the demo is offered at `/demo`. */
  demo: 'on' | 'off'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'silent'] as const

/** The message is the whole list, one problem a line. */
export class BadConfiguration extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
  }
}

type Variables = Readonly<Record<string, string | undefined>>

const emptyAsUnset = (value: unknown) => (value === '' ? undefined : value)
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(emptyAsUnset, schema.optional())

const count = (min: number, max: number) => {
  const words = `must be a whole number from ${min} to ${max}`
  return z.coerce.number(words).int(words).min(min, words).max(max, words)
}

const serviceUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address' })
  .refine((url) => isLocal(url) || url.startsWith('https:'), 'must be https: health data must not travel in the clear')
  .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must have no query, fragment or user name')
  .transform((url) => url.replace(/\/+$/, ''))

const databaseUrl = optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' }))

/** Names such as `console.internal`, with commas and spaces between them. */
const HOST_LIST = /^\s*[\w-]+(\.[\w-]+)*(\s*,\s*[\w-]+(\.[\w-]+)*)*\s*$/

/** A semicolon would begin what OpenTelemetry calls metadata, and drops. */
const PAIRS = /^[\w-]+=[^,;\r\n]+(,[\w-]+=[^,;\r\n]+)*$/

const variables = z.object({
  PORT: optional(count(0, 65_535)),
  HOST: optional(z.string()),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: databaseUrl,
  DATABASE_OWNER_URL: databaseUrl,
  SERVICE_BASE_URL: optional(serviceUrl),
  SERVICE_API_KEY: optional(z.string().min(8, 'must have at least 8 characters')),
  SERVICE_API_KEY_HEADER: optional(
    z
      .string()
      .toLowerCase()
      .regex(/^[a-z0-9-]+$/, 'must be a header name'),
  ),
  SERVICE_ENVIRONMENTS: optional(z.string()),
  PUBLIC_URL: optional(serviceUrl),
  ALLOWED_HOSTS: optional(
    z
      .string()
      .regex(HOST_LIST, 'must be host names without ports, separated by commas')
      .transform((list) => list.split(',').map((name) => name.trim())),
  ),
  SECRETS_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  LOG_LEVEL: optional(z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`)),
  CONSOLE_ADMIN_EMAIL: optional(z.string().trim().toLowerCase().pipe(z.email('must be an e-mail address'))),
  CONSOLE_ADMIN_PASSWORD: optional(z.string()),
  SESSION_IDLE_MINUTES: optional(count(1, 480)),
  SESSION_HOURS: optional(count(1, 168)),
  SESSION_REQUESTS_PER_MINUTE: optional(count(60, 10_000_000)),
  OIDC_ISSUER: optional(serviceUrl),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_LABEL: optional(z.string().max(40, 'must have at most 40 characters')),
  OIDC_DEFAULT_ROLE: optional(z.enum(ROLES, `must be one of ${ROLES.join(', ')}`)),
  DIRECTORY_REFRESH_MINUTES: optional(count(1, 1440)),
  PROXY_HOPS: optional(count(0, 10)),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(serviceUrl),
  OTEL_EXPORTER_OTLP_HEADERS: optional(z.string().regex(PAIRS, 'must be name=value, separated by commas')),
  OTEL_SERVICE_NAME: optional(z.string()),
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
type Given = Partial<z.output<typeof variables>>

/** Each may be given as a file, by its name with `_FILE` behind it. */
const SECRETS = `DATABASE_URL DATABASE_OWNER_URL SERVICE_API_KEY SECRETS_KEY CONSOLE_ADMIN_PASSWORD OIDC_CLIENT_SECRET
  OTEL_EXPORTER_OTLP_HEADERS`.split(/\s+/)

/** First parts of addresses that are not environments. */
const RESERVED_IDS = new Set(['demo', ...RESERVED_SEGMENTS])

const environmentList = z
  .array(
    environment.extend({
      id: z.string().regex(/^[a-z][a-z0-9-]{0,31}$/, 'must be lower-case letters, digits and -'),
      kind: z.enum(ENVIRONMENT_KINDS).exclude(['demo']),
      base_url: serviceUrl.nullish(),
      api_key_env: z.string().nullish(),
      api_key_file: z.string().min(1).nullish(),
    }),
  )
  .min(1, 'must name at least one environment')

/** @throws BadConfiguration with every problem at once; values of secrets are never repeated. */
export function readConfig(process_env: Variables): Config {
  const problems: string[] = []
  const env = withSecretFiles(process_env, problems)
  const parsed = variables.safeParse(env)
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const given: Given = parsed.success ? parsed.data : variables.parse(without(env, parsed.error))
  const environments = readEnvironments(env, given.SERVICE_BASE_URL ?? null, problems)
  const admin = readAdmin(env, given, problems)
  const sso = readSso(env, given, problems)
  const database = readDatabase(given, problems)
  const { MAP_STYLE_URL: map_style_url = null, DEMO: demo = 'on', ALLOWED_HOSTS: allowed_hosts = [] } = given
  const [first, ...others] = environments
  if (!first || problems.length > 0) throw new BadConfiguration(problems)
  return {
    port: given.PORT ?? 3000,
    host: given.HOST ?? '127.0.0.1',
    data_dir: given.DATA_DIR ?? '.data',
    ...database,
    key_header: given.SERVICE_API_KEY_HEADER ?? 'x-service-api-key',
    log_level: given.LOG_LEVEL ?? 'warn',
    public_url: given.PUBLIC_URL ?? null,
    allowed_hosts,
    secrets_key: given.SECRETS_KEY ?? null,
    environments: [first, ...others],
    admin,
    session_idle_minutes: given.SESSION_IDLE_MINUTES ?? 15,
    session_hours: given.SESSION_HOURS ?? 12,
    session_requests_per_minute: given.SESSION_REQUESTS_PER_MINUTE ?? 600,
    sso,
    directory_refresh_minutes: given.DIRECTORY_REFRESH_MINUTES ?? 15,
    proxy_hops: given.PROXY_HOPS ?? 0,
    tracing: readTracing(given),
    map_style_url,
    demo,
  }
}

function readDatabase(given: Given, problems: string[]): Pick<Config, 'database_url' | 'database_owner_url'> {
  const { DATABASE_URL: database_url = null, DATABASE_OWNER_URL: database_owner_url = null } = given
  if (database_owner_url && !database_url) problems.push('DATABASE_OWNER_URL: needs DATABASE_URL')
  return { database_url, database_owner_url }
}

function without(env: Variables, { issues }: z.ZodError): Variables {
  const bad = new Set(issues.map(({ path }) => String(path[0])))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !bad.has(name)))
}

function withSecretFiles(env: Variables, problems: string[]): Variables {
  const read = SECRETS.map((name) => ({ [name]: secretOf(env, name, problems), [`${name}_FILE`]: undefined }))
  return Object.assign({ ...env }, ...read)
}

/** A secret by its variable, or by the file that the variable with `_FILE` names. */
function secretOf(env: Variables, name: string, problems: string[]): string | undefined {
  const path = env[`${name}_FILE`]
  if (!path) return env[name]
  if (env[name]) problems.push(`${name}: given twice, as ${name} and as ${name}_FILE`)
  return readSecret(path, `${name}_FILE`, problems)
}

function readSecret(path: string, name: string, problems: string[]): string {
  try {
    const secret = readFileSync(path, 'utf8').replace(/\r?\n$/, '')
    if (secret === '') problems.push(`${name}: the file ${path} is empty`)
    return secret
  } catch {
    problems.push(`${name}: the file ${path} cannot be read`)
    return ''
  }
}

function readAdmin(env: Variables, given: Given, problems: string[]): Config['admin'] {
  if (!allOrNone(env, ['CONSOLE_ADMIN_EMAIL', 'CONSOLE_ADMIN_PASSWORD'], problems)) return null
  const { CONSOLE_ADMIN_EMAIL: email = '', CONSOLE_ADMIN_PASSWORD: password = '' } = given
  const problem = passwordProblem(password, email)
  if (problem) problems.push(`CONSOLE_ADMIN_PASSWORD: ${problem}`)
  return { email, password }
}

function readSso(env: Variables, given: Given, problems: string[]): Config['sso'] {
  const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: client_id = '', OIDC_CLIENT_SECRET: client_secret = '' } = given
  const { OIDC_LABEL: label = 'single sign-on', OIDC_DEFAULT_ROLE: default_role = null } = given
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  if (allOrNone(env, needed, problems)) return { issuer, client_id, client_secret, label, default_role }
  if (env.OIDC_LABEL || env.OIDC_DEFAULT_ROLE) problems.push(`${needed.join(', ')}: needed for single sign-on`)
  return null
}

function readTracing(given: Given): Config['tracing'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers = '' } = given
  return endpoint ? { endpoint, headers, service_name: given.OTEL_SERVICE_NAME ?? 'vialdesk' } : null
}

function allOrNone(env: Variables, names: string[], problems: string[]): boolean {
  const missing = names.filter((name) => !env[name])
  if (missing.length === 0 || missing.length === names.length) return missing.length === 0
  problems.push(`${missing.join(', ')}: not set; set all of ${names.join(', ')}, or none`)
  return false
}

function readEnvironments(env: Variables, base_url: string | null, problems: string[]): EnvironmentConfig[] {
  const environments = readServices(env, base_url, problems)
  const isRemote = !env.SERVICE_ENVIRONMENTS && Boolean(env.SERVICE_BASE_URL)
  const embedded = isRemote ? null : environments.find((environment) => environment.base_url === null)
  if (embedded?.api_key && embedded.api_key.length < SHORTEST_KEY) {
    problems.push(
      `SERVICE_API_KEY: the key that the embedded service accepts needs at least ${SHORTEST_KEY} characters; leave it out to have one made`,
    )
  }
  return environments
}

/** Characters of a key that opens the embedded service; the key of a remote one is made by whoever runs that. */
const SHORTEST_KEY = 32

function readServices(env: Variables, base_url: string | null, problems: string[]): EnvironmentConfig[] {
  const api_key = env.SERVICE_API_KEY || null
  if (env.SERVICE_ENVIRONMENTS) return readList(env, env.SERVICE_ENVIRONMENTS, problems)
  if (!base_url) return [{ id: 'sandbox', label: 'Sandbox', kind: 'sandbox', base_url: null, api_key }]
  if (!api_key) problems.push('SERVICE_API_KEY: needed for the service at SERVICE_BASE_URL')
  return [{ id: 'production', label: 'Production', kind: 'production', base_url, api_key }]
}

function readList(env: Variables, text: string, problems: string[]): EnvironmentConfig[] {
  const parsed = environmentList.safeParse(json(text))
  if (!parsed.success) {
    const at = (path: PropertyKey[]) => `SERVICE_ENVIRONMENTS${path.map((key) => `[${String(key)}]`).join('')}`
    problems.push(...parsed.error.issues.map((issue) => `${at(issue.path)}: ${issue.message}`))
    return []
  }
  const seen = new Set<string>()
  for (const [index, { id }] of parsed.data.entries()) {
    if (RESERVED_IDS.has(id)) {
      problems.push(`SERVICE_ENVIRONMENTS[${index}][id]: "${id}" is kept for the console itself; choose another id`)
    }
    if (seen.has(id)) problems.push(`SERVICE_ENVIRONMENTS: the id "${id}" is there twice`)
    seen.add(id)
  }
  if (parsed.data.filter(({ base_url }) => !base_url).length > 1) {
    problems.push('SERVICE_ENVIRONMENTS: only one environment can be the embedded one (without base_url)')
  }
  return parsed.data.map(({ id, label, kind, base_url, api_key_env, api_key_file }) => {
    if (api_key_file && api_key_env) problems.push(`SERVICE_ENVIRONMENTS: "${id}" has api_key_env and api_key_file`)
    const name = api_key_env ?? 'SERVICE_API_KEY'
    const by_file = api_key_file && readSecret(api_key_file, `api_key_file of the environment "${id}"`, problems)
    const api_key = by_file ?? (secretOf(env, name, problems) || null)
    if (base_url && api_key === null) problems.push(`${name}: needed for the environment "${id}", but not set`)
    return { id, label, kind, base_url: base_url ?? null, api_key }
  })
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'not JSON'
  }
}

function isLocal(url: string) {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$)/.test(url)
}

/** The configuration of this process. */
export function configFromProcess(): Config {
  return readConfig(process.env)
}
