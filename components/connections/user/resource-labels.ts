import { Check, CircleQuestionMark, type LucideIcon, RefreshCw, X } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { Connection } from '#lib/domains/connections/connection.ts'

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

export interface Counts {
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
