import { expect, test } from 'vitest'
import { updateUser } from '#lib/domains/users/user.ts'
import { saveView } from '#lib/domains/views/view-changes.ts'
import { listViews } from '#lib/domains/views/views.ts'
import { firstUser, testBrowser } from './engine.testing.ts'

test('all tabs of a browser show the same demo', async () => {
  const browser = testBrowser()
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  const { user_id } = await firstUser(one)
  await one.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  await one.engine.setRole('support')
  await one.engine.pause()
  await other.engine.follow()
  expect((await firstUser(other)).client_user_id).toBe('reference-7')
  expect(other.engine.snapshot()).toMatchObject({ role: 'support', changes: 1, clock: { running: false } })
  // One that has not heard of it yet catches up before it changes anything itself.
  await other.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-8' } })
  const taken = await one.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-9' } })
  expect(taken.status).toBe(204)
  expect(one.engine.snapshot().changes).toBe(3)
})

test('a tab that has not heard of another’s change yet answers with it', async () => {
  const browser = testBrowser()
  const [one, other] = [await browser.openTab(), await browser.openTab()]
  const { user_id } = await firstUser(other)
  await one.send(updateUser, { params: { user_id }, json: { client_user_id: 'reference-7' } })
  const answers = await Promise.all([firstUser(other), firstUser(other)])
  expect(answers.map(({ client_user_id }) => client_user_id)).toEqual(['reference-7', 'reference-7'])
  expect([other.engine.snapshot().changes, other.errors]).toEqual([1, []])
})

test('a change is made once by the tab that makes it, whatever it is asked meanwhile', async () => {
  const { engine, send, read } = await testBrowser().openTab()
  const views = async () => (await read(listViews, { params: { list: 'orders' } })).views
  const before = await views()
  const view = { name: 'Mine', shared: false, filter: {}, look: {} }
  const [saved] = await Promise.all([send(saveView, { params: { list: 'orders' }, json: view }), views(), views()])
  expect(saved.status).toBe(201)
  expect((await views()).length).toBe(before.length + 1)
  expect(engine.snapshot().changes).toBe(1)
})
