import {
  Activity,
  Building2,
  Check,
  CircleQuestionMark,
  Footprints,
  House,
  type LucideIcon,
  OctagonAlert,
  Package,
} from 'lucide-react'
import { createContext, type ReactNode } from 'react'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { hidesPartialResults, resultsOf } from '#lib/domains/orders/results/results.ts'
import { lastLowLevelStatus } from '#lib/domains/orders/status/status.ts'
import { orderStatus } from './order-status.ts'

/** Events of an order as its own page knows them, for the timeline, which another area draws. */
export interface OrderLines {
  /** By the ID of an event. */
  lines: ReadonlyMap<number, { words: ReactNode; isNew: boolean }>
  /** The step that usually follows, above the newest entry. */
  next: ReactNode
  /** Below all entries: the events as the service named them. */
  names: ReactNode
}
export const OrderLinesContext = createContext<OrderLines | null>(null)

/** A low-level status by itself; for an order's own, use `OrderStatus`. */
export function StatusPill({ status, bare = false }: { status: string; bare?: boolean }) {
  return <Pill {...orderStatus(status)} bare={bare} />
}

type Standing = Pick<Order, 'events' | 'status'>

/** The newest event says most; an order without events has only its high-level status. */
export function statusOf({ events, status }: Standing): string {
  return lastLowLevelStatus(events) ?? status
}

/** An order's latest status, and that its results are partial where that status doesn't say so. */
export function OrderStatus({ order, bare = false }: { order: Standing; bare?: boolean }) {
  return (
    <>
      <StatusPill status={statusOf(order)} bare={bare} />
      {hidesPartialResults(order) && <PartialResults />}
    </>
  )
}

/** How partial results are shown: never with the check mark and the green of complete ones. */
const PARTIAL = orderStatus('partial_results')

export function PartialResults() {
  return <Pill {...PARTIAL} bare />
}

export const RESULTS: ReadonlyMap<string, { label: string; tone: Tone; icon: LucideIcon }> = new Map([
  ['normal', { label: 'Normal', tone: 'ok', icon: Check }],
  ['abnormal', { label: 'Abnormal', tone: 'warn', icon: Activity }],
  ['critical', { label: 'Critical', tone: 'crit', icon: OctagonAlert }],
  ['unknown', { label: 'Unknown', tone: 'place', icon: CircleQuestionMark }],
])

/** An order's interpretation, as far as the API sent one, and of what. Only a critical one is filled. */
export function ResultPill({ order }: { order: Standing & Pick<Order, 'interpretation'> }) {
  const { interpretation } = order
  const isPartial = resultsOf(order) === 'partial'
  if (!interpretation) return isPartial ? <PartialResults /> : <NoValue word="No result yet" />
  const known = RESULTS.get(interpretation)
  const { label, tone, icon } = known ?? { label: interpretation, tone: 'place' as const, icon: CircleQuestionMark }
  const look = isPartial && tone === 'ok' ? PARTIAL : { tone, icon }
  return (
    <Pill tone={look.tone} icon={look.icon} label={isPartial ? `${label}, partial` : label} bare={tone !== 'crit'} />
  )
}

export const METHODS: ReadonlyMap<string, { label: string; icon: LucideIcon }> = new Map([
  ['testkit', { label: 'Test kit', icon: Package }],
  ['walk_in_test', { label: 'Walk-in', icon: Footprints }],
  ['at_home_phlebotomy', { label: 'At-home draw', icon: House }],
  ['on_site_collection', { label: 'On-site', icon: Building2 }],
])

export function Method({ method }: { method: string }) {
  const { label, icon: Icon } = METHODS.get(method) ?? { label: method, icon: CircleQuestionMark }
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-ink-2">
      <Icon className="size-3.5 shrink-0" />
      {label}
    </span>
  )
}
