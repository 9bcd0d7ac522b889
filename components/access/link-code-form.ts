import { z } from 'zod'
import { createLinkCode } from '#lib/domains/access/link.ts'
import { clockNow } from '#lib/utils/time/clock.ts'
import { HOUR, MINUTE } from '#lib/utils/time/durations.ts'
import { isSkippedHere, skippedTime } from '#lib/utils/time/zones.ts'

/** How long a code may work: the service's own hour, a length from now, or an instant of one's own. */
export const LIFETIMES = [
  { value: 'default', label: '1 hour', length: null },
  { value: '15', label: '15 minutes', length: 15 * MINUTE },
  { value: '240', label: '4 hours', length: 4 * HOUR },
  { value: '1440', label: '1 day', length: 24 * HOUR },
  { value: 'until', label: 'Until a time you choose', length: null },
] as const

/** The contract's own field, and how its value is chosen. A time without an offset is this machine's. */
export const linkCodeForm = z
  .object({ lifetime: z.string(), expires_at: createLinkCode.query.shape.expires_at })
  .superRefine(({ lifetime, expires_at }, context) => {
    if (lifetime !== 'until') return
    const refuse = (message: string) => context.addIssue({ code: 'custom', path: ['expires_at'], message })
    if (!expires_at) refuse('Choose a date and time.')
    else if (isSkippedHere(expires_at)) refuse(skippedTime())
    else if (new Date(expires_at).getTime() <= clockNow()) refuse('This time is in the past. Choose a later one.')
  })

/** Null for the service's own default. `now` is the server's clock, in milliseconds since 1970. */
export function expiryOf({ lifetime, expires_at }: z.output<typeof linkCodeForm>, now: number): string | null {
  if (lifetime === 'until') return expires_at ? new Date(expires_at).toISOString() : null
  const length = LIFETIMES.find(({ value }) => value === lifetime)?.length
  return length ? new Date(now + length).toISOString() : null
}
