/** A user's connections: healthy ones, failed ones with each kind of error, or none. */
import { CONNECTION_ERROR_TYPES } from '#lib/kernel/values.ts'
import type { ConnectionRecord } from '#lib/service/records.ts'
import type { Random } from './prng.ts'
import { CLOUD_OAUTH_PROVIDERS, PROVIDERS, type Provider } from './providers.ts'
import type { ResourceScopes } from './resources.ts'
import { isoInstant, SECOND } from './time.ts'

type ErrorType = (typeof CONNECTION_ERROR_TYPES)[number]

/** Indexes, among sixteen users in a row, of those without a connection, and with a failed one. */
const CYCLE = 16
const WITHOUT = [3, 9, 14]
const FAILED = [1, 6, 11]

const ERROR_MESSAGES: Readonly<Record<ErrorType, string>> = {
  token_refresh_failed: 'The provider refused to renew access.',
  webhook_registration_failed: 'The provider did not accept the subscription to changes.',
  user_not_found: 'The provider no longer knows this account.',
  deregistered_per_provider: 'The person removed the connection at the provider.',
  required_scopes_not_granted: 'The person did not grant a scope that is required.',
  provider_credential_error: 'The provider did not accept the name or the password.',
  provider_password_expired: 'The password at the provider has expired.',
  unknown: 'The provider answered with an error it did not explain.',
}

const PASSWORD_PROVIDERS = PROVIDERS.filter(({ kind }) => kind === 'password')
const PASSWORD_ERRORS: readonly ErrorType[] = ['provider_credential_error', 'provider_password_expired']

interface Span {
  /** Creation of the user. */
  from: number
  /** No event of the data set is later. */
  to: number
}

/** Some users have none, some one that failed; every error type occurs. */
export function makeConnections(user_id: string, index: number, span: Span, random: Random): ConnectionRecord[] {
  const place = index % CYCLE
  if (WITHOUT.includes(place)) return []
  const connections: ConnectionRecord[] = []
  const turn = FAILED.indexOf(place)
  if (turn >= 0) {
    const errors = Math.floor(index / CYCLE) * FAILED.length + turn
    const error = CONNECTION_ERROR_TYPES[errors % CONNECTION_ERROR_TYPES.length] ?? 'unknown'
    const providers = PASSWORD_ERRORS.includes(error) ? PASSWORD_PROVIDERS : CLOUD_OAUTH_PROVIDERS
    connections.push(makeConnection(user_id, choose(providers, random), error, span, random))
  }
  const healthy = random.int(turn >= 0 ? 0 : 1, 4)
  for (let count = 0; count < healthy; count += 1) {
    const provider = choose(PROVIDERS, random)
    if (connections.some(({ slug }) => slug === provider.slug)) continue
    connections.push(makeConnection(user_id, provider, null, span, random))
  }
  return connections
}

/** The earlier a provider stands in the list, the more users have it. */
function choose(providers: readonly Provider[], random: Random): Provider {
  const provider = providers[Math.floor(random.unit() ** 1.7 * providers.length)]
  if (!provider) throw new Error('the list of providers is empty')
  return provider
}

function makeConnection(
  user_id: string,
  provider: Provider,
  error: ErrorType | null,
  span: Span,
  random: Random,
): ConnectionRecord {
  const created = random.between(Math.min(span.from + 60 * SECOND, span.to), span.to)
  const { name, slug, logo, resources } = provider
  const denied = deniedScopes(resources, error === 'required_scopes_not_granted', random)
  return {
    user_id,
    name,
    slug,
    logo,
    status: error ? 'error' : 'connected',
    created_on: isoInstant(created),
    resource_availability: availability(resources, provider.kind === 'cloud_oauth' ? denied : null),
    error_details: error
      ? {
          error_type: error,
          error_message: ERROR_MESSAGES[error],
          errored_at: isoInstant(random.between(created, span.to)),
        }
      : null,
  }
}

type Resources = Provider['resources']

/** Returns scopes that the person denied: mostly none, else one or two; `required` takes one that data needs. */
function deniedScopes(resources: Resources, required: boolean, random: Random): ReadonlySet<string> {
  const denied = new Set<string>()
  const all = Object.values(resources)
  const take = (list: readonly string[]) => {
    const scope = list[random.int(0, list.length - 1)]
    if (scope) denied.add(scope)
  }
  if (required) take(all.flatMap((scopes) => scopes.required))
  if (random.chance(0.25)) take(all.flatMap((scopes) => [...scopes.required, ...scopes.optional]))
  if (random.chance(0.25)) take(all.flatMap((scopes) => scopes.optional))
  return denied
}

/** `denied` is null where the source knows no scopes; then the service sends no requirements. */
function availability(resources: Resources, denied: ReadonlySet<string> | null) {
  const entries: ConnectionRecord['resource_availability'] = {}
  for (const [resource, scopes] of Object.entries(resources)) {
    const missing = denied !== null && scopes.required.some((scope) => denied.has(scope))
    entries[resource] = {
      status: missing ? 'unavailable' : 'available',
      scope_requirements: denied && requirements(scopes, denied),
    }
  }
  return entries
}

function requirements({ required, optional }: ResourceScopes, denied: ReadonlySet<string>) {
  const granted = (scope: string) => !denied.has(scope)
  const refused = (scope: string) => denied.has(scope)
  return {
    user_granted: { required: required.filter(granted), optional: optional.filter(granted) },
    user_denied: { required: required.filter(refused), optional: optional.filter(refused) },
  }
}
