/** People of the sandbox to look at, and somebody of the staff who may only look. */
import type { APIRequestContext } from '@playwright/test'
import { inviteStaff } from '#lib/contract/console/staff.ts'
import { listOrders } from '#lib/contract/order.ts'
import { listUsers } from '#lib/contract/user.ts'
import { userInfo } from '#lib/contract/user-info.ts'
import type { TestServer } from './server.ts'
import { cookieHeader, SIGNED_OUT, type SignedIn, signIn } from './session.ts'

export const SERVICE = '/api/service/sandbox'

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
  const answer = await request.get(`${SERVICE}${listUsers.path}?limit=500`)
  const { users } = listUsers.response.parse(await answer.json())
  for (const { user_id } of users) {
    if ((await request.get(`${SERVICE}/v2/user/${user_id}/info/latest`)).status() === 404) return user_id
  }
  throw new Error('Everybody has demographics.')
}

/** The session of somebody with the read-only role, who has just accepted an invitation. */
export async function reader({ baseURL }: TestServer, administrator: SignedIn): Promise<SignedIn> {
  const credentials = { email: 'rea.reader@clinic.test', password: 'seven quiet herons wade' }
  const post = (path: string, session: SignedIn, data: object) =>
    fetch(`${baseURL}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: cookieHeader(session) },
      body: JSON.stringify(data),
    })
  const invitation = { email: credentials.email, name: 'Rea Reader', role: 'read_only', environments: null }
  const invited = await post(`/api/console${inviteStaff.path}`, administrator, invitation)
  const { link } = inviteStaff.response.parse(await invited.json())
  await post('/api/auth/setup', SIGNED_OUT, { token: link.split('#')[1], password: credentials.password })
  return signIn(baseURL, credentials)
}
