/** Users of the sandbox by what they are like, asked of the service itself, and people with a role of their own. */
import type { APIRequestContext } from '@playwright/test'
import { listUserProviders } from '#lib/contract/connection.ts'
import { AUTH_PREFIX } from '#lib/contract/console/sign-in.ts'
import { inviteStaff } from '#lib/contract/console/staff.ts'
import { listOrders } from '#lib/contract/order.ts'
import type { Role } from '#lib/contract/roles.ts'
import { listUsers, type User } from '#lib/contract/user.ts'
import { userInfo } from '#lib/contract/user-info.ts'
import { ADMINISTRATOR } from './server.ts'
import { cookieHeader, type SignedIn, sessionOf, signIn } from './session.ts'

export const SERVICE = '/api/service/sandbox'

/** All users of the sandbox, newest first. */
export async function sandboxUsers(request: APIRequestContext): Promise<User[]> {
  const answer = await request.get(`${SERVICE}/v2/user/?limit=500`)
  return listUsers.response.parse(await answer.json()).users
}

export const hasSource = (slug: string) => (user: User) =>
  user.connected_sources.some(({ source }) => source.slug === slug)

export async function connectionsOf(request: APIRequestContext, user_id: string) {
  const answer = await request.get(`${SERVICE}/v2/user/providers/${user_id}`)
  return listUserProviders.response.parse(await answer.json()).providers
}

/** The first of these users that fits. */
export async function firstUser(
  users: readonly User[],
  fits: (user: User) => boolean | Promise<boolean>,
): Promise<User> {
  for (const user of users) if (await fits(user)) return user
  throw new Error('No user of the sandbox is like that.')
}

/** Somebody with orders and demographics; `turn` tells apart those of different tests. */
export async function somebody(request: APIRequestContext, turn: number) {
  const answer = await request.get(`${SERVICE}${listOrders.path}?size=100`)
  const { orders } = listOrders.response.parse(await answer.json())
  const ids = [...new Set(orders.map(({ user_id }) => user_id))]
  let left = turn
  for (const user_id of ids) {
    const read = await request.get(`${SERVICE}/v2/user/${user_id}/info/latest`)
    if (read.ok() && left-- === 0) return { user_id, info: userInfo.parse(await read.json()) }
  }
  throw new Error('Nobody has both orders and demographics.')
}

/** Id of a user of whom no demographics are recorded. */
export async function nobodyRecorded(request: APIRequestContext): Promise<string> {
  const isUnknown = async ({ user_id }: User) =>
    (await request.get(`${SERVICE}/v2/user/${user_id}/info/latest`)).status() === 404
  return (await firstUser(await sandboxUsers(request), isUnknown)).user_id
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
