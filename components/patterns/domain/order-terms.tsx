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
import { Nothing } from '#components/patterns/states/nothing.tsx'
import { Pill, type Tone } from '#components/ui/display/pill.tsx'
import { orderStatus } from './order-status.ts'

/** An order's low-level status. */
export function StatusPill({ status, bare = false }: { status: string; bare?: boolean }) {
  const { label, tone, icon } = orderStatus(status)
  return (
    <Pill tone={tone} icon={icon} bare={bare}>
      {label}
    </Pill>
  )
}

export const RESULTS: ReadonlyMap<string, { label: string; tone: Tone; icon: LucideIcon }> = new Map([
  ['normal', { label: 'Normal', tone: 'ok', icon: Check }],
  ['abnormal', { label: 'Abnormal', tone: 'warn', icon: Activity }],
  ['critical', { label: 'Critical', tone: 'crit', icon: OctagonAlert }],
  ['unknown', { label: 'Unknown', tone: 'place', icon: CircleQuestionMark }],
])

/** An order's interpretation, as far as the API sent one. Only a critical one is filled. */
export function ResultPill({ interpretation }: { interpretation: string | null | undefined }) {
  if (!interpretation) return <Nothing word="No result yet" />
  const known = RESULTS.get(interpretation)
  const { label, tone, icon } = known ?? { label: interpretation, tone: 'place' as const, icon: CircleQuestionMark }
  return (
    <Pill tone={tone} icon={icon} bare={tone !== 'crit'}>
      {label}
    </Pill>
  )
}

export const METHODS: ReadonlyMap<string, { label: string; icon: LucideIcon }> = new Map([
  ['testkit', { label: 'Test kit', icon: Package }],
  ['walk_in_test', { label: 'Walk-in', icon: Footprints }],
  ['at_home_phlebotomy', { label: 'At-home draw', icon: House }],
  ['on_site_collection', { label: 'On-site', icon: Building2 }],
])

/** How the sample is taken. */
export function Method({ method }: { method: string }) {
  const { label, icon: Icon } = METHODS.get(method) ?? { label: method, icon: CircleQuestionMark }
  return (
    <span className="inline-flex items-center gap-1.5 align-middle whitespace-nowrap text-ink-2">
      <Icon aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
      {label}
    </span>
  )
}
