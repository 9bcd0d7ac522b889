/** Readiness of the console and the services behind it: `/readyz`, open to everyone. */

import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { parseJson } from '#lib/utils/text/bytes.ts'
import { RequestError } from './errors.ts'

const readiness = z.object({ status: z.string(), checks: z.record(z.string(), z.enum(['ok', 'failing'])) })
export type Readiness = z.infer<typeof readiness>

const EVERY = 30_000

/** 503 is an answer too: it names what fails. */
async function askReadiness({ signal }: { signal: AbortSignal }): Promise<Readiness> {
  const call = 'GET /readyz'
  const response = await fetch('/readyz', { signal, cache: 'no-store', credentials: 'omit' }).catch(
    (cause: unknown) => {
      if (signal.aborted) throw cause
      throw new RequestError({
        kind: 'network',
        call,
        detail: 'We couldn’t reach the console. Check your connection.',
      })
    },
  )
  const parsed = readiness.safeParse(parseJson(await response.text()))
  if (parsed.success) return parsed.data
  throw new RequestError({ kind: 'shape', call, status: response.status, detail: 'The console’s status is unknown.' })
}

export const readinessQuery = queryOptions({
  queryKey: ['readiness'],
  queryFn: askReadiness,
  refetchInterval: EVERY,
})

/** Milliseconds before each retry of a page whose connection was lost. */
const AGAIN = [1_000, 4_000, 10_000] as const

/** Milliseconds to wait, when the connection was lost so often before; null where trying again is a person's to decide. */
export function waitFor({ kind, status, retry_after_ms }: RequestError, lost: number): number | null {
  if (status === 429 && retry_after_ms !== undefined) return Math.max(1_000, retry_after_ms)
  return kind === 'network' ? (AGAIN[lost] ?? null) : null
}
