'use client'
import { BadgeCheck, CircleCheck, type LucideIcon, PhoneMissed } from 'lucide-react'
import { Suspense, type SyntheticEvent, useState } from 'react'
import { useMay } from '#components/patterns/page/role.tsx'
import { useTabIndex } from '#components/ui/button/tab-stop.tsx'
import { useHint } from '#components/ui/dialog/hint.tsx'
import type { CallbackState } from '#lib/domains/orders/critical/callback-state.ts'
import { acknowledgeCriticalOrder } from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { AcknowledgeDialog } from './acknowledge-button.tsx'
import { AcknowledgementText } from './acknowledgement-text.tsx'
import { useNotReached } from './escalation-mark.tsx'
import { useCriticalState } from './use-critical-state.ts'

interface CriticalRowProps {
  environment: string
  order: Order
  /** The rows of the page: the states of all critical ones are read at once. */
  page: readonly { original: Order }[]
}

const isCritical = ({ interpretation }: Order) => interpretation === 'critical'

/** What is typed in the dialog is not for the table, which the dialog is a part of for React. */
const stop = (event: SyntheticEvent) => event.stopPropagation()

/** Beside the result of a row: who owns it, whether it has escalated, and the way to acknowledge it. */
export function CriticalRow({ environment, order, page }: CriticalRowProps) {
  const [isAsking, setAsking] = useState(false)
  const order_ids = page.flatMap(({ original }) => (isCritical(original) ? [original.id] : []))
  const { state, result, seen } = useCriticalState(environment, order, { order_ids })
  const mayAcknowledge = useMay(acknowledgeCriticalOrder.permission)
  const notReached = useNotReached(state)
  const tabIndex = useTabIndex()
  const hint = useHint(() => state && <Standing state={state} notReached={notReached} />)
  if (!state) return null
  const { tone, icon: Icon } = appearanceOf(state, notReached !== null)
  const verb = state.owner ? 'Acknowledge again' : 'Acknowledge'
  return (
    <>
      <button
        type="button"
        tabIndex={tabIndex}
        data-tone={tone}
        className="grid size-6 shrink-0 place-items-center rounded-tag text-tone-fg hover:bg-hover"
        {...hint}
        {...(mayAcknowledge && { onClick: () => setAsking(true) })}
      >
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
        <span className="sr-only">
          {standingLabel(state, notReached)}
          {mayAcknowledge && `. ${verb} order ${shortId(order.id)}`}
        </span>
      </button>
      {isAsking && (
        // biome-ignore lint/a11y/noStaticElementInteractions: it keeps events in, and nobody operates it
        <div role="presentation" onKeyDown={stop} onFocus={stop} onClick={stop}>
          <Suspense fallback={null}>
            <AcknowledgeDialog environment={environment} result={result} seen={seen} onClose={() => setAsking(false)} />
          </Suspense>
        </div>
      )}
    </>
  )
}

function appearanceOf({ owner }: CallbackState, isEscalated: boolean): { tone: string; icon: LucideIcon } {
  if (owner) return { tone: 'ok', icon: BadgeCheck }
  return isEscalated ? { tone: 'bad', icon: PhoneMissed } : { tone: 'warn', icon: CircleCheck }
}

/** `notReached` is null while there is still time. */
function standingLabel({ owner, isReadBack }: CallbackState, notReached: string | null): string {
  if (owner) return `Acknowledged by ${owner.owner_name}`
  if (isReadBack) return 'Read back, not acknowledged'
  return notReached ?? 'Not acknowledged'
}

function Standing({ state, notReached }: { state: CallbackState; notReached: string | null }) {
  if (!state.owner) return <p>{standingLabel(state, notReached)}</p>
  return (
    <p className="max-w-64 break-words">
      <AcknowledgementText acknowledgement={state.owner} />
    </p>
  )
}
