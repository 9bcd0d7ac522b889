import { STATE_LABELS, type StateLabel } from '#components/connections/state-labels.ts'
import type { Connection } from '#lib/domains/connections/connection.ts'
import { type ConnectionProblem, connectionProblem } from '#lib/domains/connections/errors.ts'
import type { ProviderKind } from '#lib/domains/connections/providers.ts'
import { connectionState } from '#lib/domains/connections/state.ts'

/** Advice for a failing connection. */
export type ErrorAdvice = StateLabel & Pick<ConnectionProblem, 'title' | 'advice'>

export function adviceFor(error_type: string | null | undefined): ErrorAdvice {
  const { state, title, advice } = connectionProblem(error_type)
  return { ...STATE_LABELS[state], title, advice }
}

/** A status that this console doesn’t know is shown as it was sent. */
export function statusLabel(connection: Connection): StateLabel {
  const state = connectionState(connection)
  return state === 'other' ? { ...STATE_LABELS.other, label: connection.status } : STATE_LABELS[state]
}

/** Words for a source's kind and what it means for support. */
export const KIND_LABELS: Readonly<Record<ProviderKind, string>> = {
  cloud_oauth: 'Cloud account, sign-in on the source’s page',
  password: 'Cloud account, sign-in with username and password',
  on_device: 'On the patient’s device',
  manual: 'Entered manually',
}
