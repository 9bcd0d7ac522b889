/** Users, their demographics and connections, and credentials, over every store. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  at,
  bundles,
  connectionOf,
  ids,
  later,
  NOBODY,
  OTHER_TEAM,
  slugsOf,
  TODAY,
} from '#lib/domains/access/service/store.conformance.ts'
import { orderSearch } from '#lib/domains/orders/order.ts'
import { UNDO_DAYS } from '#lib/domains/users/user.ts'
import type { PageCursor } from '#lib/kernel/fields.ts'
import { TEAM } from '#lib/sandbox/service/service.testing.ts'
import { ClientUserIdTaken, IngestionReversed, type ServiceStore } from '#lib/service/store.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { emptyUser } from './user-record.ts'

const WEEK = UNDO_DAYS * DAY

export function people(store: () => ServiceStore): void {
  describe('users', () => {
    test('demographics are written whole, for users of the team only', async () => {
      const info = bundles.find(({ user }) => user.info)?.user.info
      if (!info) throw new Error('the data set has no demographics')
      const written = { ...info, first_name: 'Zoë', race: 'of_2031', note: { kept: [1, null, '😀'] } }
      expect(await store().saveInfo(TEAM, at(ids, 0), written)).toBe(true)
      expect((await store().getUser(TEAM, at(ids, 0)))?.info).toEqual(written)
      expect(await store().saveInfo(TEAM, NOBODY, info)).toBe(false)
      expect(await store().saveInfo(OTHER_TEAM, at(ids, 0), info)).toBe(false)
      expect((await store().getUser(TEAM, at(ids, 0)))?.info).toEqual(written)
    })

    test('a user is found as written, by the team only', async () => {
      const { user } = at(bundles, 1)
      expect(await store().getUser(TEAM, user.user_id)).toEqual(user)
      expect(await store().getUser(OTHER_TEAM, user.user_id)).toBeNull()
      expect(await store().getUser(TEAM, NOBODY)).toBeNull()
    })

    test('ingestion never ends before it starts, and a refused change changes nothing', async () => {
      const user_id = at(ids, 2)
      await store().updateUser(TEAM, user_id, { ingestion_start: '2026-02-02', ingestion_end: null }, TODAY)
      const reversed = store().updateUser(TEAM, user_id, { ingestion_end: '2026-02-01', client_user_id: 'new' }, TODAY)
      await expect(reversed).rejects.toThrow(IngestionReversed)
      expect(await store().getUser(TEAM, user_id)).toMatchObject({ ingestion_end: null })
      expect((await store().getUser(TEAM, user_id))?.client_user_id).not.toBe('new')
    })

    test('of many who want one reference at once, one gets it', async () => {
      const wanted = ids.slice(3, 23)
      const results = await Promise.allSettled(
        wanted.map((user_id) => store().updateUser(TEAM, user_id, { client_user_id: 'wanted-by-all' }, TODAY)),
      )
      const winners = wanted.filter((_, index) => results[index]?.status === 'fulfilled')
      expect(winners).toHaveLength(1)
      for (const result of results) {
        if (result.status === 'fulfilled') continue
        expect(result.reason).toBeInstanceOf(ClientUserIdTaken)
        expect(result.reason).toMatchObject({ holder: { user_id: winners[0] } })
      }
    })

    test('a deleted user is the team’s to restore for a time, then nothing personal is left', async () => {
      const given = bundles.find(({ orders, connections }) => orders.length > 1 && connections.length > 0)
      if (!given) throw new Error('the data set has no such user')
      const user_id = randomUUID()
      const own = { user_id, client_user_id: 'to-be-gone' }
      const orders = given.orders.map((record) => ({
        ...record,
        order: { ...record.order, id: randomUUID(), user_id, order_transaction: null },
      }))
      const connections = given.connections.map((connection) => ({ ...connection, user_id }))
      await store().insert([{ user: { ...given.user, ...own }, connections, orders }])
      const before = await store().getUser(TEAM, user_id)
      const search = orderSearch.parse({ user_id })
      const found = await store().searchOrders(TEAM, search)
      expect(found.orders).toHaveLength(orders.length)
      expect(await store().deleteUser(OTHER_TEAM, user_id, TODAY)).toBe(false)
      expect(await store().deleteUser(TEAM, user_id, TODAY)).toBe(true)
      expect(await store().deleteUser(TEAM, user_id, TODAY)).toBe(false)
      const listed = (team: string, since = later(-1), after: PageCursor | null = null) =>
        store().deletedUsers(team, { since, after, limit: 10 })
      expect(await listed(TEAM)).toEqual([{ ...own, deleted_on: TODAY.toISOString() }])
      expect(await listed(OTHER_TEAM)).toEqual([])
      expect(await listed(TEAM, TODAY)).toEqual([])
      expect(await listed(TEAM, later(-1), { at: TODAY, id: user_id })).toEqual([])
      expect(await listed(TEAM, later(-1), { at: later(1), id: user_id })).toHaveLength(1)
      expect(await store().getUser(TEAM, user_id)).toBeNull()
      expect(await store().searchOrders(TEAM, search)).toMatchObject({ orders: [] })
      for (const { order } of orders) expect(await store().getOrder(TEAM, order.id)).toBeNull()
      expect(await store().undoDeletion(OTHER_TEAM, { user_id }, later(-1))).toBeNull()
      expect(await store().undoDeletion(TEAM, { user_id }, TODAY)).toBeNull()
      expect(await store().purgeDeleted(later(-1))).toBe(0)
      expect(await store().undoDeletion(TEAM, { user_id }, later(-1))).toBe(user_id)
      expect(await store().getUser(TEAM, user_id)).toEqual(before)
      expect(await listed(TEAM)).toEqual([])
      expect(await store().searchOrders(TEAM, search)).toEqual(found)

      await store().deleteUser(TEAM, user_id, TODAY)
      expect(await store().purgeDeleted(TODAY)).toBe(1)
      expect(await store().purgeDeleted(later(1))).toBe(0)
      expect(await store().undoDeletion(TEAM, { user_id }, later(-1))).toBeNull()
      expect(await store().undoDeletion(TEAM, { client_user_id: own.client_user_id }, later(-1))).toBeNull()
    })

    test('of deletion and undoing at once, one is last and the totals agree', async () => {
      const user_id = at(ids, 25)
      const { total } = await store().listUsers(TEAM, { offset: 0, limit: 1 })
      for (let round = 0; round < 10; round += 1) {
        await Promise.all([
          store().deleteUser(TEAM, user_id, later(round)),
          store().undoDeletion(TEAM, { user_id }, later(-1)),
          store().deleteUser(TEAM, user_id, later(round)),
        ])
      }
      await store().undoDeletion(TEAM, { user_id }, later(-1))
      expect((await store().listUsers(TEAM, { offset: 0, limit: 1 })).total).toBe(total)
    })

    test('over any history a user stands, can come back for a week, or is gone; a reference names one', async () => {
      const act = fc.record({
        kind: fc.constantFrom(
          'create',
          'create',
          'delete',
          'delete',
          'undo',
          'undo by reference',
          'undo by reference',
          'wait',
          'purge',
        ),
        on: fc.nat(3),
      })
      await fc.assert(
        fc.asyncProperty(fc.array(act, { minLength: 15, maxLength: 30, size: 'max' }), async (acts) => {
          const team_id = randomUUID()
          const all: { user_id: string; client_user_id: string; deleted: number | null }[] = []
          let time = 0
          const since = () => later(time - WEEK)
          const canReturn = (deleted: number | null) => deleted !== null && deleted > time - WEEK
          const holder = (reference: string) =>
            all.find(({ client_user_id, deleted }) => client_user_id === reference && deleted === null)
          const restore = async (
            asked: { user_id: string } | { client_user_id: string },
            one?: (typeof all)[number],
          ) => {
            const undone = store().undoDeletion(team_id, asked, since())
            const isHeld = one && holder(one.client_user_id)
            if (isHeld) return expect(undone).rejects.toThrow(ClientUserIdTaken)
            expect(await undone).toBe(one?.user_id ?? null)
            if (one) one.deleted = null
          }
          const acting: Readonly<Record<string, (on: number) => Promise<unknown>>> = {
            create: async (on) => {
              const client_user_id = on === 3 ? 'rare' : 'common'
              const user_id = randomUUID()
              const empty = emptyUser({ team_id, user_id, created_on: later(time).toISOString() })
              const created = store().createUser({ ...empty, client_user_id })
              if (holder(client_user_id)) return expect(created).rejects.toThrow(ClientUserIdTaken)
              await created
              all.push({ user_id, client_user_id, deleted: null })
            },
            delete: async (on) => {
              const one = all[on]
              if (!one) return
              time += 1
              expect(await store().deleteUser(team_id, one.user_id, later(time))).toBe(one.deleted === null)
              one.deleted ??= time
            },
            undo: async (on) => {
              const one = all[on]
              if (one) await restore({ user_id: one.user_id }, canReturn(one.deleted) ? one : undefined)
            },
            'undo by reference': (on) => {
              const client_user_id = on === 3 ? 'rare' : 'common'
              const waiting = all.filter((one) => one.client_user_id === client_user_id && canReturn(one.deleted))
              return restore({ client_user_id }, waiting.toSorted((a, b) => (b.deleted ?? 0) - (a.deleted ?? 0))[0])
            },
            wait: async (on) => {
              time += (on * DAY) / 2
            },
            purge: () => store().purgeDeleted(since()),
          }
          for (const { kind, on } of acts) {
            await acting[kind]?.(on)
            const listed = await store().deletedUsers(team_id, { since: since(), after: null, limit: 100 })
            const waiting = all.filter(({ deleted }) => canReturn(deleted)).map(({ user_id }) => user_id)
            expect(listed.map(({ user_id }) => user_id).sort()).toEqual(waiting.sort())
          }
          for (const { user_id, deleted } of all)
            expect((await store().getUser(team_id, user_id)) !== null).toBe(deleted === null)
        }),
        { numRuns: 25 },
      )
    })

    test('two who swap their references at once end with two different ones', async () => {
      const pair = [at(ids, 30), at(ids, 31)] as const
      for (let round = 0; round < 15; round += 1) {
        await store().updateUser(TEAM, pair[0], { client_user_id: 'left' }, TODAY)
        await store().updateUser(TEAM, pair[1], { client_user_id: 'right' }, TODAY)
        const results = await Promise.allSettled([
          store().updateUser(TEAM, pair[0], { client_user_id: 'right' }, TODAY),
          store().updateUser(TEAM, pair[1], { client_user_id: 'left' }, TODAY),
        ])
        const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
        for (const failure of failures) expect(failure).toBeInstanceOf(ClientUserIdTaken)
        expect(failures.length).toBeGreaterThan(0)
        for (const user_id of pair) await store().updateUser(TEAM, user_id, { client_user_id: null }, TODAY)
      }
    })

    test('parallel changes of different fields are all kept', async () => {
      const user_id = at(ids, 32)
      await Promise.all([
        store().updateUser(TEAM, user_id, { client_user_id: 'kept-1' }, TODAY),
        store().updateUser(TEAM, user_id, { fallback_time_zone: 'Asia/Tokyo' }, TODAY),
        store().updateUser(TEAM, user_id, { fallback_birth_date: '1999-09-09' }, TODAY),
        store().updateUser(TEAM, user_id, { ingestion_start: '2020-01-01' }, TODAY),
      ])
      expect(await store().getUser(TEAM, user_id)).toMatchObject({
        client_user_id: 'kept-1',
        fallback_time_zone: { id: 'Asia/Tokyo' },
        fallback_birth_date: { value: '1999-09-09' },
        ingestion_start: '2020-01-01',
      })
    })
  })

  describe('connections', () => {
    test('are added, and renewed with when they were made', async () => {
      const user_id = at(ids, 40)
      const before = await slugsOf(store(), user_id)
      await store().saveConnection(connectionOf(user_id))
      const error_details = { error_type: 'unknown' }
      await store().saveConnection(
        connectionOf(user_id, { status: 'error', error_details, created_on: '2026-11-21T10:00:00.000Z' }),
      )
      expect(await slugsOf(store(), user_id)).toEqual([...before, 'test_source'])
      const found = (await store().listConnections(TEAM, user_id))?.find(({ slug }) => slug === 'test_source')
      expect(found).toEqual(connectionOf(user_id, { status: 'error', error_details }))
    })

    test('are removed once, by the team only', async () => {
      const user_id = at(ids, 41)
      await store().saveConnection(connectionOf(user_id))
      expect(await store().removeConnection(OTHER_TEAM, user_id, 'test_source')).toBe(false)
      expect(await store().removeConnection(TEAM, NOBODY, 'test_source')).toBe(false)
      expect(await store().removeConnection(TEAM, user_id, 'test_source')).toBe(true)
      expect(await store().removeConnection(TEAM, user_id, 'test_source')).toBe(false)
      expect(await slugsOf(store(), user_id)).not.toContain('test_source')
    })

    test('of many who remove one at once, one does', async () => {
      const user_id = at(ids, 42)
      await store().saveConnection(connectionOf(user_id))
      const removals = await Promise.all(
        Array.from({ length: 10 }, () => store().removeConnection(TEAM, user_id, 'test_source')),
      )
      expect(removals.filter(Boolean)).toHaveLength(1)
    })
  })

  test('credentials are found by their hash, whatever they grant', async () => {
    const user_id = at(ids, 50)
    const common = { team_id: TEAM, user_id, expires_at: later(1000).toISOString() }
    const options = { provider: null, redirect_url: 'https://app.example', filter_on_providers: ['manual'] }
    const made = [
      { hash: 'h-1', grant: { kind: 'link_token', options } },
      { hash: 'h-2', grant: { kind: 'portal', context: 'launch', order_id: null } },
      { hash: 'h-3', grant: { kind: 'link_code' } },
    ] as const
    for (const { hash, grant } of made)
      await store().saveCredential({ ...common, hash, grant: structuredClone<typeof grant>(grant) })
    for (const { hash, grant } of made) expect(await store().findCredential(hash)).toEqual({ ...common, hash, grant })
    expect(await store().findCredential('h-4')).toBeNull()
  })
}
