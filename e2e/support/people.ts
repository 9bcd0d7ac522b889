/** Users of an environment by what they are like, asked of the service itself, and people with a role of their own. */
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { userInfo } from '#lib/domains/demographics/user-info.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { AUTH_PREFIX } from '#lib/domains/staff/sign-in.ts'
import { inviteStaff } from '#lib/domains/staff/staff.ts'
import { listUsers, type User } from '#lib/domains/users/user.ts'
import type { Api } from './api.ts'
import { ADMINISTRATOR } from './servers/server.ts'
import { cookieHeader, type SignedIn, sessionOf, signIn } from './session.ts'

/** Newest first. */
export async function allUsers(service: Api): Promise<User[]> {
  const answer = await service.get('/v2/user/?limit=500')
  return listUsers.response.parse(await answer.json()).users
}

export const hasSource = (slug: string) => (user: User) =>
  user.connected_sources.some(({ source }) => source.slug === slug)

export async function connectionsOf(service: Api, user_id: string) {
  const answer = await service.get(`/v2/user/providers/${user_id}`)
  return listUserProviders.response.parse(await answer.json()).providers
}

/** The first of these users that fits. */
export async function firstUser(
  users: readonly User[],
  fits: (user: User) => boolean | Promise<boolean>,
): Promise<User> {
  for (const user of users) if (await fits(user)) return user
  throw new Error('No user of this environment is like that.')
}

/** Somebody with orders and demographics; `turn` tells apart those of different tests. */
export async function somebody(service: Api, turn: number) {
  const answer = await service.get(`${listOrders.path}?size=100`)
  const { orders } = listOrders.response.parse(await answer.json())
  const ids = [...new Set(orders.map(({ user_id }) => user_id))]
  let left = turn
  for (const user_id of ids) {
    const read = await service.get(`/v2/user/${user_id}/info/latest`)
    if (read.ok() && left-- === 0) return { user_id, info: userInfo.parse(await read.json()) }
  }
  throw new Error('Nobody has both orders and demographics.')
}

/** Id of a user of whom no demographics are recorded. */
export async function nobodyRecorded(service: Api): Promise<string> {
  const isUnknown = async ({ user_id }: User) => (await service.get(`/v2/user/${user_id}/info/latest`)).status() === 404
  return (await firstUser(await allUsers(service), isUnknown)).user_id
}

/** Invites somebody, sets their password by the link, and keeps their session. */
export async function signInAs(baseURL: string, role: Role): Promise<SignedIn> {
  const email = `${role}-${crypto.randomUUID()}@clinic.test`
  const post = (path: string, body: object, cookie = '') =>
    fetch(`${baseURL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: baseURL, cookie },
      body: JSON.stringify(body),
    })
  const cookie = cookieHeader(await signIn(baseURL, ADMINISTRATOR))
  const invited = await post('/api/console/staff', { email, name: 'Wren Halloran', role, environments: null }, cookie)
  const { link } = inviteStaff.response.parse(await invited.json())
  const token = new URL(link).hash.slice(1)
  const session = await post(`${AUTH_PREFIX}/setup`, { token, password: 'a slow cloud crosses the moor' })
  return sessionOf(baseURL, session)
}
