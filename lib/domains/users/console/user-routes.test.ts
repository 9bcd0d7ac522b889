/** One user of the directory over HTTP: as it is known, or fresh from the service. */
import { describe, expect, test } from 'vitest'
import { getDirectoryState, getDirectoryUser } from '#lib/domains/users/directory.ts'
import { NOW } from '#lib/system/console/console.testing.ts'
import { fails, userOf } from './directory.testing.ts'
import { AT, consoleOver, STRANGER } from './routes.testing.ts'

const of = (user_id: string | undefined) => ({ params: { environment: 'sandbox', user_id } })
const fresh = (user_id: string | undefined) => ({ ...of(user_id), query: { fresh: true } })

describe('one user', () => {
  test('is answered from the directory, without asking the service', async () => {
    const { send, source, rows } = await consoleOver(3)
    const { user_id } = userOf(1)
    const answer = await send(getDirectoryUser, of(user_id))
    expect(await answer.json()).toEqual({ user: userOf(1), seen_at: AT, problem: null })
    expect(source.asked).toEqual([])
    expect(rows.at(-1)).toMatchObject({ action: 'get_directory_user', environment: 'sandbox', subjects: [user_id] })
  })

  test('fresh is read from the service and kept', async () => {
    const { send, source } = await consoleOver(3)
    const changed = { ...userOf(1), client_user_id: 'new-reference' }
    source.users.splice(1, 1, changed)
    const expected = { user: changed, seen_at: NOW.toISOString(), problem: null }
    for (const values of [fresh(changed.user_id), of(changed.user_id)]) {
      const answer = await send(getDirectoryUser, values)
      expect(await answer.json()).toEqual(expected)
    }
    expect(source.asked).toEqual([0])
  })

  test('fresh, while the service cannot be asked, is as old as it says, and why', async () => {
    const { send, source } = await consoleOver(3)
    source.next = [fails('The service can’t be reached.')]
    const answer = await send(getDirectoryUser, fresh(userOf(1).user_id))
    expect(await answer.json()).toEqual({
      user: userOf(1),
      seen_at: AT,
      problem: 'The service can’t be reached.',
    })
  })

  test('who has left the service is gone at once', async () => {
    const { send, source } = await consoleOver(3)
    const [gone] = source.users.splice(1, 1)
    const response = await send(getDirectoryUser, fresh(gone?.user_id))
    expect([response.status, (await response.json()).detail]).toEqual([
      404,
      'The service has no user with this ID. Check the ID and the environment.',
    ])
    expect(await (await send(getDirectoryState, { params: { environment: 'sandbox' } })).json()).toMatchObject({
      users: 2,
    })
  })

  test.each([
    ['known as they were', userOf(1).user_id, 200],
    ['never read yet', STRANGER, 503],
  ])('who is listed but can’t be read isn’t gone: %s, with the field', async (_, user_id, status) => {
    const { send, source } = await consoleOver(3)
    const unreadable = [{ at: 0, id: user_id, field: 'created_on' }]
    source.listUsers = async () => ({ users: [], entries: 1, unreadable, total: 1 })
    const response = await send(getDirectoryUser, fresh(user_id))
    const { problem, detail } = await response.json()
    expect([response.status, problem ?? detail]).toEqual([
      status,
      'The service lists this user with an unexpected value in created_on, so their entry can’t be read. Tell your administrator.',
    ])
  })

  test('who is not found near their place is shown as they were', async () => {
    const { send, source } = await consoleOver(500, { listed: 20_000 })
    source.users = source.users.filter(({ user_id }) => user_id !== userOf(1).user_id)
    const answer = await (await send(getDirectoryUser, fresh(userOf(1).user_id))).json()
    expect(answer).toMatchObject({ user: userOf(1), seen_at: AT })
    expect(answer.problem).toContain('This user wasn’t found in the live list where they last were')
    expect(source.asked).toHaveLength(8)
  })

  test('who is new is found in the live list', async () => {
    const { send, source } = await consoleOver(1_200, { listed: 1_201 })
    const read = () => send(getDirectoryUser, of(userOf(1_200).user_id))
    expect(await (await read()).json()).toMatchObject({ user: userOf(1_200), seen_at: NOW.toISOString() })
    expect(source.asked).toEqual([0])
    await read()
    expect(source.asked).toEqual([0])
  })

  test.each([
    ['complete', { complete: true, listed: 20_000 }, /last refreshed 30 min ago\. Check the ID/, 8],
    ['not yet', { complete: false, listed: 20_000 }, /still loading: 1,500 of 11,500 so far/, 8],
  ])('nobody, while the directory is %s: bounded, and it says how fresh it is', async (_, how, words, pages) => {
    const { send, source } = await consoleOver(1_500, how)
    const response = await send(getDirectoryUser, of(STRANGER))
    expect([response.status, (await response.json()).detail]).toEqual([404, expect.stringMatching(words)])
    expect(source.asked).toHaveLength(pages)
  })

  test('nobody, and the service cannot be asked: another time', async () => {
    const { send, source } = await consoleOver(3)
    source.next = [fails('The service can’t be reached.')]
    const response = await send(getDirectoryUser, of(STRANGER))
    expect([response.status, (await response.json()).detail]).toEqual([
      503,
      'No user with this ID was found. The user directory was last refreshed 30 min ago. Check the ID and the environment, or refresh the directory. The service can’t be reached.',
    ])
  })
})
