/** The one banner of an order: what happened, and what to do now. Nothing beyond what the service sent. */
import type { Actor } from '#lib/domains/orders/next-steps.ts'

export interface StoryWords {
  happened: string
  todo: string
}

const UNTIL_RESULTS = 'Nothing to do until results come in.'
const GONE = 'Place another order if the test is still wanted.'

const WORDS: ReadonlyMap<string, StoryWords> = new Map(
  Object.entries({
    ordered: { happened: 'The order is placed.', todo: 'Nothing to do: the requisition follows.' },
    awaiting_registration: { happened: 'The kit is not registered yet.', todo: 'Ask the patient to register it.' },
    registered: { happened: 'The kit is registered.', todo: 'Nothing to do: the requisition follows.' },
    transit_customer: {
      happened: 'The kit is on its way to the patient.',
      todo: 'Nothing to do until it arrives.',
    },
    out_for_delivery: { happened: 'The kit is out for delivery.', todo: 'Nothing to do until it arrives.' },
    with_customer: {
      happened: 'The kit is with the patient.',
      todo: 'Next, the patient sends the sample to the lab. Remind them if it takes long.',
    },
    transit_lab: { happened: 'The sample is on its way to the lab.', todo: 'Nothing to do until it arrives.' },
    problem_in_transit_customer: {
      happened: 'The kit has met a problem on its way to the patient.',
      todo: 'Look at the tracking. If it does not move on, ask the courier.',
    },
    problem_in_transit_lab: {
      happened: 'The sample has met a problem on its way to the lab.',
      todo: 'Look at the tracking. If it does not move on, ask the courier.',
    },
    appointment_pending: {
      happened: 'The appointment is not confirmed yet.',
      todo: 'Do not tell the patient that it is booked.',
    },
    appointment_scheduled: { happened: 'The appointment is booked.', todo: 'Nothing to do until the visit.' },
    appointment_cancelled: { happened: 'The appointment was cancelled.', todo: 'Book another with the patient.' },
    draw_completed: { happened: 'The sample has been taken.', todo: UNTIL_RESULTS },
    delivered_to_lab: { happened: 'The lab has the sample.', todo: UNTIL_RESULTS },
    partial_results: { happened: 'Some of the results are in.', todo: 'Nothing to do until the rest comes in.' },
    lab_processing_blocked: {
      happened: 'The lab cannot go on with this sample.',
      todo: 'Ask the lab what it needs. The service does not say.',
    },
    completed: { happened: 'The results are in.', todo: 'Nothing else is expected.' },
    corrected: {
      happened: 'The lab has corrected the results.',
      todo: 'Make sure that whoever read the earlier ones sees these.',
    },
    sample_error: {
      happened: 'The lab could not use this sample.',
      todo: 'A redraw may follow. The service does not say why the sample failed.',
    },
    redraw_available: {
      happened: 'The lab could not use this sample. A redraw is available.',
      todo: 'Arrange it with the patient.',
    },
    failure_to_deliver_to_customer: {
      happened: 'The kit did not reach the patient.',
      todo: `Check the address. ${GONE}`,
    },
    failure_to_deliver_to_lab: { happened: 'The sample did not reach the lab.', todo: GONE },
    lost: { happened: 'The parcel is lost.', todo: GONE },
    cancelled: { happened: 'The order is cancelled.', todo: 'Nothing else happens with it.' },
    do_not_process: { happened: 'The lab will not process this order.', todo: 'Nothing else happens with it.' },
  }),
)

/** What a requisition means depends on how the sample is taken. */
const REQUISITION: ReadonlyMap<string, string> = new Map([
  ['testkit', 'Nothing to do: the kit is sent next.'],
  ['walk_in_test', 'Next, the patient goes to a service center. Make sure that they know where.'],
  ['at_home_phlebotomy', 'Book the draw with the patient.'],
  ['on_site_collection', 'Next, the sample is taken on site.'],
])

const FOLLOWED: ReadonlyMap<string, string> = new Map([
  ['redraw', 'A redraw is ordered.'],
  ['recreation', 'A replacement is ordered.'],
])

/** The end of an order that another one carries on. */
const HAPPENED_BEFORE: ReadonlyMap<string, string> = new Map([
  ['redraw_available', 'The lab could not use this sample.'],
])

interface Standing {
  low: string
  method: string
  is_final: boolean
  /** Where the order that took its place came from: `redraw`, `recreation`; null without one. */
  successor: string | null
}

function plainWords({ low, method, is_final }: Standing): StoryWords {
  if (low === 'requisition_created' || low === 'requisition_bypassed') {
    const happened = low === 'requisition_created' ? 'The requisition is ready.' : 'The requisition was bypassed.'
    return { happened, todo: REQUISITION.get(method) ?? 'Next, the sample is taken.' }
  }
  const unknown = is_final
    ? 'Nothing else is expected.'
    : 'What it asks for is not known here. Ask your account contact.'
  return WORDS.get(low) ?? { happened: `The service says “${low}”.`, todo: unknown }
}

/** What the newest event says; where another order has taken its place, that comes first. */
export function storyWords(standing: Standing): StoryWords {
  const words = plainWords(standing)
  if (standing.successor === null) return words
  const happened = HAPPENED_BEFORE.get(standing.low) ?? words.happened
  const followed = FOLLOWED.get(standing.successor) ?? 'Another order followed.'
  return { happened: `${happened} ${followed}`, todo: 'Go on with that order.' }
}

export const ACTORS: Readonly<Record<Actor, string>> = {
  service: 'the service does this by itself',
  team: 'your team’s turn',
  patient: 'the patient’s turn',
  courier: 'the courier’s turn',
  provider: 'the provider’s turn',
  lab: 'the lab’s turn',
}
