'use client'
/** On the page or in the preview of an order that needs action: who works on it, and until when it waits. */
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, CircleCheck, RotateCcw, UserRound } from 'lucide-react'
import { useState } from 'react'
import { useMay, useViewerId } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { type Order, personOn } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { markWorklistOrder, type WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'
import { AssignMenu, FinishMenu, outcomeWords, SnoozeWords } from './mark-menus.tsx'
import { assignment, assignmentTo, finishing, REOPENING, unsnoozing, useMark } from './use-mark.ts'
import { WORKLIST_POLL_MS, worklistOrderQuery } from './worklist-query.ts'

const SnoozeDialog = lazyPart(() => import('./snooze-dialog.tsx'), 'SnoozeDialog')

interface OrderMarkProps {
  environment: string
  order_id: string
  /** Read here unless given. */
  order?: Order
}

export function OrderMark({ environment, order_id, order: known }: OrderMarkProps) {
  const viewer_id = useViewerId()
  const { data } = useQuery({
    ...worklistOrderQuery(environment, order_id),
    refetchInterval: WORKLIST_POLL_MS,
    enabled: viewer_id !== null,
  })
  const { data: page } = useQuery({ ...orderQuery(environment, order_id), enabled: !known })
  const mayTriage = useMay(markWorklistOrder.permission)
  const marking = useMark(environment)
  const { mark: change, isPending } = marking
  const [isSnoozing, setSnoozing] = useState(false)
  if (!(data?.needs_action && viewer_id)) return null
  const { owner, snooze, outcome } = data.mark
  const order = known ?? page?.orders.find(({ id }) => id === order_id)
  const item = order && { ...personOn(order), order_id, mark: data.mark, since: data.since ?? '' }
  return (
    <section
      aria-label="Worklist"
      className="framed:sticky framed:top-0 framed:z-10 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-3.5 py-2 shadow-1 print:static"
    >
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-1">
        <p className="flex items-center gap-3">
          <UserRound className="shrink-0 text-ink-3" />
          <span>
            <OwnerWords owner={owner} viewer_id={viewer_id} />
          </span>
        </p>
        {snooze && (
          <p className="flex items-center gap-3">
            <AlarmClock className="shrink-0 text-ink-3" />
            <span>
              <SnoozeWords snooze={snooze} />
            </span>
          </p>
        )}
        {outcome && (
          <p className="flex items-center gap-3">
            <CircleCheck className="shrink-0 text-ink-3" />
            <span>{outcomeWords(outcome)}</span>
          </p>
        )}
      </div>
      {mayTriage && item && (
        <div className="flex flex-wrap gap-2 print:hidden">
          <Button isDisabled={isPending} onPress={() => change([item], assignment(item, viewer_id))}>
            {actionWords(owner, viewer_id)}
          </Button>
          <AssignMenu
            environment={environment}
            viewer_id={viewer_id}
            onAssign={(next, name) => change([item], assignmentTo(next, name))}
          />
          <Button icon={AlarmClock} onPress={() => (snooze ? change([item], unsnoozing(item)) : setSnoozing(true))}>
            {snooze ? 'End snooze' : 'Snooze'}
          </Button>
          {outcome ? (
            <Button icon={RotateCcw} onPress={() => change([item], REOPENING)}>
              Reopen
            </Button>
          ) : (
            <FinishMenu onFinish={(reason) => change([item], finishing(reason))} />
          )}
        </div>
      )}
      {isSnoozing && item && (
        <SnoozeDialog environment={environment} items={[item]} marking={marking} onClose={() => setSnoozing(false)} />
      )}
    </section>
  )
}

function OwnerWords({ owner, viewer_id }: { owner: WorklistMark['owner']; viewer_id: string }) {
  if (!owner) return <span className="text-ink-2">This order needs action and isn’t assigned.</span>
  return (
    <>
      <span>Assigned to </span>
      {owner.id === viewer_id ? 'you' : owner.name} <TimeStamp value={owner.at} />
      <span>.</span>
    </>
  )
}

function actionWords(owner: WorklistMark['owner'], viewer_id: string) {
  if (!owner) return 'Assign to me'
  return owner.id === viewer_id ? 'Unassign' : 'Take over'
}
