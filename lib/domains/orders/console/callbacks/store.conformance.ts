/** Conformance of callback stores. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import type { CallbackStore } from '#lib/domains/orders/console/store.ts'
import { makeCallback } from '#lib/domains/orders/critical/callbacks.testing.ts'
import { callback } from '#lib/domains/orders/critical/callbacks.ts'

const ORDERS = ['3cb73ce0-1dc1-47c1-8ace-5589bb58a797', '70a2f9d3-1111-4222-8333-9a6f2c8151bc'] as const
const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`

export function callbackStatements(stored: () => CallbackStore): void {
  test('callbacks: each is kept word for word, its instants in UTC', async () => {
    const store = stored()
    const given = makeCallback({
      id: idOf(1),
      order_id: ORDERS[0],
      result_at: '2026-11-20T23:00:00.123456-01:00',
      called: 'other',
      called_name: "O'Brien’s front desk 😀",
      note: '100%_\\',
      next_attempt_at: '2026-11-21T09:00:00+01:00',
    })
    const added = await store.addCallback('sandbox', given)
    expect(added).toEqual({
      ...given,
      result_at: '2026-11-21T00:00:00.123456Z',
      next_attempt_at: '2026-11-21T08:00:00.000Z',
    })
    expect(callback.parse(added)).toEqual(added)
    const readBack = makeCallback({ id: idOf(2), order_id: ORDERS[0], outcome: 'read_back', next_attempt_at: null })
    expect(await store.addCallback('sandbox', readBack)).toEqual(readBack)
    expect(await store.callbacksOf('sandbox', [ORDERS[0]])).toEqual([added, readBack])
  })

  test('callbacks: one ID is one attempt of an environment, also of many that come at once', async () => {
    const store = stored()
    const notes = Array.from({ length: 12 }, (_, index) => `${index}`)
    const attempt = (note: string) => makeCallback({ id: idOf(3), order_id: ORDERS[1], note })
    const kept = await Promise.all(notes.map((note) => store.addCallback('testing', attempt(note))))
    expect(new Set(kept.map(({ note }) => note)).size).toBe(1)
    expect(await store.callbacksOf('testing', [ORDERS[1]])).toEqual(kept.slice(0, 1))
    expect(await store.findCallback('testing', idOf(3))).toEqual(kept[0])
    expect(await store.findCallback('production', idOf(3))).toBeNull()
    const elsewhere = await store.addCallback('production', attempt('elsewhere'))
    expect(elsewhere.note).toBe('elsewhere')
    expect(await store.callbacksOf('production', [ORDERS[1]])).toEqual([elsewhere])
  })

  test('callbacks: of the orders asked for, in their own environment, oldest first', async () => {
    const store = stored()
    const add = (index: number, order: 0 | 1) =>
      store.addCallback('staging', makeCallback({ id: idOf(index), order_id: ORDERS[order] }))
    const first = await add(12, 1)
    const second = await add(11, 0)
    const third = await add(10, 1)
    expect(await store.callbacksOf('staging', ORDERS)).toEqual([first, second, third])
    expect(await store.callbacksOf('staging', [ORDERS[1]])).toEqual([first, third])
    expect(await store.callbacksOf('staging', [])).toEqual([])
    expect(await store.callbacksOf('elsewhere', ORDERS)).toEqual([])
  })
}
