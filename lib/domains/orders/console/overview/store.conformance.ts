/** Conformance of acknowledgement stores. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import type { AcknowledgementStore } from '#lib/domains/orders/console/store.ts'
import { acknowledgement } from '#lib/domains/orders/critical/critical.ts'

const ORDERS = ['3cb73ce0-1dc1-47c1-8ace-5589bb58a797', '70a2f9d3-1111-4222-8333-9a6f2c8151bc'] as const
const given = (order_id: string, owner: string, comment: string) => ({
  order_id,
  result_at: '2026-11-20T23:00:00.123456789-01:00',
  at: '2026-11-21T08:00:00.456Z',
  owner_id: `id-of-${owner}`,
  owner_name: owner,
  comment,
})

export function acknowledgementStatements(stored: () => AcknowledgementStore): void {
  test('acknowledgements: each of many at once is kept, word for word, beside the others', async () => {
    const store = stored()
    const comments = ["Told the O'Briens’ doctor 😀", '100%_\\', 'x'.repeat(500), ...Array.from({ length: 17 }, String)]
    const added = await Promise.all(
      comments.map((comment) => store.addAcknowledgement('sandbox', given(ORDERS[0], 'Zoë', comment))),
    )
    expect(new Set(added.map(({ id }) => id)).size).toBe(comments.length)
    const found = await store.acknowledgementsOf('sandbox', [ORDERS[0]])
    expect(found).toEqual([...added].sort((a, b) => a.id - b.id))
    expect(found.map(({ comment }) => comment).sort()).toEqual([...comments].sort())
    expect(acknowledgement.parse(found[0])).toEqual(found[0])
    expect(found[0]).toMatchObject({ result_at: '2026-11-21T00:00:00.123456789Z', at: '2026-11-21T08:00:00.456Z' })
  })

  test('acknowledgements: of the orders asked for, in their own environment, oldest first', async () => {
    const store = stored()
    const first = await store.addAcknowledgement('staging', given(ORDERS[1], 'Ann', 'one'))
    const second = await store.addAcknowledgement('staging', given(ORDERS[0], 'Ben', 'two'))
    const third = await store.addAcknowledgement('staging', given(ORDERS[1], 'Cy', 'three'))
    expect(await store.acknowledgementsOf('staging', ORDERS)).toEqual([first, second, third])
    expect(await store.acknowledgementsOf('staging', [ORDERS[1]])).toEqual([first, third])
    expect(await store.acknowledgementsOf('staging', [])).toEqual([])
    expect(await store.acknowledgementsOf('production', ORDERS)).toEqual([])
  })

  test('acknowledgements: which event a result came from, and that one closes it', async () => {
    const store = stored()
    const closing = { ...given(ORDERS[0], 'Ann', 'Told by fax.'), result_id: 9_007_199_254_740_000, closes: true }
    expect(await store.addAcknowledgement('closings', closing)).toMatchObject({
      closes: true,
      result_id: closing.result_id,
    })
    const plain = await store.addAcknowledgement('closings', given(ORDERS[0], 'Ann', 'Mine.'))
    expect(plain).toMatchObject({ closes: false, result_id: null })
  })

  test('critical results: the last one of each order, the latest first, to the nanosecond', async () => {
    const store = stored()
    const seen = (order_id: string, result_id: number | null) => ({
      order_id,
      result_at: '2026-11-21T00:00:00.123456Z',
      result_id,
    })
    await store.addSeenCritical('seen', [seen(ORDERS[0], 1), seen(ORDERS[1], 2)])
    await store.addSeenCritical('seen', [seen(ORDERS[0], null)])
    await store.addSeenCritical('seen', [])
    expect(await store.seenCritical('seen')).toEqual([seen(ORDERS[0], null), seen(ORDERS[1], 2)])
    expect(await store.seenCritical('seen', [ORDERS[1]])).toEqual([seen(ORDERS[1], 2)])
    expect(await store.seenCritical('seen', [])).toEqual([])
    expect(await store.seenCritical('elsewhere')).toEqual([])
  })

  test('critical results: the start that was set last, of its own environment', async () => {
    const store = stored()
    expect(await store.criticalStart('start')).toBeNull()
    await store.setCriticalStart('start', '2026-11-21T01:00:00+01:00')
    expect(await store.criticalStart('start')).toBe('2026-11-21T00:00:00.000Z')
    expect(await store.criticalStart('elsewhere')).toBeNull()
    await store.setCriticalStart('start', null)
    expect(await store.criticalStart('start')).toBeNull()
  })
}
