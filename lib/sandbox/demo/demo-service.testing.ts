/** The service of a demo under test: real handlers over a memory store, with modifiers, behind the proxy. */
import type { Modifier } from '#lib/demo/scenario.ts'
import { inProcess } from '#lib/proxy/in-process.ts'
import { KEY, testProxy } from '#lib/proxy/proxy.testing.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { requestIdOf } from '#lib/sandbox/demo/data/events.ts'
import { withModifiers } from '#lib/sandbox/demo/faults/faults.ts'
import { type Fault, faultOf, type Pause } from '#lib/sandbox/demo/faults/flaky.ts'
import { createService, type ServiceOptions } from '#lib/sandbox/service/service.ts'
import { createMemoryStore } from '#lib/sandbox/service/store-memory.ts'
import { testDeps } from '#lib/service/deps.testing.ts'

const TODAY = new Date('2026-11-22T00:00:00Z')
export const TEAM = 'c3b1f3a0-5d52-4c58-9a53-3f1b7d1e0a42'

interface Setting {
  planOf?: ServiceOptions['planOf']
  pause?: Pause
  /** With ten orders each. */
  users?: number
}

export async function demoService(initial: readonly Modifier[], { planOf, pause, users = 12 }: Setting = {}) {
  const store = createMemoryStore()
  store.adopt(generateBundles({ users, orders: users * 10, today: TODAY, team_id: TEAM }))
  const service = createService({
    ...(await testDeps()),
    store,
    ...(planOf && { planOf }),
    sleep: async () => undefined,
    key_header: 'x-service-api-key',
    teamOfKey: (key) => (key === KEY ? TEAM : null),
    onError: (error) => {
      throw error
    },
  })
  let modifiers = initial
  const paused: number[] = []
  const upstream = withModifiers(
    inProcess(async (request) => service.api.fetch(request)),
    {
      modifiers: () => modifiers,
      pause: async (milliseconds, signal) => {
        paused.push(milliseconds)
        await pause?.(milliseconds, signal)
      },
    },
  )
  const proxy = testProxy(upstream, { patience: 5_000, requestIdOf })
  const switchTo = (next: readonly Modifier[]) => {
    modifiers = next
  }
  return { ...proxy, service, serviceStore: store, paused, switchTo }
}

/** Ids of calls that meet a fault: every time they are tried, or only the first time. */
export function idsMeeting(fault: Fault, isPassing = false): string[] {
  const ids = Array.from({ length: 3000 }, (_, index) => `request-${index}`)
  return ids.filter((id) => faultOf(id, 1) === fault && (faultOf(id, 2) === null) === isPassing)
}
