/** The only reader of the environment: validated once, at the start, with one list of everything that is wrong. */
import { closest, distance } from 'fastest-levenshtein'
import type { z } from 'zod'
import { passwordProblem } from '#lib/domains/staff/password-check.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { CONNECTIONS, type Connections } from '#lib/platform/database/database.ts'
import { type EnvironmentConfig, readEnvironments } from '#lib/system/config/environments.ts'
import {
  type Given,
  type LOG_LEVELS,
  SECRETS,
  type Variables,
  variables,
  withSecretFiles,
} from '#lib/system/config/variables.ts'
import { hostOf } from '#lib/utils/http/own-path.ts'

export type { EnvironmentConfig }

export interface Config {
  port: number
  host: string
  data_dir: string
  database_url: string | null
  /** The same database for the owner of its tables, used at startup only; null where one role is both. */
  database_owner_url: string | null
  /** Connections to PostgreSQL at most. */
  connections: Connections
  /** How long all is still answered after a signal to stop, while `/readyz` says so to load balancers. */
  shutdown_delay_seconds: number
  key_header: string
  log_level: (typeof LOG_LEVELS)[number]
  /** Public address of the console without a trailing slash; null for the address it listens on. */
  public_url: string | null
  /** Host names to answer to besides that of `public_url`. */
  allowed_hosts: readonly string[]
  /** Seals tokens at rest; null: one is made and kept in the data directory. */
  secrets_key: string | null
  /** Seals backups. */
  backup_passphrase: string | null
  /** The first organization management key of the embedded service; null: made as the API key is. */
  management_key: string | null
  organization_name: string
  environments: [EnvironmentConfig, ...EnvironmentConfig[]]
  /** The first administrator, made where there is no staff yet. */
  admin: { email: string; password: string } | null
  /** Roles that need a second factor. */
  needs_factor: readonly Role[]
  session_idle_minutes: number
  session_hours: number
  /** More from one session are refused with 429. */
  session_requests_per_minute: number
  /** People without an invitation get the default role, or no access if there is none. */
  sso: {
    issuer: string
    client_id: string
    client_secret: string
    label: string
    default_role: 'read_only' | null
    accepts_unstated_email: boolean
    allowed_domains: readonly string[]
  } | null
  /** From the end of one whole reading of a service's list of users to the next. */
  directory_refresh_minutes: number
  directory_max_users: number
  connection_checks_per_minute: number
  event_body_days: number
  /** How many proxies of ours stand in front, each of which adds to X-Forwarded-For. */
  proxy_hops: number
  /** Collector of traces: its address, to which `/v1/traces` is added, and headers as `name=value,name=value`. */
  tracing: { endpoint: string; service_name: string; headers: string } | null
  /** A MapLibre style with streets, for the map of service centers; null: state and county lines alone. */
  map_style_url: string | null
  demo: 'on' | 'off'
  /** `on`: a sandbox begins with two weeks of sample events, visits and work. */
  sample_history: 'on' | 'off'
  /** Address that serves figures for Prometheus; null for none. */
  metrics: { port: number; host: string } | null
  /** Variables that are probably misspelled settings, a sentence each. */
  hints: readonly string[]
}

/** The message is the whole list, one problem a line. */
export class BadConfiguration extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration has ${problems.length === 1 ? 'a problem' : `${problems.length} problems`}:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    )
  }
}

/** Without it every caller would have the proxy's address, and ten wrong passwords of one would lock out all. */
const HOPS_PROBLEM =
  'PROXY_HOPS: needed with an https PUBLIC_URL: how many proxies stand in front. If really none does, set NO_PROXY_IN_FRONT=yes'

/** Anyone may have an account at some providers. */
const DOMAINS_PROBLEM =
  'OIDC_ALLOWED_DOMAINS: needed with OIDC_DEFAULT_ROLE: the domains of email addresses whose people may enter without an invitation'

/** Each instance would make its own, and take what is meant for another for a forgery. */
export function checkShared({ database_url, environments }: Config): void {
  const embedded = database_url ? environments.find(({ base_url }) => base_url === null) : undefined
  if (!embedded) return
  const shared = 'must be set with DATABASE_URL, and be the same for all instances that share it'
  const problems = [
    ...(embedded.api_key === null
      ? [`the API key of "${embedded.id}" (SERVICE_API_KEY, or its api_key_env) ${shared}`]
      : []),
    ...(embedded.webhook_secrets.length === 0
      ? [`the webhook secret of "${embedded.id}" (WEBHOOK_SECRET, or its webhook_secret_env) ${shared}`]
      : []),
  ]
  if (problems.length > 0) throw new BadConfiguration(problems)
}

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
  checkProxy(given, problems)
  const management = readManagement(given, environments, problems)
  const metrics = readMetrics(given, problems)
  const { MAP_STYLE_URL: map_style_url = null, ALLOWED_HOSTS: allowed_hosts = [] } = given
  const { DEMO: demo = 'on', SAMPLE_HISTORY: sample_history = usualHistory(environments) } = given
  const [first, ...others] = environments
  if (!first || problems.length > 0) throw new BadConfiguration(problems)
  return {
    port: given.PORT ?? 3000,
    host: given.HOST ?? '127.0.0.1',
    data_dir: given.DATA_DIR ?? '.data',
    ...database,
    shutdown_delay_seconds: given.SHUTDOWN_DELAY_SECONDS ?? 0,
    key_header: given.SERVICE_API_KEY_HEADER ?? 'x-service-api-key',
    log_level: given.LOG_LEVEL ?? 'warn',
    public_url: given.PUBLIC_URL ?? null,
    allowed_hosts,
    secrets_key: given.SECRETS_KEY ?? null,
    ...management,
    environments: [first, ...others],
    admin,
    needs_factor: given.REQUIRE_SECOND_FACTOR ?? [],
    session_idle_minutes: given.SESSION_IDLE_MINUTES ?? 15,
    session_hours: given.SESSION_HOURS ?? 12,
    session_requests_per_minute: given.SESSION_REQUESTS_PER_MINUTE ?? 600,
    sso,
    ...readPaces(given),
    proxy_hops: given.PROXY_HOPS ?? 0,
    tracing: readTracing(given),
    map_style_url,
    demo,
    sample_history,
    metrics,
    hints: hintsOf(process_env),
  }
}

/** Beside somebody's own service, work that nobody did has no place in the audit log. */
const usualHistory = (environments: readonly EnvironmentConfig[]) =>
  environments.every(({ base_url }) => base_url === null) ? 'on' : 'off'

/** The environment holds variables of other programs too, so that an unknown one is no mistake by itself. */
function hintsOf(env: Variables): string[] {
  const known = [...Object.keys(variables.shape), ...SECRETS.map((name) => `${name}_FILE`)]
  const named = env.SERVICE_ENVIRONMENTS ?? ''
  return Object.keys(env).flatMap((name) => {
    if (name.length < 6 || known.includes(name) || named.includes(name)) return []
    const meant = closest(name, known)
    return distance(name, meant) <= 2 ? [`${name} isn’t a setting; did you mean ${meant}?`] : []
  })
}

function readManagement(given: Given, environments: readonly EnvironmentConfig[], problems: string[]) {
  const { MANAGEMENT_KEY: management_key = null, ORGANIZATION_NAME: organization_name = 'Organization' } = given
  if (management_key !== null && environments.some(({ api_key }) => api_key === management_key))
    problems.push('MANAGEMENT_KEY: must not be an API key, too')
  return { management_key, organization_name }
}

/** How often a service is asked in the background, and how long what it sends is kept. */
function readPaces({
  DIRECTORY_REFRESH_MINUTES = 15,
  DIRECTORY_MAX_USERS = 1_000_000,
  CONNECTION_CHECKS_PER_MINUTE = 600,
  EVENT_BODY_DAYS = 30,
}: Given) {
  return {
    directory_refresh_minutes: DIRECTORY_REFRESH_MINUTES,
    directory_max_users: DIRECTORY_MAX_USERS,
    connection_checks_per_minute: CONNECTION_CHECKS_PER_MINUTE,
    event_body_days: EVENT_BODY_DAYS,
  }
}

function checkProxy({ PUBLIC_URL, PROXY_HOPS, NO_PROXY_IN_FRONT }: Given, problems: string[]): void {
  if (PUBLIC_URL?.startsWith('https:') && !PROXY_HOPS && NO_PROXY_IN_FRONT !== 'yes') problems.push(HOPS_PROBLEM)
}

function readDatabase(
  given: Given,
  problems: string[],
): Pick<Config, 'database_url' | 'database_owner_url' | 'connections' | 'backup_passphrase'> {
  const { DATABASE_URL: database_url = null, DATABASE_OWNER_URL: database_owner_url = null } = given
  if (database_owner_url && !database_url) problems.push('DATABASE_OWNER_URL: needs DATABASE_URL')
  const { DATABASE_POOL_SIZE: requests = CONNECTIONS.requests, JOB_POOL_SIZE: jobs = CONNECTIONS.jobs } = given
  const backup_passphrase = given.BACKUP_PASSPHRASE ?? null
  return { database_url, database_owner_url, connections: { requests, jobs }, backup_passphrase }
}

function without(env: Variables, { issues }: z.ZodError): Variables {
  const bad = new Set(issues.map(({ path }) => String(path[0])))
  return Object.fromEntries(Object.entries(env).filter(([name]) => !bad.has(name)))
}

function readAdmin(env: Variables, given: Given, problems: string[]): Config['admin'] {
  if (!allOrNone(env, ['CONSOLE_ADMIN_EMAIL', 'CONSOLE_ADMIN_PASSWORD'], problems)) return null
  const { CONSOLE_ADMIN_EMAIL: email = '', CONSOLE_ADMIN_PASSWORD: password = '' } = given
  const problem = passwordProblem(password, { email, name: null, host: hostOf(given.PUBLIC_URL ?? null) })
  if (problem) problems.push(`CONSOLE_ADMIN_PASSWORD: ${problem}`)
  return { email, password }
}

function readSso(env: Variables, given: Given, problems: string[]): Config['sso'] {
  const { OIDC_ISSUER: issuer = '', OIDC_CLIENT_ID: client_id = '', OIDC_CLIENT_SECRET: client_secret = '' } = given
  const { OIDC_LABEL: label = 'single sign-on', OIDC_DEFAULT_ROLE: default_role = null } = given
  const { OIDC_ALLOWED_DOMAINS: allowed_domains = [], OIDC_EMAIL_VERIFIED_MISSING: unstated = 'refuse' } = given
  const accepts_unstated_email = unstated === 'accept'
  const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  if (allOrNone(env, needed, problems)) {
    if (default_role !== null && allowed_domains.length === 0) problems.push(DOMAINS_PROBLEM)
    return { issuer, client_id, client_secret, label, default_role, accepts_unstated_email, allowed_domains }
  }
  if (env.OIDC_LABEL || env.OIDC_DEFAULT_ROLE || env.OIDC_ALLOWED_DOMAINS || env.OIDC_EMAIL_VERIFIED_MISSING)
    problems.push(`${needed.join(', ')}: needed for single sign-on`)
  return null
}

function readMetrics({ METRICS_PORT: port, METRICS_HOST: host, PORT }: Given, problems: string[]): Config['metrics'] {
  if (port === undefined) {
    if (host) problems.push('METRICS_HOST: needs METRICS_PORT')
    return null
  }
  if (port === (PORT ?? 3000)) problems.push('METRICS_PORT: must be another than PORT')
  return { port, host: host ?? '127.0.0.1' }
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

/** Known before the configuration is read: its problems are lines of the log, too. */
export const logsJson = () => process.env.LOG_FORMAT === 'json'

export function configFromProcess(): Config {
  return readConfig(process.env)
}
