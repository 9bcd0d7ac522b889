/** Conformance of the record of imports over every store of records. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import type { RecordStore } from '#lib/console/records.ts'
import { importsIn, type StoredImport } from './routes.ts'

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const LONG_AGO = '2020-01-01T00:00:00.000Z'

const made = (number: number, change: Partial<StoredImport> = {}): StoredImport => ({
  id: id(number),
  owner_id: 'ann',
  started_by: 'Ann',
  started_at: `2026-11-2${number}T08:00:00.000Z`,
  changed_at: `2026-11-2${number}T08:00:00.000Z`,
  provider: 'marrowfit',
  state: 'running',
  rows: 200,
  connected: 0,
  failed: 0,
  ...change,
})

export function importStatements(stored: () => RecordStore): void {
  test('past imports: the newest first, each environment its own', async () => {
    const store = importsIn(stored())
    for (const number of [2, 1, 3]) await store.save('listed', made(number), LONG_AGO)
    await store.save('elsewhere', made(1, { owner_id: 'bo' }), LONG_AGO)
    expect(await store.past('listed', 2)).toEqual([made(3), made(2)])
    expect(await store.past('nowhere', 9)).toEqual([])
  })

  test('past imports: a report changes the counts of one’s own, never who began it or when', async () => {
    const store = importsIn(stored())
    await store.save('reported', made(1), LONG_AGO)
    const later = { state: 'done', connected: 190, failed: 10, changed_at: '2026-11-21T09:00:00.000Z' } as const
    const report = made(1, { ...later, started_by: 'Ann Else', started_at: '2026-11-25T08:00:00.000Z' })
    expect(await store.save('reported', report, LONG_AGO)).toEqual(made(1, later))
    expect(await store.save('reported', made(1, { owner_id: 'bo', connected: 1 }), LONG_AGO)).toBeNull()
    for (const less of [{ rows: 199 }, { connected: 189 }])
      expect(await store.save('reported', { ...report, ...less }, LONG_AGO)).toBeNull()
    expect(await store.past('reported', 9)).toEqual([made(1, later)])
  })

  test('past imports: what is too old is removed', async () => {
    const store = importsIn(stored())
    await store.save('old', made(1), LONG_AGO)
    await store.save('old', made(3), made(2).started_at)
    expect(await store.past('old', 9)).toEqual([made(3)])
  })
}
