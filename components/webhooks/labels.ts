import {
  Check,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  OctagonPause,
  RefreshCw,
  TriangleAlert,
} from 'lucide-react'
import type { Tone } from '#components/ui/display/pill.tsx'
import type { DisabledReason } from '#lib/domains/webhooks/endpoints.ts'
import type {
  CodeClass,
  DeliveryState,
  EndpointState,
  EVENT_PATTERNS,
  FailureBand,
  SendFailure,
} from '#lib/domains/webhooks/rules.ts'

interface StateLook {
  label: string
  meaning: string
  icon: LucideIcon
  tone: Tone
}

/** The one vocabulary of deliveries; a test that failed has failed, too: it isn’t tried again. */
export const STATE_LOOKS: Readonly<Record<DeliveryState, StateLook>> = {
  delivered: { label: 'Delivered', meaning: 'The endpoint answered with a 2xx status.', icon: Check, tone: 'ok' },
  waiting: { label: 'Queued', meaning: 'Not tried yet.', icon: Clock, tone: 'wait' },
  retrying: { label: 'Retrying', meaning: 'An attempt failed. Another follows.', icon: RefreshCw, tone: 'move' },
  gave_up: { label: 'Failed', meaning: 'No attempt follows. You can replay it.', icon: CircleX, tone: 'bad' },
  stopped: {
    label: 'Stopped',
    meaning: 'The endpoint was disabled, or the body removed, before it was delivered.',
    icon: OctagonPause,
    tone: 'closed',
  },
}

export const CODE_LABELS: Readonly<Record<CodeClass, string>> = {
  '2xx': '2xx',
  '3xx': '3xx',
  '4xx': '4xx',
  '5xx': '5xx',
  timeout: 'Timeout',
  no_response: 'No response',
}

export const FAILURE_LABELS: Readonly<Record<SendFailure, { label: string; sentence: string }>> = {
  timeout: { label: 'Timeout', sentence: 'No response within 15 seconds.' },
  name: { label: 'Unknown host', sentence: 'The host name couldn’t be resolved.' },
  address: { label: 'Internal address', sentence: 'The host name leads to an internal address. Nothing was sent.' },
  connection: { label: 'No connection', sentence: 'The connection was refused or closed.' },
  tls: { label: 'TLS error', sentence: 'The certificate isn’t valid, or the server doesn’t support TLS.' },
}

export const PATTERN_LABELS: Readonly<Record<(typeof EVENT_PATTERNS)[number], string>> = {
  'labtest.order.*': 'Orders',
  'labtest.appointment.*': 'Appointments',
  'labtest.result.critical': 'Critical results',
  'provider.connection.*': 'Connections',
  'daily.data.*': 'Daily data',
  'historical.data.*': 'Historical data',
}

export const DISABLED_SENTENCES: Readonly<Record<DisabledReason, string>> = {
  person: 'An administrator disabled it.',
  gone: 'It answered 410 Gone.',
  failures: 'Too many attempts failed in a row.',
}

/** How an endpoint is doing. Only the state itself: what is known of it in numbers stands beside it. */
export const ENDPOINT_LABELS: Readonly<Record<EndpointState, { label: string; icon: LucideIcon }>> = {
  working: { label: 'Enabled', icon: CircleCheck },
  unproven: { label: 'Nothing delivered', icon: CircleDashed },
  failing: { label: 'Failing', icon: TriangleAlert },
  disabled: { label: 'Disabled', icon: OctagonPause },
}

export const BAND_TONES: Readonly<Record<FailureBand, Tone>> = {
  none: 'closed',
  few: 'warn',
  half: 'warn',
  high: 'warn',
  critical: 'bad',
  limit: 'bad',
}

export function patternNames(patterns: readonly string[] | null): string {
  if (patterns === null) return 'All events'
  const names = new Map<string, string>(Object.entries(PATTERN_LABELS))
  return patterns.map((each) => names.get(each) ?? each).join(', ')
}
