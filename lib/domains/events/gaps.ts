/** Gaps of the specification about events. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const eventsGaps: readonly Gap[] = [
  {
    name: 'webhook signing',
    section: 'Events',
    decision: 'Standard Webhooks: id, timestamp and HMAC-SHA256 signature headers, five minutes of tolerance.',
  },
  {
    name: 'delivery retries',
    section: 'Events',
    decision:
      'Up to 8 attempts after 5 s, 30 s, 2 min, 10 min, 30 min, 2 h and 6 h, each 20 % shorter or longer by chance; the Retry-After of a 429 or 503 counts where it is later. Only 2xx within 15 s is a success; redirects aren’t followed. The embedded service delivers the events of one order, or of one user, in their order; a receiver shouldn’t rely on it, and recognizes duplicates by message ID.',
  },
  {
    name: 'destination registration',
    section: 'Events',
    decision:
      'Administrators manage endpoints of the embedded service in the console, not through its API: https only, except on this machine; public addresses only, checked after the name is resolved. A rotated secret signs for 24 hours more. 410 or 100 failed attempts in a row disable an endpoint. A remote service manages its own.',
  },
  {
    name: 'lab and appointment events',
    section: 'Events',
    decision:
      'labtest.order.created, labtest.order.updated, labtest.appointment.created, labtest.appointment.updated, labtest.result.critical; data is the order or the appointment, to which updated_at is added. No operation of the embedded service creates an order, so it never sends labtest.order.created.',
  },
  {
    name: 'connection events',
    section: 'Events',
    decision:
      'provider.connection.created when a connection is made or renewed, provider.connection.error when it has an error; data is user_id, source, status, created_on and, of an error, error_details.',
  },
  {
    name: 'history of a connection',
    section: 'Events',
    decision:
      'After a source is connected, and once, the embedded service sends historical.data.*.created for sleep, activity, heart rate, glucose and weight as far as the source has them: a summary of each of the three days before, or a batch of their samples. A renewed connection sends none again.',
  },
  {
    name: 'events of wearable data',
    section: 'Events',
    decision:
      'daily.data.*.created for the first version of a summary and for a batch of new samples; daily.data.*.updated, with the same data.id or the same sample keys, for what is newer. The embedded service keeps no wearable data besides the event in its outbox.',
  },
  {
    name: 'client_user_id of an event',
    section: 'Events',
    decision: 'null for a user who has none.',
  },
  {
    name: 'timezone_offset of a sample',
    section: 'Events',
    decision: 'Seconds east of UTC, as in the offset of its timestamp.',
  },
  {
    name: 'end of a connection',
    section: 'Events',
    decision: 'Deregistering sends no event: no type of event is shown for it.',
  },
  {
    name: 'sample wearable data',
    section: 'Events',
    decision:
      'POST /v2/sandbox/wearables has the embedded service write up to 1,000 events of up to 500 users into its outbox. It is the sandbox’s own, needs the API key, and is not in the OpenAPI document; no other service has it.',
  },
  {
    name: 'summary fields and event catalogue',
    section: 'Events',
    decision: 'A summary is shown field by field as sent; an unknown event type is kept and shown as sent.',
  },
  {
    name: 'summary versions',
    section: 'Events',
    decision:
      'The spec names no field that says how new a summary is: data.updated_at decides where it is sent, else the time of sending; of two alike, the one received later. Orders, appointments and workouts follow the same rule.',
  },
  {
    name: 'source type of a sample',
    section: 'Events',
    decision: 'The type of the sample, empty where it is null.',
  },
  {
    name: 'webhook payload size',
    section: 'Limits',
    decision: 'No limit is assumed beyond the console’s own of 1 MiB.',
  },
  {
    name: 'event hub',
    section: 'Events',
    decision: 'Not used: events reach the console as webhook messages only.',
  },
]
