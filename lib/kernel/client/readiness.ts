/** Readiness of the console and the services behind it: `/readyz`, open to everyone. */
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { parseJson, RequestError } from './errors.ts'

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
