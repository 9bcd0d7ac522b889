/**
 * Returns dependencies of a service under test beside its store: the sandbox's catalog, timers and a key of its own.
 */
import { sandboxCatalog } from '#lib/sandbox/catalog.ts'
import { timerQueue } from './jobs.ts'
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
