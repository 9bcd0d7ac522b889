/** Changes who works on orders, until when they wait, and how they were finished; each change can be undone. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { patientText } from '#components/patterns/domain/patient.tsx'
import { noteChange } from '#components/patterns/list/held-rows.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import type { OfPatient } from '#lib/domains/orders/patient.ts'
import {
  markWorklistOrder,
  OUTCOMES,
  type OutcomeReason,
  type WorklistItem,
  type WorklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { invalidateWorklist, showMark } from './worklist-query.ts'

type MarkChange = Omit<EndpointInput<typeof markWorklistOrder>['body'], 'version'>

/** An order, with what was seen of it. */
export type Marked = Pick<WorklistItem, 'order_id' | 'mark' | 'since'> & OfPatient

export interface Marking {
  change: (item: Marked) => MarkChange
  /** Said when it is done, and of how many when only some could be. */
  done: string
  verb: string
  /** Takes it back; null where that can't be. */
  undo: ((item: Marked) => MarkChange) | null
}

interface Marks {
  items: readonly Marked[]
}

interface Kept {
  item: Marked
  mark: WorklistMark
}

export type Mark = (items: readonly Marked[], marking: Marking) => void

export function useMark(environment: string) {
  const client = useQueryClient()
  const said = useRef<(kept: readonly Kept[], marking: Marking & Marks, failure: Error | null) => void>(undefined)
  const { mutate, isPending } = useMutation({
    // One after the other: of many the first refusal stops none, and each is on record.
    mutationFn: async ({ items, change }: Marking & Marks) => {
      const kept: Kept[] = []
      let failure: Error | null = null
      for (const item of items) {
        const params = { environment, order_id: item.order_id }
        const body = { version: item.mark.version, ...change(item) }
        await consoleRequest(markWorklistOrder, { params, body }, {}).then(
          (mark) => kept.push({ item, mark }),
          (error: Error) => {
            failure = error
          },
        )
      }
      if (kept.length === 0 && failure) throw failure
      return { kept, failure }
    },
    onSuccess: ({ kept, failure }, marking) => said.current?.(kept, marking, failure),
    onError: (error, { items: [first] }) => {
      void invalidateWorklist(client)
      const { detail } = failureOf(error)
      toast({
        kind: 'failed',
        title: 'Nothing was changed.',
        text: first ? patientText(environment, first, detail) : detail,
      })
    },
  })
  useEffect(() => {
    said.current = (kept, { items, done, verb, undo }, failure) => {
      for (const { item, mark } of kept) {
        noteChange(client, item.order_id)
        void showMark(client, item.order_id, mark)
      }
      const [first] = items
      const refused = items.length - kept.length
      const title = failure ? `${kept.length} of ${items.length} ${verb}, ${refused} couldn’t be changed.` : done
      announce(title)
      const many = failure ? failureOf(failure).detail : countOf(kept.length, 'order')
      const run = () => {
        const changed = kept.map(({ item, mark }) => ({ ...item, mark: { ...mark, owner: item.mark.owner } }))
        if (undo) mutate({ items: changed, change: undo, done: 'Undone.', verb: 'undone', undo: null })
      }
      toast({
        kind: failure ? 'failed' : 'done',
        title,
        text: items.length === 1 && first ? patientText(environment, first) : many,
        ...(undo && { action: { label: 'Undo', run } }),
      })
    }
  })
  return useMemo(() => {
    const mark: Mark = (items, marking) => mutate({ items, ...marking })
    /** Says and shows what was saved elsewhere, by a dialog. */
    const noteSaved = (item: Marked, kept: WorklistMark, marking: Marking) =>
      said.current?.([{ item, mark: kept }], { items: [item], ...marking }, null)
    return { mark, noteSaved, isPending }
  }, [mutate, isPending])
}

/** Assigns an order to the viewer, or gives back what is theirs. */
export function assignment({ mark: { owner } }: Pick<WorklistItem, 'mark'>, viewer_id: string): Marking {
  const toMe = () => ({ owner: 'me' })
  const toNone = () => ({ owner: 'none' })
  if (owner?.id === viewer_id) return { change: toNone, done: 'Unassigned.', verb: 'unassigned', undo: toMe }
  return {
    change: toMe,
    done: owner ? `Taken over from ${owner.name}.` : 'Assigned to you.',
    verb: 'assigned',
    undo: owner ? null : toNone,
  }
}

/** Assigns orders to the viewer, a colleague or no one; undone, each is with whoever had it. */
export function assignmentTo(owner: string, name: string): Marking {
  const others = owner === 'none' ? 'Unassigned.' : `Assigned to ${name}.`
  return {
    change: () => ({ owner }),
    done: owner === 'me' ? 'Assigned to you.' : others,
    verb: owner === 'none' ? 'unassigned' : 'assigned',
    undo: ({ mark }) => ({ owner: mark.owner?.id ?? 'none' }),
  }
}

export const finishing = (reason: OutcomeReason): Marking => ({
  change: ({ since }) => ({ outcome: { reason, since } }),
  done: `Finished. ${OUTCOMES[reason]}.`,
  verb: 'finished',
  undo: () => ({ outcome: null }),
})

export const REOPENING: Marking = {
  change: () => ({ outcome: null }),
  done: 'Reopened.',
  verb: 'reopened',
  undo: null,
}

type SnoozeChoice = Pick<NonNullable<WorklistMark['snooze']>, 'until' | 'reason' | 'comment'>

/** `until` as people read it. */
export const snoozing = (choice: SnoozeChoice, until: string): Marking => ({
  change: ({ since }) => ({ snooze: { ...choice, since } }),
  done: `Snoozed until ${until}.`,
  verb: 'snoozed',
  undo: () => ({ snooze: null }),
})

export function unsnoozing({ mark: { snooze } }: Pick<WorklistItem, 'mark'>): Marking {
  const ended = { change: () => ({ snooze: null }), done: 'Snooze ended.', verb: 'taken up again' }
  if (!snooze) return { ...ended, undo: null }
  const { until, reason, comment, since } = snooze
  return { ...ended, undo: () => ({ snooze: { until, reason, comment, since } }) }
}
