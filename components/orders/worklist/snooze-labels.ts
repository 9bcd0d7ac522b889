/** Why an order waits, in words. */
import type { SnoozeReason } from '#lib/domains/orders/worklist/worklist.ts'

export const REASON_LABELS: Readonly<Record<SnoozeReason, string>> = {
  patient: 'Waiting for the patient',
  courier: 'Waiting for the carrier',
  lab: 'Waiting for the lab',
  provider: 'Waiting for the provider',
  other: 'Something else',
}
