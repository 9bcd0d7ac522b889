import { AlarmClock, AlarmClockOff, CalendarX, Hourglass, RotateCcw, UserRoundCheck, UserRoundPlus } from 'lucide-react'
import Link from 'next/link'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { RowPatient } from '#components/patterns/domain/patient.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill } from '#components/ui/display/pill.tsx'
import { Elapsed } from '#components/ui/display/time-stamp.tsx'
import { statusAdvice } from '#lib/domains/orders/status/status-advice.ts'
import { clashWords } from '#lib/domains/orders/visit.ts'
import type { OutcomeReason, WorklistItem } from '#lib/domains/orders/worklist/worklist.ts'
import { actionPath, worklistAction } from '#lib/domains/orders/worklist/worklist-action.ts'
import { FinishMenu, outcomeWords, SnoozeWords } from './mark-menus.tsx'

/** A card up to 700 px; two close lines from there on; one line where the overview has no second column. */
export const WORKLIST_ROW =
  "[--row-columns:minmax(0,1fr)_auto_auto] [--row-areas:'problem_problem_age''what_what_what''who_who_who''order_order_owner''act_act_act'] @min-[700px]/list:[--row-columns:176px_minmax(0,1fr)_72px_236px] @min-[700px]/list:[--row-areas:'problem_what_age_act''order_who_owner_act'] @min-[700px]/list:[--row-gap:0px] @min-[700px]/list:[--row-padding:5px] @min-[700px]/list:[--two-lines:59px] [--row-sides:16px] @min-[1000px]/list:[--row-columns:164px_150px_minmax(88px,.6fr)_minmax(0,1.6fr)_minmax(72px,.5fr)_72px_236px] @min-[1000px]/list:[--row-areas:'problem_order_who_what_owner_age_act']"

const column = columnsOf<WorklistItem>()

interface WorklistParts {
  environment: string
  viewer_id: string
  mayBook: boolean
  /** Null where the viewer may only look. */
  onAssign: ((item: WorklistItem) => void) | null
  onSnooze: (item: WorklistItem) => void
  onFinish: (item: WorklistItem, reason: OutcomeReason) => void
  onReopen: (item: WorklistItem) => void
}

/** One row per order: what happened, to whom, for how long, and the one thing to do. */
export function worklistColumns(parts: WorklistParts) {
  const { environment, viewer_id, mayBook, onAssign, onSnooze, onFinish, onReopen } = parts
  return [
    column('problem', 'Problem', '[grid-area:problem]', (item) => <ProblemPill item={item} />),
    column('order', 'Order', '[grid-area:order]', (item) => (
      <CopyableId id={item.order_id} noun="Order ID" href={`/${environment}/orders/${item.order_id}`} />
    )),
    column('who', 'Patient', '[grid-area:who]', (item) => <RowPatient environment={environment} order={item} birth />),
    column('what', 'What happened', '[grid-area:what]', (item) => <WhatHappened item={item} />),
    column('owner', 'Assigned to', '[grid-area:owner] @max-[699px]/list:justify-self-end', (item) => (
      <Owner item={item} viewer_id={viewer_id} />
    )),
    column('age', 'Age', '[grid-area:age] justify-self-end', (item) => (
      <Elapsed value={item.since} className="font-heading" />
    )),
    column('act', 'Next step', '[grid-area:act] justify-self-end', (item) => {
      const { label, place } = worklistAction(item, mayBook)
      const isMine = item.mark.owner?.id === viewer_id
      return (
        <span className="flex items-center justify-end gap-0.5">
          {onAssign && (
            <>
              <IconButton
                icon={isMine ? UserRoundCheck : UserRoundPlus}
                label={isMine ? 'Unassign' : 'Assign to me'}
                onPress={() => onAssign(item)}
                plain
              />
              <IconButton
                icon={item.mark.snooze ? AlarmClockOff : AlarmClock}
                label={item.mark.snooze ? 'End snooze' : 'Snooze'}
                onPress={() => onSnooze(item)}
                plain
              />
              {item.mark.outcome ? (
                <IconButton icon={RotateCcw} label="Reopen" onPress={() => onReopen(item)} plain />
              ) : (
                <FinishMenu plain onFinish={(reason) => onFinish(item, reason)} />
              )}
            </>
          )}
          <Link href={actionPath(environment, item, place)} prefetch={false} className={`${linkButton} ml-1 min-w-32`}>
            {label}
          </Link>
        </span>
      )
    }),
  ]
}

function ProblemPill({ item: { kind, status, visit } }: { item: WorklistItem }) {
  if (visit) {
    return <Pill tone="warn" icon={CalendarX} label={visit.outlives_order ? 'Visit still booked' : 'Canceled here'} />
  }
  if (kind !== 'stuck') {
    const look = orderStatus(status)
    return (
      // A long status is cut where the list is narrow.
      <span title={look.label} className="inline-flex max-w-full">
        <Pill {...look} />
      </span>
    )
  }
  return <Pill tone="warn" icon={Hourglass} label="Stuck" />
}

function WhatHappened({ item }: { item: WorklistItem }) {
  const { kind, status, mark, visit } = item
  const ofStatus = kind === 'stuck' ? orderStatus(status).label : (statusAdvice(status)?.happened ?? status)
  const words = (visit && clashWords(visit)?.happened) ?? ofStatus
  const waits = mark.snooze ? <SnoozeWords snooze={mark.snooze} /> : words
  return (
    <span className="block whitespace-normal" title={words}>
      {mark.outcome ? outcomeWords(mark.outcome) : waits}
    </span>
  )
}

function Owner({ item: { mark }, viewer_id }: { item: WorklistItem; viewer_id: string }) {
  if (!mark.owner) return <span className="@max-[999px]/list:hidden text-ink-3">Unassigned</span>
  const { id, name } = mark.owner
  return (
    <span translate={id === viewer_id ? 'yes' : 'no'} className="block truncate text-ink-2" title={name}>
      {id === viewer_id ? 'You' : name}
    </span>
  )
}
