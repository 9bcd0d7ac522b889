/** Calls about orders that need action: somebody takes one on, puts it off and gives it back. */
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { CONSOLE, NOBODY } from './every-path.ts'
import { each } from './every-read.ts'
import type { Send } from './record.ts'

export async function workOn(send: Send) {
  const worklist = `${CONSOLE}/overview/demo/worklist`
  const { items } = listWorklist.response.parse(await send('GET', `${worklist}?limit=200`))
  const [first, second] = items
  await each(send, 'GET', worklist, ['?filter=stuck&limit=3', '?filter=asleep', '?limit=0'])
  const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
  const snooze = { until: inDays(2), reason: 'lab', comment: 'Their courier is on strike.', since: first?.since }
  for (const [order_id, body] of [
    [first?.order_id, { version: 0, owner: 'me' }],
    [first?.order_id, { version: 1, owner: 'none', snooze }],
    [first?.order_id, { version: 2, snooze: { ...snooze, until: inDays(-1) } }],
    [first?.order_id, { version: 2, snooze: { ...snooze, until: inDays(31) } }],
    [first?.order_id, { version: 2, snooze: { ...snooze, reason: 'mood', comment: 'x'.repeat(201) } }],
    [second?.order_id, { version: 0, owner: 'me' }],
    [second?.order_id, { version: 1, owner: 'none' }],
    [second?.order_id, { version: 1, owner: 'me' }],
    [NOBODY, { version: 0, owner: 'me' }],
    ['nobody', { version: -1, owner: 'you' }],
  ] as const)
    await send('PATCH', `${worklist}/${order_id}`, body)
  await each(send, 'GET', worklist, ['?filter=snoozed', '?filter=mine', '?limit=2'])
  await each(send, 'GET', worklist, [`/${first?.order_id}`, `/${second?.order_id}`, `/${NOBODY}`, '/nobody'])
}
