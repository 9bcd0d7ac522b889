/** Every statement of the specification as a test over one store. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SIZE, generateBundles } from '#lib/sandbox/data/generate.ts'
import { KEY, STORES, type StoreName, startTestService, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { createKit, type Kit } from './kit.testing.ts'
import { statements } from './statements.testing.ts'

export function conformsOver(store: StoreName) {
  describe(`over ${store}`, () => {
    let kit: Kit
    let failures: unknown[] = []
    let close: () => Promise<unknown>

    beforeAll(async () => {
      const opened = await STORES[store]()
      await opened.store.insert([...generateBundles({ ...DEFAULT_SIZE, today: new Date(), team_id: TEAM })])
      const running = await startTestService(opened)
      failures = running.failures
      kit = createKit({ fetch: running.fetch, key: KEY }, expect)
      close = () => running.stop().then(opened.close)
    })
    afterAll(() => close())

    for (const { name, check } of statements) test(name, () => check(kit))

    test('nothing failed behind the scenes', () => {
      expect(failures).toEqual([])
    })
  })
}
