/** A handler of the service: takes one endpoint's validated call and returns its response. */
import type { BookingPlan } from '#lib/domains/bookings/booking-plan.ts'
import type { EndpointName, Endpoints } from '#lib/domains/service-endpoints.ts'
import type { EndpointCall, EndpointOutput } from '#lib/kernel/endpoint.ts'
import type { ServiceCatalog } from './catalog.ts'
import type { ServiceStore } from './store.ts'

export const JOB_NAMES = ['import_connections', 'settle_appointment', 'deliver_webhooks', 'replay_webhooks'] as const
export type JobName = (typeof JOB_NAMES)[number]

/** `id` is that of the import, the appointment, the endpoint or the replay. Every job may run twice: the second time changes nothing. */
export type RunJob = (name: JobName, id: string) => Promise<void>

export interface JobQueue {
  /** Runs the job at the instant or soon after it, in this process or another, also after a restart. */
  schedule(name: JobName, id: string, at: Date): Promise<void>
}

export interface ServiceDeps {
  store: ServiceStore
  catalog: ServiceCatalog
  jobs: JobQueue
  /** Seals imported tokens at rest. */
  sealing_key: CryptoKey
  /** Public address of the sandbox's pages; never ends with a slash. */
  publicUrl: () => string
  /** How a booking goes, by its key; null for a key no slot was ever offered with. */
  planOf: (booking_key: string) => BookingPlan | null
  now: () => Date
  /** Resolves after that many milliseconds. */
  sleep: (milliseconds: number) => Promise<void>
}

export interface ServiceContext extends ServiceDeps {
  /** The team of the caller's key, to which every read and write is limited. */
  team_id: string
  /** A UUID for something that this call creates; credentials are always random. */
  newId: () => string
}

export interface Answer<T> {
  /** The first of the endpoint's success statuses unless set. */
  status?: number
  body: T | null
}

export type Handler<N extends EndpointName> = (
  call: EndpointCall<Endpoints[N]>,
  context: ServiceContext,
) => Promise<Answer<EndpointOutput<Endpoints[N]>>>

export type Handlers = { readonly [N in EndpointName]: Handler<N> }
