/** A repeated message has the effect of the first with its ID, and nothing else. */
import { expect, test } from 'vitest'
import { makeEvent } from '#lib/domains/events/event.testing.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { createReceiver, type ReceiverOptions } from './receiver.ts'
import { memoryEvents } from './store-memory.ts'

const AT = '2026-11-21T08:00:00.000Z'
const { id, user_id, team_id } = makeOrder()

const orderAt = (updated_at: string) => ({
  ...makeEvent('labtest.order.updated', { ...makeOrder(), updated_at }, user_id),
  team_id,
})

function backend() {
  const store = memoryEvents()
  const heard: Parameters<ReceiverOptions['onLab']>[0][] = []
  const disk = { isFull: false }
  const take = createReceiver({
    teamOf: () => null,
    onNews: async () => undefined,
    keep: async (event) => (await store.saveEvents([event]))[0] ?? Promise.reject(new Error('nothing is kept')),
    kept: store,
    async onLab(lab) {
      if (disk.isFull) throw new Error('disk full')
      heard.push(lab)
    },
  })
  const send = (updated_at: string, message_id = 'msg_1') => {
    const event = orderAt(updated_at)
    const message = { environment: 'sandbox', message_id, event, body: JSON.stringify(event) }
    return take({ ...message, sent_at: AT, received_at: AT })
  }
  return { store, heard, send, disk }
}

const first = { environment: 'sandbox', event_id: 1, version_at: AT, data: { id, updated_at: AT } }

test('another body under an id that is known changes nothing: what the first said counts', async () => {
  const { heard, send } = backend()
  await send(AT)
  await send('2026-11-21T09:00:00.000Z')
  expect(heard).toMatchObject([first, first])
})

test('also where the first could not take effect', async () => {
  const { heard, send, disk } = backend()
  disk.isFull = true
  await expect(send(AT)).rejects.toThrow('disk full')
  disk.isFull = false
  await send('2026-11-21T09:00:00.000Z')
  expect(heard).toMatchObject([first])
})

test('nor does one whose first message was older than what was there, or whose body isn’t kept', async () => {
  const { store, heard, send } = backend()
  await send(AT)
  for (const _ of [1, 2]) await send('2026-11-21T07:00:00.000Z', 'msg_2')
  await store.expungeBody('sandbox', 1, new Date(AT))
  await send(AT)
  expect(heard).toMatchObject([first])
})
