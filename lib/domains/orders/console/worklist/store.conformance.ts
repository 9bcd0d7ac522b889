/** Conformance of stores of worklist marks. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import type { WorklistStore } from '#lib/domains/orders/console/store.ts'
import { NO_MARK, type WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'

const ORDERS = ['6d0f6a4e-0001-4c47-8ace-5589bb58a797', '6d0f6a4e-0002-4222-8333-9a6f2c8151bc'] as const
const [FIRST, SECOND] = ORDERS
const at = '2026-11-21T08:00:00.456Z'
const owned = (version: number, name: string): WorklistMark => ({
  ...NO_MARK,
  version,
  owner: { id: `id-of-${name}`, name, at },
})

export function worklistStatements(stored: () => WorklistStore): void {
  test('worklist: a mark is kept word for word, in its own environment', async () => {
    const store = stored()
    const snooze = {
      ...{ until: '2026-11-22T08:00:00.000Z', reason: 'lab' as const, comment: 'Ask the O’Briens’ doctor 😀' },
      ...{ since: '2026-11-20T23:00:00.123Z', by_name: 'Zoë', at },
    }
    const mark = { ...owned(1, 'Zoë'), snooze }
    expect(await store.saveWorklistMark('sandbox', FIRST, mark)).toEqual(mark)
    expect(await store.worklistMarks('sandbox', ORDERS)).toEqual(new Map([[FIRST, mark]]))
    expect(await store.worklistMarks('production', ORDERS)).toEqual(new Map())
    expect(await store.worklistMarks('sandbox', [])).toEqual(new Map())
    const emptied = { ...NO_MARK, version: 2 }
    expect(await store.saveWorklistMark('sandbox', FIRST, emptied)).toEqual(emptied)
    expect(await store.worklistMarks('sandbox', [FIRST])).toEqual(new Map([[FIRST, emptied]]))
  })

  test('worklist: of many changes at once one is kept, and the others are told', async () => {
    const store = stored()
    for (const version of [1, 2]) {
      const names = Array.from({ length: 12 }, (_, index) => `${version}-${index}`)
      const saved = await Promise.all(
        names.map((name) => store.saveWorklistMark('staging', SECOND, owned(version, name))),
      )
      const kept = saved.filter((mark) => mark !== 'stale')
      expect(kept).toHaveLength(1)
      expect((await store.worklistMarks('staging', [SECOND])).get(SECOND)).toEqual(kept[0])
    }
    expect(await store.saveWorklistMark('staging', SECOND, owned(1, 'late'))).toBe('stale')
    expect(await store.saveWorklistMark('staging', SECOND, owned(4, 'early'))).toBe('stale')
  })
}
