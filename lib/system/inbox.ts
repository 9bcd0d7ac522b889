/** The inbox of events, started: which secrets count, where the news goes, and what of refusals is logged. */
import type { Context, Hono } from 'hono'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import type { Config } from '#lib/config.ts'
import { createInbox } from '#lib/domains/events/console/inbox.ts'
import type { ConnectionStates } from '#lib/domains/users/console/connection-states.ts'
import { callerAddress } from '#lib/platform/http/caller-address.ts'
import { networkOf } from '#lib/platform/http/client-address.ts'
import { webhookSecrets } from '#lib/platform/keys.ts'
import { errorFacts } from '#lib/system/log/log.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import type { SystemOptions } from './options.ts'

/** Of one network: a service whose secret is being replaced has fewer. */
const REFUSED_PER_MINUTE = 120
/** Milliseconds in which refusals of one kind are one line of the log: strangers don’t fill it. */
const LOGGED_EVERY = MINUTE

export async function openInbox(config: Config, states: ConnectionStates, log: SystemOptions['log']): Promise<Hono> {
  const secrets = new Map<string, readonly string[]>()
  for (const { id, base_url, webhook_secrets } of config.environments) {
    if (base_url === null) secrets.set(id, await webhookSecrets(webhook_secrets, config.data_dir))
    else if (webhook_secrets.length > 0) secrets.set(id, webhook_secrets)
  }
  const refusals = new Map<string, { at: number; count: number }>()

  function onRefused(refusal: { environment: string; why: string }) {
    const kind = `${refusal.environment} ${refusal.why}`
    const { at = 0, count = 0 } = refusals.get(kind) ?? {}
    const isDue = Date.now() - at >= LOGGED_EVERY
    refusals.set(kind, isDue ? { at: Date.now(), count: 0 } : { at, count: count + 1 })
    if (isDue) log.warn({ ...refusal, before: count }, 'an event was refused')
  }

  const refused = new RateLimiterMemory({ points: REFUSED_PER_MINUTE, duration: 60 })
  const sender = (c: Context) => networkOf(callerAddress(c, config.proxy_hops))

  return createInbox({
    secrets,
    strangers: {
      isBlocked: async (c) => ((await refused.get(sender(c)))?.consumedPoints ?? 0) > REFUSED_PER_MINUTE,
      note: async (c) => void (await refused.consume(sender(c)).catch(() => undefined)),
    },
    now: () => new Date(),
    onNews: states.noteEvent,
    onRefused,
    onError: (error, request_id) => log.error({ ...errorFacts(error), request_id }, 'an event was not taken'),
  })
}
