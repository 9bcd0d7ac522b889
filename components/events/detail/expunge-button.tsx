'use client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { ConfirmDialog } from '#components/ui/dialog/confirm-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { expungeEventBody, getEvent, listEvents, readEventBody } from '#lib/domains/events/received.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'

interface ExpungeButtonProps {
  environment: string
  event_id: number
}

/** Removes the body of one event, after a typed word: it does not come back. */
export function ExpungeButton({ environment, event_id }: ExpungeButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const expunge = useMutation({
    mutationFn: () => consoleRequest(expungeEventBody, { params: { environment, event_id } }, {}),
    onSuccess: async () => {
      client.removeQueries({ queryKey: ['console', readEventBody.name] })
      await Promise.all(
        [getEvent, listEvents].map(({ name }) => client.invalidateQueries({ queryKey: ['console', name] })),
      )
      toast({ kind: 'done', title: 'The body was removed.' })
    },
    onError: ({ message }) => toast({ kind: 'failed', title: 'The body wasn’t removed.', text: message }),
  })
  return (
    <>
      <PendingButton isPending={expunge.isPending} onPress={() => setAsking(true)}>
        <span data-tone="bad" className="inline-flex items-center gap-1.5 text-tone-fg">
          <Trash2 aria-hidden="true" className="size-4" strokeWidth={1.8} />
          Remove body
        </span>
      </PendingButton>
      {isAsking && (
        <ConfirmDialog
          title="Remove this body?"
          word="remove"
          confirm="Remove body"
          keep="Keep it"
          onConfirm={() => {
            setAsking(false)
            expunge.mutate()
          }}
          onClose={() => setAsking(false)}
        >
          The body and the samples that came with it are removed for good. The entry in the list stays. The service
          doesn’t send the event again.
        </ConfirmDialog>
      )}
    </>
  )
}
