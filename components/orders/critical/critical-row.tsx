'use client'
import { BadgeCheck, CircleCheck, type LucideIcon, PhoneMissed } from 'lucide-react'
import { useContext } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import type { CallbackState } from '#lib/domains/orders/callback-state.ts'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { AcknowledgementText } from './acknowledgement-text.tsx'
import { CriticalRowsContext } from './critical-rows.tsx'
import { ESCALATED } from './escalation-mark.tsx'
import { useCriticalState, useEscalated } from './use-critical-state.ts'

interface CriticalRowProps {
  environment: string
  order: Order
}

/** Beside the result of a row: who owns it, whether it has escalated, and the way to acknowledge it. */
export function CriticalRow({ environment, order }: CriticalRowProps) {
  const page = useContext(CriticalRowsContext)
  const { state, result, seen } = useCriticalState(environment, order, page ? { order_ids: page.order_ids } : {})
  const mayAcknowledge = useMay(acknowledgeCriticalOrder.permission)
  const isEscalated = useEscalated(state)
  const tabIndex = useTabIndex()
  const hint = useHint(() => state && <Standing state={state} isEscalated={isEscalated} />)
  if (!state) return null
  const { tone, icon: Icon } = appearanceOf(state, isEscalated)
  const verb = state.owner ? 'Acknowledge again' : 'Acknowledge'
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      data-tone={tone}
      className="grid size-6 shrink-0 place-items-center rounded-tag text-tone-fg hover:bg-hover"
      {...hint}
      {...(mayAcknowledge && { onClick: () => page?.onAcknowledge({ result, seen }) })}
    >
      <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
      <span className="sr-only">
        {standingLabel(state, isEscalated)}
        {mayAcknowledge && `. ${verb} order ${shortId(order.id)}`}
      </span>
    </button>
  )
}

function appearanceOf({ owner }: CallbackState, isEscalated: boolean): { tone: string; icon: LucideIcon } {
  if (owner) return { tone: 'ok', icon: BadgeCheck }
  return isEscalated ? { tone: 'bad', icon: PhoneMissed } : { tone: 'warn', icon: CircleCheck }
}

function standingLabel({ owner, isReadBack }: CallbackState, isEscalated: boolean): string {
  if (owner) return `Acknowledged by ${owner.owner_name}`
  if (isReadBack) return 'Read back, not acknowledged'
  return isEscalated ? ESCALATED : 'Not acknowledged'
}

function Standing({ state, isEscalated }: { state: CallbackState; isEscalated: boolean }) {
  if (!state.owner) return <p>{standingLabel(state, isEscalated)}</p>
  return (
    <p className="max-w-64 break-words">
      <AcknowledgementText acknowledgement={state.owner} />
    </p>
  )
}
