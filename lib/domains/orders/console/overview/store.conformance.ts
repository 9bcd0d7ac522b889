/** What every store must say of acknowledgements. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import { acknowledgement } from '#lib/domains/orders/critical/critical.ts'
import type { AcknowledgementStore } from './store.ts'

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
}
