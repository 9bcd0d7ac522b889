import type { LucideIcon } from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'

export interface Problem {
  id: string
  /** The lowest comes first. */
  severity: 1 | 2 | 3 | 4
  /** When it began, in milliseconds since 1970; null where that isn't known. */
  since: number | null
  icon: LucideIcon
  tone: Tone
  title: string
  detail: string
  /** The one thing to do. */
  action: { label: string; href: string }
}

/** `null`: these could not be checked, so nobody can say that there are none. Undefined while it is under way. */
export type Problems = readonly Problem[] | null | undefined
