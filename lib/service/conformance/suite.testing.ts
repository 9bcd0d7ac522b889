/** Every statement of the specification as a test over one store, as one team or as two at the same time. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEFAULT_SIZE, generateBundles } from '#lib/sandbox/data/generate.ts'
import { KEY, STORES, type StoreName, startTestService, TEAM } from '#lib/sandbox/service/service.testing.ts'
import { newId } from '#lib/utils/ids/ids.ts'
import { createKit, type Kit } from './kit.testing.ts'
import { statements } from './statements.testing.ts'

const OTHER_TEAM = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'

export function conformsOver(store: StoreName, { asTwoTeams = false } = {}) {
  describe(`over ${store}${asTwoTeams ? ', as two teams at once' : ''}`, () => {
    let kits: Kit[]
    let failures: unknown[] = []
    let close: () => Promise<unknown>

    beforeAll(async () => {
      const opened = await STORES[store]()
      await opened.store.insert([...generateBundles({ ...DEFAULT_SIZE, today: new Date(), team_id: TEAM })])
      const running = await startTestService(opened)
      failures = running.failures
      const { fetch, service } = running
      kits = [createKit({ fetch, key: KEY }, expect)]
      if (asTwoTeams) {
        const team = { id: OTHER_TEAM, name: 'Other', created_at: new Date() }
        await opened.store.ensureTeam(team)
        await opened.store.insert([
          ...generateBundles({ ...DEFAULT_SIZE, today: new Date(), team_id: OTHER_TEAM, seed: 3 }),
        ])
        const { key } = await service.teams.createApiKey(newId(), OTHER_TEAM, { label: 'Other' })
        kits.push(createKit({ fetch, key }, expect))
      }
      close = () => running.stop().then(opened.close)
    })
    afterAll(() => close())

    for (const { name, check } of statements) test(name, async () => void (await Promise.all(kits.map(check))))

    if (asTwoTeams)
      test('neither team has found anything of the other', async () => {
        const found = await Promise.all(kits.map(async (kit) => [...(await kit.users()), ...(await kit.allOrders({}))]))
        const [mine, theirs] = found.map((records) => new Set(records.map(({ user_id }) => user_id)))
        expect(found.map((records) => [...new Set(records.map(({ team_id }) => team_id))])).toEqual([
          [TEAM],
          [OTHER_TEAM],
        ])
        const shared = [...(mine ?? [])].filter((id) => theirs?.has(id))
        expect([shared, mine?.size]).toEqual([[], DEFAULT_SIZE.users])
      })

    test('nothing failed behind the scenes', () => {
      expect(failures).toEqual([])
    })
  })
}
