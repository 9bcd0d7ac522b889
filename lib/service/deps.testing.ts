/**
 * Returns dependencies of a service under test beside its store: the sandbox's catalog, timers and a key of its own.
 */
import { sandboxCatalog } from '#lib/sandbox/catalog.ts'
import type { JobQueue, RunJob } from './handler.ts'
import { sealingKey } from './secrets.ts'

export async function testDeps() {
  return {
    catalog: sandboxCatalog,
    jobs: timerQueue(
      async () => undefined,
      () => undefined,
    ),
    sealing_key: await sealingKey(new Uint8Array(32).fill(7)),
    publicUrl: () => 'http://sandbox.test',
  }
}

/** Jobs are timers, without a database that would keep them. */
export function timerQueue(run: RunJob, onError: (error: unknown) => void): JobQueue & { stop: () => void } {
  const timers = new Set<ReturnType<typeof setTimeout>>()
  return {
    async schedule(name, id, at) {
      const timer = setTimeout(
        () => {
          timers.delete(timer)
          run(name, id).catch(onError)
        },
        Math.max(0, at.getTime() - Date.now()),
      )
      timers.add(timer)
    },
    stop: () => {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
    },
  }
}
