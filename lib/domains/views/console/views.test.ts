/** Saved views over HTTP: who sees, changes and shares which, what is refused and how. */
import { describe, expect, test } from 'vitest'
import type { Role } from '#lib/domains/staff/roles.ts'
import { crawled } from '#lib/domains/users/console/directory-data.testing.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import {
  changeView,
  deleteView,
  MAX_VIEWS,
  restoreView,
  saveView,
  setOwnView,
  setRoleView,
  VIEW_NAME_MAX,
} from '#lib/domains/views/view-changes.ts'
import { listViews, savedView, viewDefaults } from '#lib/domains/views/views.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { createViews } from './views.ts'

const ID = '0be71f43-1111-4222-8333-9a6f2c811b92'
const SANDBOX = { environment: 'sandbox', list: 'orders' } as const
const CONTENT = {
  name: 'Queue',
  shared: false,
  filter: { status: ['lost', 'cancelled'] },
  look: { columns: 'id' },
}
type Content = Omit<Partial<typeof CONTENT>, 'filter'> & { filter?: Record<string, unknown> }

function desk() {
  const { send, rows } = testConsole()
  const save = (as: Role, content: Content = {}) =>
    send(saveView, { params: SANDBOX, json: { ...CONTENT, ...content }, as })
  const saved = async (as: Role, content: Content = {}) => savedView.parse(await (await save(as, content)).json())
  const change = (as: Role, view: { id: string; version: number }, body: Content) =>
    send(changeView, { params: { ...SANDBOX, view_id: view.id }, json: { version: view.version, ...body }, as })
  const remove = (as: Role, view_id: string, version = 1) =>
    send(deleteView, { params: { ...SANDBOX, view_id }, query: { version }, as })
  const restore = (as: Role, view_id: string) => send(restoreView, { params: { ...SANDBOX, view_id }, as })
  const list = async (as: Role) =>
    listViews.response.parse(await (await send(listViews, { params: SANDBOX, as })).json())
  const setOwn = (as: Role, view_id: string | null) => send(setOwnView, { params: SANDBOX, json: { view_id }, as })
  const setRole = (as: Role, role: Role, view_id: string | null) =>
    send(setRoleView, { params: SANDBOX, json: { role, view_id }, as })
  return { rows, save, saved, change, remove, restore, list, setOwn, setRole }
}

test.each([
  { filter: { status: ['Jane Doe, HIV positive'] } },
  { filter: { status: ['lost', 'jane_doe'] } },
  { filter: { order_type: ['Call Jane'] } },
  { filter: { order_type: ['call_jane'] } },
  { look: { columns: 'Jane Doe, HIV positive' } },
  { look: { columns: 'x'.repeat(5_000) } },
])('%j is what somebody typed, which everybody would read: it isn’t kept', async (content) => {
  expect((await desk().save('administrator', { shared: true, ...content })).status).toBe(422)
})

test.each(['jane_doe', 'JANE_DOE', 'Jane Doe, HIV positive', 'oura', 'korrin_ring'])(
  'the source %s is kept only where a user has it connected',
  async (source) => {
    const { send, store } = testConsole()
    const params = { environment: 'sandbox', list: 'users' } as const
    const connected_sources = [{ created_on: '2026-01-01T00:00:00Z', source: { name: 'Ring', slug: 'korrin_ring' } }]
    await crawled(store, 'sandbox', [makeUser({ connected_sources })], '2026-11-01T00:00:00Z')
    const filter = { sources: ['korrin_ring', source] }
    const view = { ...CONTENT, look: {}, shared: true }
    const answer = await send(saveView, { params, json: { ...view, filter } })
    const other = savedView.parse(
      await (await send(saveView, { params, json: { ...view, name: 'Other', filter: {} } })).json(),
    )
    const changed = await send(changeView, { params: { ...params, view_id: other.id }, json: { version: 1, filter } })
    expect([answer.status, changed.status]).toEqual(source === 'korrin_ring' ? [201, 200] : [422, 422])
    if (answer.status === 422) expect(await answer.text()).not.toContain(source)
  },
)

test('of a layout only what it has is kept', async () => {
  const { send } = testConsole()
  const look = { columns: 'id~140.-status.*roomy', note: 'Jane Doe' }
  const sent = { ...look, columns: `jane_doe.${look.columns}.-hiv_positive~99` }
  const answer = await send(saveView, { params: SANDBOX, json: { ...CONTENT, look: sent } })
  expect(await answer.json()).toMatchObject({ filter: CONTENT.filter, look: { columns: look.columns } })
  expect((await (await send(listViews, { params: SANDBOX })).text()).match(/jane|hiv/i)).toBeNull()
})

test('a saved view takes its id from idsOf; the response has a request id of its own', async () => {
  const id = ID
  const asked: (string | null)[] = []
  const { send } = testConsole({
    idsOf: ({ headers }) => {
      asked.push(headers.get('x-request-id'))
      return () => id
    },
  })
  const answer = await send(saveView, { params: SANDBOX, json: CONTENT, headers: { 'x-request-id': 'journal-1' } })
  expect(savedView.parse(await answer.json()).id).toBe(id)
  expect(asked).toEqual(['journal-1'])
  expect(answer.headers.get('x-request-id')).not.toBe('journal-1')
})

const detailOf = async (answer: Response) => JSON.stringify((await answer.json()).detail)

describe('a view', () => {
  test('is private until it is shared, and then everybody’s; its owner and administrators change it', async () => {
    const { saved, change, list, rows, remove } = desk()
    const own = await saved('support')
    expect(own).toMatchObject({ ...CONTENT, is_own: true, may_change: true, version: 1 })
    expect((await list('lab_coordinator')).views).toEqual([])
    for (const other of ['administrator', 'lab_coordinator'] as const) {
      expect((await change(other, own, { name: 'Mine now' })).status).toBe(404)
      expect((await remove(other, own.id)).status).toBe(404)
    }
    const shared = changeView.response.parse(await (await change('support', own, { shared: true })).json())
    const { views, may_set_roles } = await list('lab_coordinator')
    expect(views).toEqual([{ ...shared, is_own: false, may_change: false }])
    expect(may_set_roles).toBe(false)
    const refused = await change('lab_coordinator', shared, { name: 'Mine now' })
    expect(refused.status).toBe(403)
    expect(await detailOf(refused)).toContain('Save it as your own')
    const byOther = savedView.parse(await (await change('administrator', shared, { name: 'Ours' })).json())
    expect(byOther).toMatchObject({ name: 'Ours', owner_name: own.owner_name, is_own: false, version: 3 })
    expect((await change('administrator', byOther, { shared: false })).status).toBe(200)
    expect((await list('administrator')).views).toEqual([])
    expect((await list('support')).views).toMatchObject([{ name: 'Ours', version: 4 }])
    const done = rows.filter(({ outcome }) => outcome === 'done').map(({ action }) => action)
    expect(done).toEqual(['save_view', 'change_view', 'change_view', 'change_view'])
  })

  test('is shared by whose role includes that, on every way', async () => {
    const { save, saved, change, list, remove, restore } = desk()
    expect((await list('read_only')).may_share).toBe(false)
    for (const role of ['administrator', 'support', 'lab_coordinator'] as const)
      expect((await list(role)).may_share).toBe(true)
    const refused = await save('read_only', { shared: true })
    expect([refused.status, (await refused.json()).code]).toEqual([403, 'role_denied'])
    const own = await saved('read_only')
    expect((await change('read_only', own, { shared: true })).status).toBe(403)
    expect((await change('read_only', own, { name: 'Renamed' })).status).toBe(200)
    expect((await remove('read_only', own.id, 2)).status).toBe(204)
    expect((await restore('read_only', own.id)).status).toBe(200)
    expect((await list('support')).views).toEqual([])
  })

  test('that is shared is not renamed by its owner once their role no longer includes sharing', async () => {
    const views = createViews({ store: createMemoryConsoleStore(), now: () => new Date() })
    const as = (role: Role) => ({ place: SANDBOX, viewer: { id: 'u1', name: 'Ann', role } })
    const { id, version } = await views.save(as('support'), ID, saveView.body.parse({ ...CONTENT, shared: true }))
    await expect(views.change(as('read_only'), id, version, { name: 'Renamed' })).rejects.toMatchObject({
      code: 'role_denied',
    })
    expect(await views.change(as('read_only'), id, version, { shared: false })).toMatchObject({ shared: false })
  })

  test('has no name of a view of the console, nor one with characters that nobody sees', async () => {
    const { save, saved, change } = desk()
    const own = await saved('support')
    for (const name of ['Open', ' all  ORDERS ', 'Ｃritical', 'Exceptions', 'Op\u200ben', 'My \u202egnp', 'a\nb']) {
      for (const answer of [await save('support', { name }), await change('support', own, { name })]) {
        expect([name, answer.status]).toEqual([name, 422])
        expect((await answer.json()).issues).toMatchObject([{ loc: ['body', 'name'] }])
      }
    }
  })

  test('that another has changed is neither overwritten nor deleted', async () => {
    const { saved, change, list, remove } = desk()
    const own = await saved('support', { shared: true })
    await change('administrator', own, { name: 'By the other' })
    const late = await change('support', own, { name: 'Mine' })
    expect(late.status).toBe(409)
    expect(await detailOf(late)).toMatch(/someone else changed this view.*weren’t saved/i)
    expect((await remove('support', own.id)).status).toBe(409)
    expect((await list('support')).views).toMatchObject([{ name: 'By the other', version: 2 }])
  })

  test('that is deleted can be restored by whoever may delete it', async () => {
    const { saved, list, remove, restore } = desk()
    const own = await saved('support')
    expect((await remove('support', own.id)).status).toBe(204)
    expect((await list('support')).views).toEqual([])
    expect((await restore('administrator', own.id)).status).toBe(404)
    expect((await restore('support', own.id)).status).toBe(200)
    expect((await list('support')).views).toMatchObject([{ id: own.id, name: 'Queue' }])
  })

  test('needs a name that is free, and one person keeps so many', async () => {
    const { save, saved, change } = desk()
    await saved('support', { name: '  My   queue ' })
    for (const answer of [
      await save('support', { name: 'MY QUEUE' }),
      await change('support', await saved('support', { name: 'Other' }), { name: 'my queue' }),
    ]) {
      expect(answer.status).toBe(409)
      expect((await answer.json()).detail).toMatchObject([{ loc: ['body', 'name'], type: 'taken' }])
    }
    for (const name of ['', '  ', 'x'.repeat(VIEW_NAME_MAX + 1)])
      expect((await save('support', { name })).status).toBe(422)
    for (let left = MAX_VIEWS - 2; left > 0; left--) await saved('support', { name: `View ${left}` })
    const refused = await save('support', { name: 'One more' })
    expect(refused.status).toBe(409)
    expect(await detailOf(refused)).toContain(`${MAX_VIEWS}`)
  })

  test.each<[string, Record<string, unknown>]>([
    ['a name', { patient_name: 'Theo' }],
    ['free text', { search_input: 'Theo' }],
    ['a recipient', { shipping_recipient_name: 'Theo' }],
    ['a page', { page: 2 }],
    ['a date that is none', { start_date: '2026-02-30' }],
    ['an id that is none', { user_id: 'theo' }],
    ['another sort', { order_key: 'updated_at' }],
    ['more ids than an address holds', { order_ids: Array.from({ length: 200 }, () => crypto.randomUUID()) }],
  ])('keeps no %s, and does not repeat it', async (_, filter) => {
    const { save, list } = desk()
    const refused = await save('support', { filter })
    expect(refused.status).toBe(422)
    expect(await detailOf(refused)).not.toContain('Theo')
    expect((await list('support')).views).toEqual([])
  })
})

describe('what the list opens with', () => {
  test('is one’s own choice, else the role’s, else all orders', async () => {
    const { saved, change, list, setOwn, setRole, remove, restore } = desk()
    const view = await saved('administrator', { shared: true })
    const firstOf = async (role: Role) => (await list(role)).defaults.first
    expect(await firstOf('support')).toBe('all')
    expect((await setRole('support', 'support', 'open')).status).toBe(403)
    expect(viewDefaults.parse(await (await setRole('administrator', 'support', view.id)).json()).roles).toEqual({
      support: view.id,
    })
    expect([await firstOf('support'), await firstOf('read_only')]).toEqual([view.id, 'all'])
    await setOwn('support', 'critical')
    expect(await firstOf('support')).toBe('critical')
    await setOwn('support', null)
    expect(await firstOf('support')).toBe(view.id)
    // A view that is private again or deleted no longer opens the list; a restored one does.
    const hidden = savedView.parse(await (await change('administrator', view, { shared: false })).json())
    expect(await firstOf('support')).toBe('all')
    await change('administrator', hidden, { shared: true })
    await remove('administrator', view.id, 3)
    expect(await firstOf('support')).toBe('all')
    await restore('administrator', view.id)
    expect(await firstOf('support')).toBe(view.id)
  })

  test('is a view that one may see, and for a role a shared one', async () => {
    const { saved, setOwn, setRole } = desk()
    const own = await saved('administrator')
    expect((await setOwn('support', own.id)).status).toBe(404)
    expect((await setOwn('support', 'nothing')).status).toBe(422)
    expect((await setRole('administrator', 'support', own.id)).status).toBe(409)
    expect((await setRole('administrator', 'support', crypto.randomUUID())).status).toBe(404)
  })
})
