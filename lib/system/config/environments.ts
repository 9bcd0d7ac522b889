/** The environments of the console: one from single variables, or a list. */
import { z } from 'zod'
import { ENVIRONMENT_KINDS, environment } from '#lib/domains/environments/environment.ts'
import { RESERVED_SEGMENTS } from '#lib/utils/http/own-path.ts'
import { readSecret, secretOf, serviceUrl, type Variables } from './variables.ts'

export interface EnvironmentConfig {
  id: string
  label: string
  kind: (typeof ENVIRONMENT_KINDS)[number]
  /** Null: the embedded service answers, in this process. */
  base_url: string | null
  /** Null only for the embedded service, which then makes its own and keeps it in the data directory. */
  api_key: string | null
  /** With which the service signs its events, the newest first; none: it sends none, or the embedded service makes one. */
  webhook_secrets: readonly string[]
}

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
      webhook_secret_env: z.string().nullish(),
      webhook_secret_file: z.string().min(1).nullish(),
    }),
  )
  .min(1, 'must name at least one environment')

/** Returns the environments; what is wrong with them is added to `problems`. */
export function readEnvironments(env: Variables, base_url: string | null, problems: string[]): EnvironmentConfig[] {
  const environments = readServices(env, base_url, problems)
  checkWebhookSecrets(env, environments, problems)
  const isRemote = !env.SERVICE_ENVIRONMENTS && Boolean(env.SERVICE_BASE_URL)
  const embedded = isRemote ? null : environments.find((environment) => environment.base_url === null)
  if (embedded?.api_key && embedded.api_key.length < SHORTEST_KEY) {
    problems.push(
      `SERVICE_API_KEY: the key that the embedded service accepts needs at least ${SHORTEST_KEY} characters; leave it out to have one made`,
    )
  }
  return environments
}

/** One secret has several spellings in base64. */
const bytesOfSecret = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64').toString('base64')

/** A message of one environment that another takes as its own would be a way from staging into production. */
function checkWebhookSecrets(env: Variables, environments: readonly EnvironmentConfig[], problems: string[]) {
  if (env.SERVICE_ENVIRONMENTS && env.WEBHOOK_SECRET)
    problems.push('WEBHOOK_SECRET: not used with SERVICE_ENVIRONMENTS; name a webhook_secret_env for each environment')
  const holders = new Map<string, string>()
  for (const { id, webhook_secrets } of environments) {
    for (const secret of new Set(webhook_secrets.map(bytesOfSecret))) {
      const other = holders.get(secret)
      if (other) problems.push(`SERVICE_ENVIRONMENTS: "${other}" and "${id}" have the same webhook secret`)
      holders.set(secret, id)
    }
  }
}

/** Minimum characters of the embedded service's key; the operator of a remote service chooses its key. */
const SHORTEST_KEY = 32

function readServices(env: Variables, base_url: string | null, problems: string[]): EnvironmentConfig[] {
  const api_key = env.SERVICE_API_KEY || null
  if (env.SERVICE_ENVIRONMENTS) return readList(env, env.SERVICE_ENVIRONMENTS, problems)
  const webhook_secrets = readWebhookSecrets(env.WEBHOOK_SECRET, 'WEBHOOK_SECRET', problems)
  if (!base_url) return [{ id: 'sandbox', label: 'Sandbox', kind: 'sandbox', base_url: null, api_key, webhook_secrets }]
  if (!api_key) problems.push('SERVICE_API_KEY: needed for the service at SERVICE_BASE_URL')
  return [{ id: 'production', label: 'Production', kind: 'production', base_url, api_key, webhook_secrets }]
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
  return parsed.data.map(({ id, label, kind, base_url, api_key_env, api_key_file, ...events }) => {
    if (api_key_file && api_key_env) problems.push(`SERVICE_ENVIRONMENTS: "${id}" has api_key_env and api_key_file`)
    const name = api_key_env ?? 'SERVICE_API_KEY'
    const by_file = api_key_file && readSecret(api_key_file, `api_key_file of the environment "${id}"`, problems)
    const api_key = by_file ?? (secretOf(env, name, problems) || null)
    if (base_url && api_key === null) problems.push(`${name}: needed for the environment "${id}", but not set`)
    const webhook_secrets = webhookSecretsOf(env, id, events, problems)
    return { id, label, kind, base_url: base_url ?? null, api_key, webhook_secrets }
  })
}

interface EventsOf {
  webhook_secret_env?: string | null | undefined
  webhook_secret_file?: string | null | undefined
}

function webhookSecretsOf(
  env: Variables,
  id: string,
  { webhook_secret_env: name, webhook_secret_file: file }: EventsOf,
  problems: string[],
): string[] {
  if (name && file) problems.push(`SERVICE_ENVIRONMENTS: "${id}" has webhook_secret_env and webhook_secret_file`)
  const of = `webhook secret of the environment "${id}"`
  if (file) return readWebhookSecrets(readSecret(file, of, problems), of, problems)
  if (!name) return []
  const secret = secretOf(env, name, problems)
  if (!secret) problems.push(`${name}: needed for the webhooks of the environment "${id}", but not set`)
  return readWebhookSecrets(secret, name, problems)
}

/** Bytes (Standard Webhooks). */
const SHORTEST_WEBHOOK_SECRET = 24
const WEBHOOK_SECRET = /^(whsec_)?[A-Za-z0-9+/]+={0,2}$/

/** Several, separated by spaces, while one is being replaced. */
function readWebhookSecrets(given: string | undefined, name: string, problems: string[]): string[] {
  const secrets = given?.split(/\s+/).filter(Boolean) ?? []
  const isUsable = (secret: string) =>
    WEBHOOK_SECRET.test(secret) &&
    Buffer.from(secret.replace(/^whsec_/, ''), 'base64').length >= SHORTEST_WEBHOOK_SECRET
  if (!secrets.every(isUsable))
    problems.push(`${name}: must be whsec_ and at least ${SHORTEST_WEBHOOK_SECRET} bytes in base64`)
  return secrets
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return 'not JSON'
  }
}
