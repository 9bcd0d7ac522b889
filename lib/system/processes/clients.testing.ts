/** Many clients at once: what they do to one instance or to several over one database, and what must be true after it. */
import { expect } from 'vitest'
import { z } from 'zod'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { bookPhlebotomyAppointment } from '#lib/domains/bookings/appointment.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { updateUserInfo } from '#lib/domains/demographics/user-info-write.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers, updateUser } from '#lib/domains/users/user.ts'
import type { Send, TestProcess } from './spawn.testing.ts'

export type Instances = readonly [TestProcess, ...TestProcess[]]

const CLIENTS = 200
const ROUNDS = 2

const userList = z.object({
  users: z.array(
    z.object({
      user_id: z.string(),
      client_user_id: z.string().nullable(),
      fallback_time_zone: z.object({ id: z.string() }).nullable(),
      fallback_birth_date: z.object({ value: z.string() }).nullable(),
    }),
  ),
})
const orderList = z.object({
  orders: z.array(
    z.object({ id: z.string(), events: z.array(z.object({ created_at: z.string(), status: z.string() })) }),
  ),
})

/** Clients are dealt out to the instances in turn. */
function dealt(instances: Instances, client: number): TestProcess {
  return instances[client % instances.length] ?? instances[0]
}

async function users([instance]: Instances) {
  return userList.parse((await instance.send(listUsers, { query: { limit: 500 } })).json()).users
}

/** Orders of a draw at home that nobody has booked yet. */
export async function openOrders(instance: TestProcess, count: number) {
  const query = { order_type: ['at_home_phlebotomy'], status: ['ordered', 'requisition_created'], size: 100 }
  return orderList.parse((await instance.send(listOrders, { query })).json()).orders.slice(0, count)
}

/** The low-level statuses of an order, and when each came. */
export async function eventsOf(instance: TestProcess, id: string) {
  const [order] = orderList.parse((await instance.send(listOrders, { query: { order_ids: [id] } })).json()).orders
  return (order?.events ?? []).map(({ created_at, status }) => ({ created_at, low: status.split('.')[2] ?? '' }))
}

export function book(instance: TestProcess, order_id: string, json: object) {
  return instance.send(bookPhlebotomyAppointment, { params: { order_id }, json })
}

const PERSON = {
  last_name: 'Lee',
  email: 'maren@mail.example',
  phone_number: '+16025550143',
  gender: 'female',
  dob: '1982-02-28',
  address: { first_line: '1204 Alder St', zip_code: '85004', state: 'AZ', city: 'Phoenix' },
}

/** Runs one client: it reads lists, and changes a user that no other client changes. */
async function clientWork(instances: Instances, client: number, user_id: string): Promise<number[]> {
  const seen: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const send: Send = async (endpoint, values) => {
      const reply = await dealt(instances, client + round).send(endpoint, values)
      seen.push(reply.status)
      return reply
    }
    const params = { user_id }
    await send(listOrders, { query: { size: 5, status: ['completed'] } })
    await send(updateUser, { params, json: { client_user_id: `client-${client}-${round}` } })
    await send(updateUserInfo, { params, json: { ...PERSON, first_name: `Round${round}` } })
    await send(listUsers, { query: { limit: 5 } })
    await send(createLinkToken, { json: params })
    const read = await send(getLatestUserInfo, { params })
    expect(read.json()).toMatchObject({ first_name: `Round${round}` })
  }
  return seen
}

/** Two hundred clients, each with a user of its own: every call succeeds, and the last change of each is there. */
export async function manyClients(instances: Instances): Promise<void> {
  const mine = (await users(instances)).slice(0, CLIENTS).map(({ user_id }) => user_id)
  const begin = performance.now()
  const seen = await Promise.all(mine.map((user_id, client) => clientWork(instances, client, user_id)))
  const took = Math.round(performance.now() - begin)
  process.stdout.write(`${mine.length} clients, ${seen.flat().length} requests in ${took} ms\n`)
  expect(mine).toHaveLength(CLIENTS)
  expect(new Set(seen.flat())).toEqual(new Set([200, 204]))
  const references = new Map((await users(instances)).map((each) => [each.user_id, each.client_user_id]))
  const last = mine.map((_, client) => `client-${client}-${ROUNDS - 1}`)
  expect(mine.map((user_id) => references.get(user_id))).toEqual(last)
}

/** Ten clients an order want it at once: one books, nine are refused, one event is there. */
export async function raceForOrders(instances: Instances, count: number): Promise<void> {
  const wanted = await openOrders(instances[0], count)
  expect(wanted).toHaveLength(count)
  const keys = ['sandbox_slow_200', 'sandbox_confirm', 'sandbox_confirm']
  const tenOf = (id: string) =>
    Array.from({ length: 10 }, async (_, client) => {
      const { status } = await book(dealt(instances, client), id, { booking_key: keys[client % keys.length] })
      return status
    })
  const statuses = await Promise.all(wanted.map(({ id }) => Promise.all(tenOf(id))))
  for (const each of statuses) expect(each.toSorted()).toEqual([200, ...Array<number>(9).fill(409)])
  for (const { id, events } of wanted) {
    const now = await eventsOf(instances[0], id)
    expect(now).toHaveLength(events.length + 1)
    expect(now.at(-1)?.low).toBe('appointment_scheduled')
  }
}

/** Different fields of one user, changed by many at once: each is kept. */
export async function changesOfOneUser(instances: Instances): Promise<void> {
  const user_id = (await users(instances)).at(-1)?.user_id
  const changes = [
    { client_user_id: 'many-hands' },
    { fallback_time_zone: 'Asia/Tokyo' },
    { fallback_birth_date: '1999-09-09' },
    { ingestion_start: '2020-01-01' },
  ]
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, client) =>
      dealt(instances, client).send(updateUser, { params: { user_id }, json: changes[client % changes.length] }),
    ),
  )
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([204]))
  expect((await users(instances)).find((each) => each.user_id === user_id)).toMatchObject({
    client_user_id: 'many-hands',
    fallback_time_zone: { id: 'Asia/Tokyo' },
    fallback_birth_date: { value: '1999-09-09' },
  })
}

/** One reference that many users want at once: one gets it. */
export async function raceForReference(instances: Instances): Promise<void> {
  const wanting = (await users(instances)).slice(-40, -10)
  const replies = await Promise.all(
    wanting.map(({ user_id }, client) =>
      dealt(instances, client).send(updateUser, { params: { user_id }, json: { client_user_id: 'the-one' } }),
    ),
  )
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([204, ...Array<number>(wanting.length - 1).fill(400)])
}
