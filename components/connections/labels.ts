import {
  Ban,
  Check,
  CircleDashed,
  CircleQuestionMark,
  CloudOff,
  Hourglass,
  type LucideIcon,
  PlugZap,
  RefreshCw,
  Smartphone,
  Unplug,
  X,
} from 'lucide-react'
import type { Appearance, Tone } from '#components/ui/display/pill.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'
import type { ProviderKind } from '#lib/domains/connections/providers.ts'
import { type ConnectionProblem, connectionProblem, connectionState } from '#lib/domains/connections/state.ts'
import type { KeptState } from '#lib/domains/connections/states.ts'

/** One record per state; every page that names the state of a connection takes it from here. */
export const STATE_LABELS: Readonly<Record<KeptState, Appearance>> = {
  connected: { label: 'Connected', icon: PlugZap, tone: 'ok' },
  needs_sign_in: { label: 'Needs sign-in', icon: Unplug, tone: 'bad' },
  revoked: { label: 'Revoked', icon: Ban, tone: 'closed' },
  failing: { label: 'Failing', icon: CloudOff, tone: 'bad' },
  retrying: { label: 'History retrying', icon: RefreshCw, tone: 'wait' },
  on_device: { label: 'On device', icon: Smartphone, tone: 'place' },
  other: { label: 'Other', icon: CircleQuestionMark, tone: 'place' },
  not_listed: { label: 'No longer listed', icon: CircleDashed, tone: 'closed' },
  not_checked: { label: 'Not checked', icon: CircleDashed, tone: 'place' },
}

/** A connection that works as far as is known but has sent nothing for three of its usual gaps. */
export const SILENT_LABEL: Appearance = { label: 'Silent', icon: Hourglass, tone: 'warn' }

/** A connection that works as far as is known but has never sent data. */
export const NO_DATA_LABELS: Readonly<Record<'new' | 'overdue', Appearance>> = {
  new: { label: 'No data', icon: CircleDashed, tone: 'place' },
  overdue: { label: 'No data', icon: Hourglass, tone: 'warn' },
}

export type Availability = Connection['resource_availability'][string]

/** `Heart rate variability` of `heart_rate_variability`. */
export function resourceName(resource: string): string {
  const words = resource.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1) || resource
}

export function availabilityLabel(status: string): { label: string; icon: LucideIcon; tone: Tone } {
  if (status === 'available') return { label: 'Available', icon: Check, tone: 'ok' }
  if (status === 'unavailable') return { label: 'Unavailable', icon: X, tone: 'bad' }
  if (status.toLowerCase() === 'retrying') return { label: 'Retrying', icon: RefreshCw, tone: 'wait' }
  return { label: status, icon: CircleQuestionMark, tone: 'place' }
}

export interface Scope {
  name: string
  granted: boolean
}

/** Granted first; null where the source was asked for no scopes at all. */
export function scopesOf({ scope_requirements: scopes }: Availability, kind: 'required' | 'optional'): Scope[] | null {
  if (!scopes) return null
  const list = (names: readonly string[], granted: boolean) => names.map((name) => ({ name, granted }))
  return [...list(scopes.user_granted[kind], true), ...list(scopes.user_denied[kind], false)]
}

interface Counts {
  available: number
  all: number
}

export function countAvailable({ resource_availability }: Connection): Counts {
  const all = Object.values(resource_availability)
  return { available: all.filter(({ status }) => status === 'available').length, all: all.length }
}

/** Required scopes that the patient denied, each once. */
export function missingScopes({ resource_availability }: Connection): string[] {
  const denied = Object.values(resource_availability).flatMap(
    ({ scope_requirements }) => scope_requirements?.user_denied.required ?? [],
  )
  return [...new Set(denied)]
}

type ErrorAdvice = Appearance & Pick<ConnectionProblem, 'title' | 'advice'>

export function adviceFor(error_type: string | null | undefined): ErrorAdvice {
  const { state, title, advice } = connectionProblem(error_type)
  return { ...STATE_LABELS[state], title, advice }
}

/** A status that this console doesn’t know is shown as it was sent. */
export function statusLabel(connection: Connection): Appearance {
  const state = connectionState(connection)
  return state === 'other' ? { ...STATE_LABELS.other, label: connection.status } : STATE_LABELS[state]
}

export const KIND_LABELS: Readonly<Record<ProviderKind, string>> = {
  cloud_oauth: 'Cloud account, sign-in on the source’s page',
  password: 'Cloud account, sign-in with username and password',
  on_device: 'On the patient’s device',
  manual: 'Entered manually',
}
