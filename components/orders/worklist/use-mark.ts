/** Changes who works on an order, and until when it waits; each change can be undone. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { noteChange } from '#components/patterns/list/held-rows.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { OfPatient } from '#lib/domains/orders/patient.ts'
import { markWorklistOrder, type WorklistItem, type WorklistMark } from '#lib/domains/orders/worklist/worklist.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { invalidateWorklist, showMark } from './worklist-query.ts'

type MarkChange = Omit<EndpointInput<typeof markWorklistOrder>['body'], 'version'>

interface Marking {
  /** Patient of the order, for messages. */
  order: OfPatient
  order_id: string
  version: number
  change: MarkChange
  /** Said when it is done. */
  done: string
  /** Takes it back; null where that can't be. */
  undo: MarkChange | null
}

/** The order, with what was seen of it. */
type Marked = Pick<WorklistItem, 'order_id' | 'mark'> & OfPatient

export type Mark = (item: Marked, marking: Omit<Marking, 'order' | 'order_id' | 'version'>) => void

export function useMark(environment: string) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ order_id, version, change }: Marking) =>
      consoleRequest(markWorklistOrder, { params: { environment, order_id }, body: { version, ...change } }, {}),
    onSuccess: (kept: WorklistMark, { order, order_id, done, undo }) => {
      const { version } = kept
      noteChange(client, order_id)
      void showMark(client, order_id, kept)
      announce(done)
      const run = () => undo && mutate({ order, order_id, version, change: undo, done: 'Undone.', undo: null })
      toast({
        kind: 'done',
        title: done,
        text: patientText(environment, order),
        ...(undo && { action: { label: 'Undo', run } }),
      })
    },
    onError: (error, { order }) => {
      void invalidateWorklist(client)
      toast({
        kind: 'failed',
        title: 'Nothing was changed.',
        text: patientText(environment, order, failureOf(error).detail),
      })
    },
  })
  const mark: Mark = (order, marking) => {
    mutate({ order, order_id: order.order_id, version: order.mark.version, ...marking })
  }
  return { mark, isPending }
}

/** Assigns an order to the viewer, or gives back what is theirs. */
export function assignment({ mark: { owner } }: Pick<WorklistItem, 'mark'>, viewer_id: string): Parameters<Mark>[1] {
  if (owner?.id === viewer_id) return { change: { owner: 'none' }, done: 'Given back.', undo: { owner: 'me' } }
  const undo = owner ? null : ({ owner: 'none' } as const)
  return { change: { owner: 'me' }, done: owner ? `Taken over from ${owner.name}.` : 'Assigned to you.', undo }
}
