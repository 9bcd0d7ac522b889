/** Meaning of each low-level status and the next step, apart from its record so that lists don't load the texts. */

import { z } from 'zod'
import type { OrderEvent } from '#lib/domains/orders/order.ts'
import type { STATUS_DETAILS } from '#lib/kernel/values.ts'
import type { LowLevelStatus } from './status-record.ts'

export interface StatusAdvice {
  happened: string
  todo: string
}

const UNTIL_RESULTS = 'Nothing to do until results come in.'
const WALK_IN_AGAIN = 'Find a service center near the patient and book there.'
const GONE = 'Place another order if the test is still wanted.'

const CLOSED = { completed: 'completed', cancelled: 'canceled' } as const

/** Returns the words of an order that ended with its transaction, whatever its own status still asks for. */
export function closedAdvice({ happened }: StatusAdvice, closed: keyof typeof CLOSED): StatusAdvice {
  return { happened: `${happened} Its transaction is ${CLOSED[closed]}.`, todo: `Nothing to do. ${GONE}` }
}

/** The two requisition statuses are missing: their advice depends on the collection method. */
const ADVICE: Readonly<Record<Exclude<LowLevelStatus, 'requisition_created' | 'requisition_bypassed'>, StatusAdvice>> =
  {
    ordered: { happened: 'The order is placed.', todo: 'Nothing to do. The requisition comes next.' },
    awaiting_registration: { happened: 'The kit isn’t registered yet.', todo: 'Ask the patient to register it.' },
    registered: { happened: 'The kit is registered.', todo: 'Nothing to do. The requisition comes next.' },
    transit_customer: {
      happened: 'The kit is on its way to the patient.',
      todo: 'Nothing to do until it arrives.',
    },
    out_for_delivery: { happened: 'The kit is out for delivery.', todo: 'Nothing to do until it arrives.' },
    with_customer: {
      happened: 'The kit is with the patient.',
      todo: 'Next, the patient sends the sample to the lab. Remind them if it takes too long.',
    },
    transit_lab: { happened: 'The sample is on its way to the lab.', todo: 'Nothing to do until it arrives.' },
    problem_in_transit_customer: {
      happened: 'There’s a problem with the kit’s delivery to the patient.',
      todo: 'Check the tracking. If it doesn’t move, ask the carrier.',
    },
    problem_in_transit_lab: {
      happened: 'There’s a problem with the sample’s delivery to the lab.',
      todo: 'Check the tracking. If it doesn’t move, ask the carrier.',
    },
    appointment_pending: {
      happened: 'The appointment isn’t confirmed yet.',
      todo: 'Don’t tell the patient it’s booked.',
    },
    appointment_scheduled: { happened: 'The appointment is booked.', todo: 'Nothing to do until the visit.' },
    appointment_cancelled: { happened: 'The appointment was canceled.', todo: 'Book another one with the patient.' },
    draw_completed: { happened: 'The sample has been taken.', todo: UNTIL_RESULTS },
    delivered_to_lab: { happened: 'The lab has the sample.', todo: UNTIL_RESULTS },
    partial_results: {
      happened: 'Partial results are in.',
      todo: 'Don’t treat them as complete. The rest is still to come.',
    },
    lab_processing_blocked: {
      happened: 'The lab has paused this sample.',
      todo: 'The reason, if the service gives one, is with the event. If not, ask the lab what is missing.',
    },
    completed: { happened: 'The results are in.', todo: 'Nothing else is expected.' },
    corrected: {
      happened: 'The lab has corrected the results.',
      todo: 'Make sure whoever read the earlier results sees these.',
    },
    sample_error: {
      happened: 'The lab couldn’t use this sample.',
      todo: 'The reason, if the service gives one, is with the event. If not, ask the lab whether a redraw follows.',
    },
    redraw_available: {
      happened: 'The lab couldn’t use this sample. A redraw is available.',
      todo: 'Arrange it with the patient.',
    },
    failure_to_deliver_to_customer: {
      happened: 'The kit didn’t reach the patient.',
      todo: `Check the address. ${GONE}`,
    },
    failure_to_deliver_to_lab: { happened: 'The sample didn’t reach the lab.', todo: GONE },
    lost: { happened: 'The parcel is lost.', todo: `Ask the carrier. ${GONE}` },
    cancelled: { happened: 'The order is canceled.', todo: 'Nothing else will happen.' },
    do_not_process: { happened: 'The lab will not process this order.', todo: 'Nothing else will happen.' },
  }

const ADVICE_OF: ReadonlyMap<string, StatusAdvice> = new Map(Object.entries(ADVICE))

/** Returns the one advice on a status, for the order's page and the overview alike; undefined without any. */
export function statusAdvice(low: string, method?: string): StatusAdvice | undefined {
  const advice = ADVICE_OF.get(low)
  if (advice && low === 'appointment_cancelled' && method === 'walk_in_test') return { ...advice, todo: WALK_IN_AGAIN }
  return advice
}

/** Why a sample failed, in words, where a service says so (gap "status_detail"). Pure. */
interface StatusDetail {
  /** “Quantity not sufficient”. */
  reason: string
  /** Whether another sample helps; null where the service doesn’t say. */
  is_recoverable: boolean | null
  /** Next step for a known code, which says nothing of who the patient is; other texts may. */
  todo?: string
}

const AGAIN = 'Only another sample helps.'

const NEXT_STEP: ReadonlyMap<string, string> = new Map<(typeof STATUS_DETAILS)[number], string>([
  ['fulfillment_error', 'Ask the lab what went wrong before another kit is sent.'],
  [
    'date_of_collection_unspecified',
    'Ask the patient when the sample was taken and tell the lab today: a sample keeps for days only.',
  ],
  [
    'demographic_information_unspecified',
    'Complete the patient’s demographics and tell the lab today: a sample keeps for days only.',
  ],
  [
    'demographic_information_mismatch',
    'Compare name and birth date with the patient’s ID, correct them, and tell the lab today.',
  ],
  [
    'sample_quantity_not_sufficient',
    `${AGAIN} Ask the patient to drink water before it and to fill the tube to the line.`,
  ],
  ['sample_contaminated', `${AGAIN} Go through the collection steps with the patient.`],
  ['sample_stability_exceeded', `${AGAIN} It has to reach the lab sooner: ask when and how the last one was sent.`],
  [
    'sample_hemolyzed',
    `${AGAIN} Blood cells broke on the way or in the draw. It says nothing about the patient’s health.`,
  ],
  ['sample_improper_collection', `${AGAIN} Go through the collection steps with the patient.`],
])
const text = z.string().trim().min(1).max(300)
const told = z.looseObject({
  reason: text.nullish(),
  code: text.nullish(),
  message: text.nullish(),
  recoverable: z.boolean().nullish(),
  is_recoverable: z.boolean().nullish(),
})

/** `recoverable.quantity_not_sufficient`, `non_recoverable: lost`: some say it in the same word. */
const PREFIXED = /^(non[_-]?|un)?recoverable[\s.:_-]*/i

export function statusDetail(event: OrderEvent): StatusDetail | null {
  const { status_detail } = event
  const plain = text.safeParse(status_detail).data
  if (plain !== undefined) {
    const todo = NEXT_STEP.get(plain)
    return { ...ofText(plain, null), ...(todo && { todo }) }
  }
  const fields = told.safeParse(status_detail).data
  const said = fields?.message ?? fields?.reason ?? fields?.code
  return said ? ofText(said, fields?.recoverable ?? fields?.is_recoverable ?? null) : null
}

function ofText(said: string, is_recoverable: boolean | null): StatusDetail {
  const [prefix = '', no] = PREFIXED.exec(said) ?? []
  const rest = said.slice(prefix.length) || said
  const words = rest.includes(' ') ? rest : rest.replaceAll(/[._-]+/g, ' ').trim()
  return {
    reason: words.charAt(0).toUpperCase() + words.slice(1),
    is_recoverable: is_recoverable ?? (prefix === '' ? null : no === undefined),
  }
}

/** Statuses about a sample that the lab can't use, or not yet. */
const ABOUT_SAMPLE: ReadonlySet<string> = new Set(['sample_error', 'lab_processing_blocked', 'redraw_available'])

/** Returns the words of an order with what its newest event says of the sample; without a detail, the lab is to be asked. */
export function sampleAdvice(words: StatusAdvice, low: string, newest: OrderEvent | undefined): StatusAdvice {
  if (!(newest && ABOUT_SAMPLE.has(low))) return words
  const detail = statusDetail(newest)
  if (detail?.todo) return { happened: `${words.happened} ${detail.reason}.`, todo: detail.todo }
  if (detail || low === 'redraw_available') return words
  return { ...words, todo: 'The service gives no reason. Ask the lab.' }
}
