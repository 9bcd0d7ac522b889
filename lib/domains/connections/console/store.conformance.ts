/** Conformance of import stores. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import type { ImportStore, StoredImport } from './store.ts'

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

export function importStatements(stored: () => ImportStore): void {
  test('past imports: the newest first, each environment its own', async () => {
    const store = stored()
    for (const number of [2, 1, 3]) await store.saveImport('listed', made(number), LONG_AGO)
    await store.saveImport('elsewhere', made(1, { owner_id: 'bo' }), LONG_AGO)
    expect(await store.pastImports('listed', 2)).toEqual([made(3), made(2)])
    expect(await store.pastImports('nowhere', 9)).toEqual([])
  })

  test('past imports: a report changes the counts of one’s own, never who began it or when', async () => {
    const store = stored()
    await store.saveImport('reported', made(1), LONG_AGO)
    const later = { state: 'done', connected: 190, failed: 10, changed_at: '2026-11-21T09:00:00.000Z' } as const
    const report = made(1, { ...later, started_by: 'Ann Else', started_at: '2026-11-25T08:00:00.000Z' })
    expect(await store.saveImport('reported', report, LONG_AGO)).toEqual(made(1, later))
    expect(await store.saveImport('reported', made(1, { owner_id: 'bo', connected: 1 }), LONG_AGO)).toBeNull()
    for (const less of [{ rows: 199 }, { connected: 189 }])
      expect(await store.saveImport('reported', { ...report, ...less }, LONG_AGO)).toBeNull()
    expect(await store.pastImports('reported', 9)).toEqual([made(1, later)])
  })

  test('past imports: what is too old is removed', async () => {
    const store = stored()
    await store.saveImport('old', made(1), LONG_AGO)
    await store.saveImport('old', made(3), made(2).started_at)
    expect(await store.pastImports('old', 9)).toEqual([made(3)])
  })
}
