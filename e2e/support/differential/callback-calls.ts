/** Calls that record callbacks about a critical result. */
import { randomUUID } from 'node:crypto'
import { CONSOLE, NOBODY } from './every-path.ts'
import type { Send } from './record.ts'

const ATTEMPT = '00000000-0000-4000-8000-0000000ca110'
const OTHER_ATTEMPT = '00000000-0000-4000-8000-0000000ca111'

/** Returns the body of an attempt that was read back. */
export function callbackOf(critical: { order_id: string; result_at: string }) {
  const read_back = { outcome: 'read_back', next_attempt_at: null }
  return { ...critical, id: randomUUID(), called: 'covering_provider', called_name: null, note: null, ...read_back }
}

/** The first twice, as a browser does that got no answer; then the same ID for another attempt. */
export async function sendCallbacks(
  send: Send,
  known: { order_id: string | undefined; result_at: string | undefined },
) {
  const call = { ...known, called: 'ordering_provider', called_name: null, note: null }
  const missed = { ...call, id: ATTEMPT, outcome: 'not_reached', next_attempt_at: '2026-11-21T09:00:00Z' }
  const read_back = { ...call, id: OTHER_ATTEMPT, outcome: 'read_back', next_attempt_at: null }
  for (const body of [
    missed,
    missed,
    { ...missed, note: 'Voicemail.' },
    { ...missed, id: NOBODY, order_id: NOBODY },
    { ...read_back, called: 'other' },
    read_back,
  ])
    await send('POST', `${CONSOLE}/overview/demo/callbacks`, body)
  await send('GET', `${CONSOLE}/overview/demo/callbacks?order_ids=${known.order_id}`)
}
