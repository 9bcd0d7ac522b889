/** Health checks: `/healthz` says that the process runs, `/readyz` whether a balancer may send it requests, and what fails. */
import { setTimeout as delay } from 'node:timers/promises'
import { Hono } from 'hono'
import { VERSION } from '#lib/kernel/values.ts'
import { ttlCache } from '#lib/utils/data/cache.ts'

/** Throws when the part it is named after does not work. */
export type Check = () => Promise<void>

/** Milliseconds a check may take. */
const TIMEOUT_MS = 3_000

/** Milliseconds a result is cached: anyone may call this, and each check queries the database and the services. */
const FRESH = 5_000

/** Any other check fails on every instance alike: without one in service, no page could say what is wrong. */
const DECISIVE: ReadonlySet<string> = new Set(['database', 'events'])

/** `/healthz` answers while the process runs, `/readyz` with each check's result, cached for 5 s. */
export function createHealth(checks: Readonly<Record<string, Check>>, now = () => new Date()): Hono {
  const app = new Hono()
  const looks = ttlCache(FRESH, now, () => look(checks))

  app.get('/healthz', (c) => c.json({ status: 'alive', version: VERSION }))

  app.get('/readyz', async (c) => {
    const results = await looks.get('all')
    const failing = results.flatMap(([name, result]) => (result === 'ok' ? [] : [name]))
    const isOut = failing.some((name) => DECISIVE.has(name))
    const checks = Object.fromEntries(results)
    if (isOut) return c.json({ status: 'not ready', checks }, 503)
    return c.json({ status: failing.length > 0 ? 'degraded' : 'ready', checks })
  })

  return app
}

function look(checks: Readonly<Record<string, Check>>) {
  return Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, (await works(check)) ? 'ok' : 'failing'] as const),
  )
}

async function works(check: Check): Promise<boolean> {
  const patience = delay(TIMEOUT_MS, false, { ref: false })
  const outcome = check().then(
    () => true,
    () => false,
  )
  return Promise.race([outcome, patience])
}

/** Any response means that a remote service is reachable; its status is for the calls themselves to judge. */
export function answers(base_url: string): Check {
  return async () => {
    await fetch(base_url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) })
  }
}
