/** The one banner of an order: what happened, and what to do now. Nothing beyond what the service sent. */
import { type StatusAdvice, statusAdvice } from '#lib/domains/orders/status/status-advice.ts'
import type { Actor } from '#lib/domains/orders/status/status-record.ts'

/** Words for a requisition depend on the collection method. */
const REQUISITION: ReadonlyMap<string, string> = new Map([
  ['testkit', 'Nothing to do. The kit ships next.'],
  ['walk_in_test', 'Next, the patient goes to a service center. Make sure they know where.'],
  ['at_home_phlebotomy', 'Book the draw with the patient.'],
  ['on_site_collection', 'Next, the sample is taken on site.'],
])

const FOLLOWED: ReadonlyMap<string, string> = new Map([
  ['redraw', 'A redraw is ordered.'],
  ['recreation', 'A replacement is ordered.'],
])

/** The end of an order that another one carries on. */
const HAPPENED_BEFORE: ReadonlyMap<string, string> = new Map([
  ['redraw_available', 'The lab couldn’t use this sample.'],
])

interface Standing {
  low: string
  method: string
  is_final: boolean
  /** Origin of the successor order, `redraw` or `recreation`; null without one. */
  successor: string | null
}

function plainLabel({ low, method, is_final }: Standing): StatusAdvice {
  if (low === 'requisition_created' || low === 'requisition_bypassed') {
    const happened = low === 'requisition_created' ? 'The requisition is ready.' : 'The requisition was bypassed.'
    return { happened, todo: REQUISITION.get(method) ?? 'Next, the sample is taken.' }
  }
  const unknown = is_final
    ? 'Nothing else is expected.'
    : 'This console doesn’t know what it means. Ask your account contact.'
  return statusAdvice(low, method) ?? { happened: `The service says “${low}”.`, todo: unknown }
}

/** Describes the latest event; a successor order takes precedence. */
export function timelineLabel(standing: Standing): StatusAdvice {
  const words = plainLabel(standing)
  if (standing.successor === null) return words
  const happened = HAPPENED_BEFORE.get(standing.low) ?? words.happened
  const followed = FOLLOWED.get(standing.successor) ?? 'Another order replaced this one.'
  return { happened: `${happened} ${followed}`, todo: 'Continue with the newer order.' }
}

export const ACTORS: Readonly<Record<Actor, string>> = {
  service: 'automatic',
  team: 'waiting for your team',
  patient: 'waiting for the patient',
  courier: 'waiting for the carrier',
  provider: 'waiting for the provider',
  lab: 'waiting for the lab',
}

/** The way to the order that took this one's place. */
export const successorLabel = (origin: string) => (origin === 'redraw' ? 'Go to redraw' : 'Go to newer order')
