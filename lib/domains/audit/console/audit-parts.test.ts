import { expect, test } from 'vitest'
import { listAudit } from '#lib/domains/audit/audit.ts'
import { filled, makeEntry, OTHER, USER } from './audit.testing.ts'

const ALIKE = '3cb73ce0-2222-4333-8444-00000000a797'
const ENTRIES = [
  makeEntry({ subjects: [USER] }),
  makeEntry({ subjects: [OTHER, ALIKE] }),
  makeEntry({ subjects: [OTHER] }),
  makeEntry({ environment: 'sandbox', subjects: [ALIKE] }),
]

test.each([
  ['3cb73ce0-1dc1', [1], [USER]],
  ['3CB73CE0…A797', [4, 2, 1], [USER, ALIKE]],
  ['a797', [4, 2, 1], [USER, ALIKE]],
  ['…51bc', [3, 2], [OTHER]],
  [`https://console.test/production/users/${USER}/history`, [1], null],
  [USER.replaceAll('-', ''), [1], null],
  ['ffff', [], []],
])('%s finds entries %j, about %j', async (subject, ids, matches) => {
  const { list } = await filled(ENTRIES)
  const { entries, id_matches } = await list({ subject, actor_id: 's1' })
  expect([entries.map(({ id }) => id), id_matches?.ids.toSorted() ?? null]).toEqual([ids, matches?.toSorted() ?? null])
})

test('a part of too many IDs shows no entry, only the IDs to choose from', async () => {
  const ids = Array.from({ length: 21 }, (_, index) => `beef${index.toString(16).padStart(4, '0')}${USER.slice(8)}`)
  const { list } = await filled([makeEntry({ subjects: ids })])
  const { entries, next, id_matches } = await list({ subject: 'beef' })
  expect([entries, next, id_matches]).toEqual([[], null, { ids: ids.slice(0, 20), is_cut: true }])
  expect((await list({ subject: 'beef0014', actor_id: 's1' })).entries).toHaveLength(1)
})

test('who may not enter an environment learns none of its IDs', async () => {
  const { list } = await filled(ENTRIES)
  const { entries, id_matches } = await list({ subject: 'a797' }, 'limited')
  expect([entries.map(({ id }) => id), id_matches?.ids]).toEqual([[4], [ALIKE]])
})

test('the record of such a reading names the people it found, not what was typed', async () => {
  const { send, rows } = await filled(ENTRIES)
  await send(listAudit, { query: { subject: '51bc' } })
  expect(rows.at(-1)).toMatchObject({ action: 'list_audit', subjects: [OTHER], listed: false })
})
