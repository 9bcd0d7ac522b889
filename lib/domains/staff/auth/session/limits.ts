/** Counts tries in the database, so that neither a restart nor a second instance gives new ones. */
import { createHmac } from 'node:crypto'
import { RateLimiterDrizzle, RateLimiterRes } from 'rate-limiter-flexible'
import { tries } from '#lib/domains/staff/console/tables.ts'
import { ApiError } from '#lib/kernel/api-error.ts'
import type { Database } from '#lib/platform/database/database.ts'
import { networkOf, siteOf } from '#lib/platform/http/client-address.ts'

/** Seconds. */
const MINUTE = 60

/** How many failures (`points`) within how many seconds; the window begins with the first. */
const LIMITS = {
  /** Sign-ins and codes, by network address. */
  address: { points: 30, duration: 15 * MINUTE },
  /** Passwords, by the email that was typed, whether it belongs to someone or not. */
  account: { points: 10, duration: 15 * MINUTE },
  link: { points: 30, duration: 15 * MINUTE },
  /** The same three, by the IPv6 network (/48) that a provider gives to one customer. */
  wide: { points: 150, duration: 15 * MINUTE },
  /** Passwords, by a browser that has signed this person in before: strangers can't lock it out. */
  known_browser: { points: 10, duration: 15 * MINUTE },
  /** Passwords that a signed-in person gives again, by session. */
  own_account: { points: 10, duration: 15 * MINUTE },
  /** Codes of the second factor, by person. */
  code: { points: 5, duration: 15 * MINUTE },
  /** Single sign-ons begun and come back from without success, by network address. */
  sso: { points: 60, duration: 15 * MINUTE },
  /** The way back from one single sign-on, which lasts ten minutes. */
  used_state: { points: 1, duration: 15 * MINUTE },
  /** One code, by person: it is good once within the minute and a half that it is valid. */
  used_code: { points: 1, duration: 2 * MINUTE },
} as const

export type LimitKind = keyof typeof LIMITS

/** Those that are counted by network address. */
const WIDE: ReadonlySet<LimitKind> = new Set(['address', 'link', 'sso'])
export type Limits = ReturnType<typeof createLimits>

/** A try too many; `is_first` for the first of a window. */
export class TooManyTries extends ApiError {
  readonly is_first: boolean
  constructor(wait: number, is_first: boolean) {
    const minutes = Math.ceil(wait / (MINUTE * 1000))
    const detail = `Too many attempts. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`
    super('too_many_attempts', detail, { retry_after_ms: wait })
    this.is_first = is_first
  }
}

/** Counters of network, link, browser and account are in the database under keyed hashes. */
export function createLimits(db: Database, secret: string) {
  const limiterOf = (kind: LimitKind) =>
    new RateLimiterDrizzle({
      ...LIMITS[kind],
      storeClient: db,
      schema: tries,
      keyPrefix: '',
      // All share one table: one of them removes what is over.
      clearExpiredByTimeout: kind === 'address',
    })
  const limiters: Readonly<Record<LimitKind, RateLimiterDrizzle>> = {
    address: limiterOf('address'),
    link: limiterOf('link'),
    wide: limiterOf('wide'),
    known_browser: limiterOf('known_browser'),
    own_account: limiterOf('own_account'),
    account: limiterOf('account'),
    code: limiterOf('code'),
    sso: limiterOf('sso'),
    used_state: limiterOf('used_state'),
    used_code: limiterOf('used_code'),
  }
  const keyOf = (kind: LimitKind, subject: string) =>
    createHmac('sha256', secret)
      .update(`tries ${kind} ${networkOf(subject)}`)
      .digest('base64url')

  /** Returns null, or the error when this try is one too many. */
  async function consumed(kind: LimitKind, subject: string): Promise<TooManyTries | null> {
    try {
      await limiters[kind].consume(keyOf(kind, subject))
      return null
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      return new TooManyTries(Math.max(1, reason.msBeforeNext), reason.consumedPoints === LIMITS[kind].points + 1)
    }
  }

  /** Counts an IPv6 address for its provider's network too: one customer has 65,536 of the smaller ones. */
  async function take(kind: LimitKind, subject: string): Promise<TooManyTries | null> {
    const refused = await consumed(kind, subject)
    const site = WIDE.has(kind) ? siteOf(subject) : null
    return refused ?? (site === null ? null : await consumed('wide', `${kind} ${site}`))
  }

  return {
    /** Counts one try before it is made, so that many at once count too. @throws TooManyTries when it is one too many */
    async take(kind: LimitKind, subject: string): Promise<void> {
      const refused = await take(kind, subject)
      if (refused) throw refused
    },

    /** Whether this is the first of its kind within the window. */
    async isFirst(kind: LimitKind, subject: string): Promise<boolean> {
      return (await take(kind, subject)) === null
    },

    /** How many count by now. */
    async used(kind: LimitKind, subject: string): Promise<number> {
      return (await limiters[kind].get(keyOf(kind, subject)))?.consumedPoints ?? 0
    },

    /** The try succeeded: it does not count. */
    async refund(kind: LimitKind, subject: string): Promise<void> {
      await limiters[kind].reward(keyOf(kind, subject))
      const site = WIDE.has(kind) ? siteOf(subject) : null
      if (site !== null) await limiters.wide.reward(keyOf('wide', `${kind} ${site}`))
    },

    /** The owner is back: earlier failures are forgotten. */
    async clear(kind: LimitKind, subject: string): Promise<void> {
      await limiters[kind].delete(keyOf(kind, subject))
    },
  }
}
