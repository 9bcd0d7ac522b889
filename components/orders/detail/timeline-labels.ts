/** The one banner of an order: what happened, and what to do now. Nothing beyond what the service sent. */
import { type StatusAdvice, statusAdvice } from '#lib/domains/orders/status-advice.ts'
import type { Actor } from '#lib/domains/orders/status-record.ts'

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

function plainLabel({ low, method, is_final }: Standing): StatusAdvice {
  if (low === 'requisition_created' || low === 'requisition_bypassed') {
    const happened = low === 'requisition_created' ? 'The requisition is ready.' : 'The requisition was bypassed.'
    return { happened, todo: REQUISITION.get(method) ?? 'Next, the sample is taken.' }
  }
  const unknown = is_final
    ? 'Nothing else is expected.'
    : 'What it asks for is not known here. Ask your account contact.'
  return statusAdvice(low) ?? { happened: `The service says “${low}”.`, todo: unknown }
}

/** What the newest event says; where another order has taken its place, that comes first. */
export function timelineLabel(standing: Standing): StatusAdvice {
  const words = plainLabel(standing)
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
