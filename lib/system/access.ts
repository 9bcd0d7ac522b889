/** Wires sign-in and the audit log for the proxy and the console. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '#lib/config.ts'
import type { PersonEvent } from '#lib/console/audit-port.ts'
import { createPersonTurns } from '#lib/console/person-turns.ts'
import { createAudit, recordPersonEvent } from '#lib/domains/audit/console/audit.ts'
import { createCallerChecks } from '#lib/domains/contacts/console/routes.ts'
import { createReveals } from '#lib/domains/environments/console/reveals.ts'
import { publicEnvironments } from '#lib/domains/environments/console/routes.ts'
import { type Auth, createAuth } from '#lib/domains/staff/auth/auth.ts'
import { ARGON2ID } from '#lib/domains/staff/auth/passwords.ts'
import { notSignedIn } from '#lib/domains/staff/auth/session/http.ts'
import { checkIssuer, SsoRefused } from '#lib/domains/staff/auth/sso/provider.ts'
import { staffRoutes } from '#lib/domains/staff/console/routes.ts'
import { createStaff } from '#lib/domains/staff/console/staff.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { inShare } from '#lib/platform/database/fair-share.ts'
import { AMPLE, type Disk } from '#lib/platform/disk-space.ts'
import { callerAddress } from '#lib/platform/http/client-address.ts'
import { signInSecret } from '#lib/platform/keys.ts'
import { isLoopLate } from '#lib/platform/loop-delay.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import type { ConsoleAccess } from './console/app.ts'
import { createPostgresConsoleStore } from './console/store-sql.ts'
import type { SystemOptions } from './options.ts'

export interface Access extends ConsoleAccess {
  auth: Auth
  /** Milliseconds that whoever sends it must wait before they get a page; 0 for all who haven't asked too much. */
  waitOf(request: Request): Promise<number>
  /** Those who can enter an environment and whose role works on orders. */
  workersOf(environment: string): Promise<ReadonlyMap<string, string>>
}

/** Opens what decides who may do what: the console's store, staff, sign-in, sessions and the audit log. */
export async function openAccess(
  config: Config,
  db: Database,
  { log, publicUrl }: SystemOptions,
  disk: Disk = AMPLE,
): Promise<Access> {
  const opened = createPostgresConsoleStore(db)
  const store: typeof opened = {
    ...opened,
    async appendAudit(entry) {
      if (disk.state() === 'full') throw new Error('The disk is full.')
      return opened.appendAudit(entry)
    },
  }
  const isShortOfSpace = () => disk.state() !== 'enough'
  const now = () => new Date()
  const audit = createAudit({
    store,
    now,
    onError: ({ error, ...call }) => log.error({ ...errorFacts(error), ...call }, 'the audit log cannot be written'),
  })
  const environments = publicEnvironments(config.environments)
  const onEvent = (event: PersonEvent<string>) => recordPersonEvent(audit, event)
  const turns = createPersonTurns({ inShare, isLate: isLoopLate })
  const secret = await signInSecret(config.secrets_key, config.data_dir)
  const auth = createAuth({
    turns,
    db,
    secret,
    passwords: ARGON2ID,
    publicUrl,
    clientAddress: (c) => callerAddress(c, config.proxy_hops),
    environments,
    session_idle_minutes: config.session_idle_minutes,
    session_hours: config.session_hours,
    sso: config.sso,
    needs_factor: config.needs_factor,
    onEvent,
    onError: (error) => {
      if (!(error instanceof SsoRefused)) return log.error(errorFacts(error), 'signing in failed')
      const { reason, claim } = error
      log.warn({ ...errorFacts(error), reason, claim }, `single sign-on refused: ${claim ? `claim ${claim}` : reason}`)
    },
  })
  // Not waited for: a provider that is down keeps nobody from signing in by password.
  if (config.sso)
    void checkIssuer(config.sso).catch((error: unknown) =>
      log.error(
        errorFacts(error),
        error instanceof ApiError ? error.message : 'the identity provider can’t be checked',
      ),
    )
  const staff = createStaff({
    store: auth.staffStore,
    environments,
    fixed_factor_roles: config.needs_factor,
    onEvent,
  })
  const { identify, waitOf } = createIdentify(auth, config.session_requests_per_minute)
  const { isVerified } = createCallerChecks({ store, now })
  const reveals = createReveals({ environments, secret, now, publicUrl, isVerified })
  return {
    auth,
    identify,
    waitOf,
    audit,
    store,
    now,
    publicUrl,
    patientData: reveals,
    reveals,
    visibleStaff: staff.visibleTo,
    staffOf: (environment) => staff.whoEnters(environment),
    workersOf: (environment) => staff.whoEnters(environment, 'orders:triage'),
    isConfirmed: auth.isConfirmed,
    tellAdministrators: staff.tellAdministrators,
    onUntold: (error) => log.error(errorFacts(error), 'administrators could not be told'),
    captureCall: () => AsyncLocalStorage.snapshot(),
    routes: staffRoutes(staff, audit, isShortOfSpace),
    isShortOfSpace,
    turns,
  }
}

/** Signed in, and not faster than a person and their open tabs can be. */
function createIdentify(auth: Auth, requests_per_minute: number): Pick<Access, 'identify' | 'waitOf'> {
  const limiter = new RateLimiterMemory({ points: requests_per_minute, duration: 60 })
  async function waitOf(request: Request) {
    const session = await auth.authenticate(request)
    const used = session && (await limiter.get(session.user.id))
    return used && used.consumedPoints >= requests_per_minute ? used.msBeforeNext : 0
  }
  async function identify(request: Request) {
    const session = await auth.authenticate(request)
    if (!session) throw notSignedIn()
    const excess = await limiter.consume(session.user.id).then(
      () => null,
      (reason: unknown) => reason,
    )
    if (excess instanceof RateLimiterRes) {
      const seconds = Math.max(1, Math.ceil(excess.msBeforeNext / 1000))
      const detail = `Too many requests from you. Try again in ${seconds === 1 ? 'a second' : `${seconds} seconds`}.`
      throw new ApiError('too_many_requests', detail, { retry_after_ms: excess.msBeforeNext })
    }
    return auth.viewer(session)
  }
  return { identify, waitOf }
}
