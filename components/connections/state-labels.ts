import {
  Ban,
  CircleDashed,
  CircleQuestionMark,
  CloudOff,
  Hourglass,
  type LucideIcon,
  PlugZap,
  RefreshCw,
  Smartphone,
  Unplug,
} from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { KeptState } from '#lib/domains/connections/states.ts'

export interface StateLabel {
  label: string
  icon: LucideIcon
  tone: Tone
}

/** One record per state; every page that names the state of a connection takes it from here. */
export const STATE_LABELS: Readonly<Record<KeptState, StateLabel>> = {
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
export const SILENT_LABEL: StateLabel = { label: 'Silent', icon: Hourglass, tone: 'warn' }

/** A connection that works as far as is known but has never sent data. */
export const NO_DATA_LABELS: Readonly<Record<'new' | 'overdue', StateLabel>> = {
  new: { label: 'No data yet', icon: CircleDashed, tone: 'place' },
  overdue: { label: 'No data yet', icon: Hourglass, tone: 'warn' },
}
