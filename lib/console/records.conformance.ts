/** Conformance of stores of records. Run by lib/system/console/store.test.ts. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { type RecordStore, recordsOf, type StoredEntry } from './records.ts'

const at = '2026-11-21T08:00:00.456Z'
const record = (key: string, version: number, body: unknown = { name: 'Zoë 😀 100%_\\' }) => ({
  key,
  version,
  body,
  at,
})
const idOf = (index: number) => `${index.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`
const entry = (index: number, key: string, text = 'Told the O’Briens.'): StoredEntry => ({
  id: idOf(index),
  key,
  body: { text, nothing: null },
  at,
  by_id: 'rosa',
  by_name: 'Rosa Adeyemi',
})

export function recordStatements(stored: () => RecordStore): void {
  test('records: each is kept word for word, in its own environment and kind, until it is removed', async () => {
    const store = stored()
    for (const key of ['a', 'b']) expect(await store.saveRecord('sandbox', 'kept', record(key, 1))).toBe('saved')
    const byKey = async (...asked: Parameters<RecordStore['records']>) =>
      (await store.records(...asked)).sort((one, other) => (one.key < other.key ? -1 : 1))
    expect(await byKey('sandbox', 'kept')).toEqual([record('a', 1), record('b', 1)])
    expect(await store.records('sandbox', 'kept', ['b', 'c'])).toEqual([record('b', 1)])
    expect(await store.records('sandbox', 'kept', [])).toEqual([])
    expect(await store.records('production', 'kept')).toEqual([])
    expect(await store.records('sandbox', 'other', ['a'])).toEqual([])
    await store.removeRecords('sandbox', 'other', ['a'])
    await store.removeRecords('sandbox', 'kept', ['b', 'c'])
    await store.removeRecords('sandbox', 'kept', [])
    expect(await store.records('sandbox', 'kept')).toEqual([record('a', 1)])
  })

  test('records: of many changes of one version one is saved, and the others are told', async () => {
    const store = stored()
    for (const version of [1, 2]) {
      const names = Array.from({ length: 12 }, (_, index) => `${version}-${index}`)
      const saved = await Promise.all(
        names.map((name) => store.saveRecord('staging', 'mark', record('order', version, { name }))),
      )
      expect(saved.filter((each) => each === 'saved')).toHaveLength(1)
      const kept = names[saved.indexOf('saved')]
      expect(await store.records('staging', 'mark')).toEqual([record('order', version, { name: kept })])
    }
    expect(await store.saveRecord('staging', 'mark', record('order', 1))).toBe('stale')
    expect(await store.saveRecord('staging', 'mark', record('order', 4))).toBe('stale')
    expect(await store.saveRecord('staging', 'mark', record('another', 2))).toBe('stale')
  })

  test('records: a body of another form is refused when it is read', async () => {
    const store = stored()
    await store.saveRecord('sandbox', 'checked', record('a', 1, { days: 'many' }))
    const checked = recordsOf(store, 'checked', z.object({ days: z.int() }))
    await expect(checked.find('sandbox', ['a'])).rejects.toThrow()
    expect(await checked.find('sandbox', [])).toEqual([])
    expect(await checked.save('sandbox', { key: 'a', version: 2, body: { days: 3 }, at })).toBe('saved')
    expect(await checked.find('sandbox')).toEqual([record('a', 2, { days: 3 })])
  })

  test('entries: one ID is one entry of an environment and kind, also of many that come at once', async () => {
    const store = stored()
    const texts = Array.from({ length: 12 }, String)
    const added = await Promise.all(texts.map((text) => store.addEntry('testing', 'note', entry(1, 'u', text))))
    expect(new Set(added.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await store.entries('testing', 'note', 'u')).toEqual(added.slice(0, 1))
    const elsewhere = await store.addEntry('production', 'note', entry(1, 'u', 'elsewhere'))
    expect(await store.entries('production', 'note', 'u')).toEqual([elsewhere])
    expect(await store.entries('production', 'other', 'u')).toEqual([])
  })

  test('entries: about their own record, the oldest first, word for word', async () => {
    const store = stored()
    const given = [entry(12, 'u1'), entry(11, 'u2'), entry(10, 'u1')]
    for (const each of given) expect(await store.addEntry('staging', 'note', each)).toEqual(each)
    expect(await store.entries('staging', 'note', 'u1')).toEqual([given[0], given[2]])
    expect(await store.entries('staging', 'note', 'u3')).toEqual([])
  })
}
