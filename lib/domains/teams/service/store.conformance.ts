/** Teams and keys over every store. Run by lib/sandbox/service/flows.test.ts. */
import { expect, test } from 'vitest'
import { later, NOBODY, TODAY } from '#lib/domains/access/service/store.conformance.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import type { KeyRecord, ServiceStore } from '#lib/service/store.ts'
import { newId } from '#lib/utils/ids/ids.ts'

const MANY = 1000
const teamOf = (name: string, at = TODAY) => ({ id: newId(), name, created_at: at })
const keyOf = (change: Partial<KeyRecord>) => {
  const id = newId()
  const made = { hash: `hash of ${id}`, id, label: 'Key', prefix: 'sk_abcdef', created_at: TODAY }
  return { ...made, kind: 'team', team_ids: null, ...change } as const
}

export function teams(store: () => ServiceStore): void {
  async function added(name: string) {
    const team = teamOf(name)
    expect(await store().addTeam(team, MANY)).toBe(true)
    return team
  }
  const filled = async (name: string, seed: number) => {
    const team = await added(name)
    await store().insert([...generateBundles({ users: 6, orders: 12, today: TODAY, team_id: team.id, seed })])
    return team.id
  }
  const counts = async (team_id: string) => [
    (await store().listUsers(team_id, { offset: 0, limit: 10 })).total,
    (await store().searchOrders(team_id, orderSearch.parse({}))).total,
  ]

  test('a team is found, renamed and, once deleted, found by nothing; two may have one name', async () => {
    const team = await added('Twin')
    const twin = await added('Twin')
    expect(await store().findTeam(team.id)).toEqual(team)
    expect(await store().renameTeam(team.id, 'Other')).toEqual({ ...team, name: 'Other' })
    await store().ensureTeam({ ...team, name: 'Again' })
    expect((await store().findTeam(team.id))?.name).toBe('Other')
    expect(await store().listTeams()).toEqual(expect.arrayContaining([{ ...team, name: 'Other' }, twin]))
    expect(await store().deleteTeam(team.id, TODAY, false)).toBe('deleted')
    expect(await store().deleteTeam(team.id, TODAY, false)).toBe('missing')
    expect(await store().findTeam(team.id)).toBeNull()
    expect(await store().renameTeam(team.id, 'Ghost')).toBeNull()
    expect((await store().listTeams()).map(({ id }) => id)).not.toContain(team.id)
    expect(await store().deletedTeams(later(-1))).toContain(team.id)
    expect(await store().deletedTeams(TODAY)).not.toContain(team.id)
  })

  test('as many teams and keys as the limit are added, however many are at the same time', async () => {
    const before = (await store().listTeams()).length
    const many = Array.from({ length: 6 }, (_, at) => teamOf(`Team ${at}`))
    const made = await Promise.all(many.map((team) => store().addTeam(team, before + 2)))
    expect(made.filter(Boolean)).toHaveLength(2)
    const { id } = await added('Keys')
    const keys = Array.from({ length: 6 }, () => keyOf({ team_ids: [id] }))
    const results = await Promise.all(keys.map((key) => store().addKey(key, 3)))
    expect(results.toSorted()).toEqual(['added', 'added', 'added', 'limit', 'limit', 'limit'])
    expect(await store().addKey(keyOf({ team_ids: [(await added('Others')).id] }), 3)).toBe('added')
  })

  test('keys are those of their team; management keys stand apart', async () => {
    const { id } = await added('One')
    const other = await added('Two')
    const key = keyOf({ team_ids: [id] })
    const ofTeams = keyOf({ kind: 'teams', team_ids: [id, other.id] })
    const ofAll = keyOf({ kind: 'organization' })
    for (const each of [key, ofTeams, ofAll]) expect(await store().addKey(each, MANY)).toBe('added')
    expect(await store().addKey(keyOf({ kind: 'teams', team_ids: [id, NOBODY] }), MANY)).toBe('no_team')
    expect(await store().listKeys(id)).toEqual([{ ...key, last_used_at: null }])
    expect(await store().listKeys(other.id)).toEqual([])
    const ids = (await store().listKeys(null)).map((each) => each.id)
    expect(ids).toEqual(expect.arrayContaining([ofTeams.id, ofAll.id]))
    expect(ids).not.toContain(key.id)
    await store().removeKey(other.id, key.id)
    await store().removeKey(null, key.id)
    await store().removeKey(id, ofAll.id)
    expect([await store().findKey(key.hash), await store().findKey(ofAll.hash)]).toMatchObject([key, ofAll])
    await store().removeKey(id, key.id)
    await store().removeKey(id, key.id)
    expect(await store().findKey(key.hash)).toBeNull()
  })

  test('a use is noted once a minute', async () => {
    const { id } = await added('Used')
    const { hash } = keyOf({ team_ids: [id] })
    await store().addKey(keyOf({ team_ids: [id], hash }), MANY)
    const use = (at: number) => store().noteKeyUse(hash, later(at), later(at - 60_000))
    const seen = async () => (await store().findKey(hash))?.last_used_at
    await use(0)
    expect(await seen()).toEqual(TODAY)
    await use(59_999)
    expect(await seen()).toEqual(TODAY)
    await use(60_000)
    expect(await seen()).toEqual(later(60_000))
  })

  test('a team with users is deleted with them only when that is said; the users of others stay', async () => {
    const [id, other] = [await filled('Full', 101), await filled('Beside', 102)]
    const key = keyOf({ team_ids: [id] })
    const beside = keyOf({ team_ids: [other] })
    for (const each of [key, beside]) await store().addKey(each, MANY)
    expect(await store().deleteTeam(id, TODAY, false)).toBe('has_users')
    expect([await counts(id), await counts(other)]).toEqual([
      [6, 12],
      [6, 12],
    ])
    expect(await store().deleteTeam(id, TODAY, true)).toBe('deleted')
    expect([await counts(id), await counts(other)]).toEqual([
      [0, 0],
      [6, 12],
    ])
    expect([await store().findKey(key.hash), await store().findKey(beside.hash)]).toMatchObject([null, beside])
    expect(await store().deletedUsers(id, { since: later(-1), after: null, limit: 10 })).toHaveLength(6)
    expect(await store().purgeDeleted(TODAY)).toBeGreaterThanOrEqual(6)
    expect(await counts(other)).toEqual([6, 12])
  })

  test('what was made at the moment of a deletion is removed later', async () => {
    const { id } = await added('Late')
    await store().deleteTeam(id, TODAY, false)
    await store().insert([...generateBundles({ users: 2, orders: 3, today: TODAY, team_id: id, seed: 103 })])
    await store().deleteTeamUsers(id, TODAY)
    await store().deleteTeamUsers(id, TODAY)
    expect(await counts(id)).toEqual([0, 0])
    expect(await store().addKey(keyOf({ team_ids: [id] }), MANY)).toBe('no_team')
  })

  test('of a deletion and new keys at the same time none leaves a key that works', async () => {
    const { id } = await added('Race')
    const keys = Array.from({ length: 5 }, () => keyOf({ team_ids: [id] }))
    await Promise.all([
      ...keys.slice(0, 3).map((key) => store().addKey(key, MANY)),
      store().deleteTeam(id, TODAY, true),
      store().renameTeam(id, 'Renamed'),
      ...keys.slice(3).map((key) => store().addKey(key, MANY)),
    ])
    expect(await store().findTeam(id)).toBeNull()
    for (const { hash } of keys) expect(await store().findKey(hash)).toBeNull()
  })
}
