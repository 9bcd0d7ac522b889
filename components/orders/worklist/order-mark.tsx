'use client'
/** On the page of an order that needs action: who works on it, and until when it waits. */
import { useQuery } from '@tanstack/react-query'
import { AlarmClock, UserRound } from 'lucide-react'
import { useMay } from '#components/patterns/page/role.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { personOn } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { markWorklistOrder, type WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'
import { SnoozeWords } from './snooze-words.tsx'
import { assignment, useMark } from './use-mark.ts'
import { WORKLIST_POLL_MS, worklistOrderQuery } from './worklist-query.ts'

interface OrderMarkProps {
  environment: string
  order_id: string
  viewer_id: string
}

export function OrderMark({ environment, order_id, viewer_id }: OrderMarkProps) {
  const { data } = useQuery({ ...worklistOrderQuery(environment, order_id), refetchInterval: WORKLIST_POLL_MS })
  const { data: page } = useQuery(orderQuery(environment, order_id))
  const mayTriage = useMay(markWorklistOrder.permission)
  const { mark: change, isPending } = useMark(environment)
  if (!data?.needs_action) return null
  const { owner, snooze } = data.mark
  const order = page?.orders.find(({ id }) => id === order_id)
  const item = order && { ...personOn(order), order_id, mark: data.mark }
  return (
    <section
      aria-label="Worklist"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-3.5 py-2"
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
      </div>
      {mayTriage && item && (
        <PendingButton
          isPending={isPending}
          onPress={() => change(item, assignment(item, viewer_id))}
          className="print:hidden"
        >
          {actionWords(owner, viewer_id)}
        </PendingButton>
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
