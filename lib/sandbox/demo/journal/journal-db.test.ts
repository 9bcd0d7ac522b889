import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { NewEntry } from './journal.ts'
import { openJournal } from './journal-db.ts'

const entryOf = (run: string, path: string): NewEntry => ({
  run,
  at: 0,
  role: 'support',
  scenario: '',
  request_id: path,
  change: { method: 'PATCH', path, headers: {}, body: null },
})

test('gives what was written to a run after an id, in order, and nothing of another run', async () => {
  const journal = await openJournal('journal-db-test')
  const ids: number[] = []
  for (const [run, path] of [
    ['a', '/1'],
    ['b', '/2'],
    ['a', '/3'],
    ['a', '/4'],
    ['c', '/5'],
  ] as const)
    ids.push(await journal.append(entryOf(run, path)))
  const after = async (id: number) => (await journal.entries('a', id)).map(({ request_id }) => request_id)
  expect(await after(0)).toEqual(['/1', '/3', '/4'])
  expect(await after(ids[0] ?? 0)).toEqual(['/3', '/4'])
  // Entries of another run, and of one that was reset.
  expect(await after(ids[1] ?? 0)).toEqual(['/3', '/4'])
  await journal.remove(ids[2] ?? 0)
  expect(await after(ids[2] ?? 0)).toEqual(['/4'])
  expect(await after(ids[3] ?? 0)).toEqual([])
  expect(await after(ids[4] ?? 0)).toEqual([])
  expect(await journal.entries('nobody', 0)).toEqual([])
})
