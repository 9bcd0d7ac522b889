import { notifyManager, useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '#components/patterns/form/confirm-dialog.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'

interface RemoveBodyButtonProps {
  reading: { name: string }
  /** Removes it and brings the page up to date. */
  remove: () => Promise<unknown>
  /** Explanation of what is removed and what remains. */
  children: ReactNode
}

/** Removes the body of one message, after a typed word: it does not come back. */
export function RemoveBodyButton({ reading, remove, children }: RemoveBodyButtonProps) {
  const [isAsking, setAsking] = useState(false)
  const client = useQueryClient()
  const queryKey = ['console', reading.name]
  const removal = useMutation({
    async mutationFn() {
      await client.cancelQueries({ queryKey })
      await remove()
    },
    onSuccess() {
      toast({ kind: 'done', title: 'The body was removed.' })
      // After the page is drawn without it: a view that is still open would ask for a body that is gone.
      notifyManager.schedule(() => client.removeQueries({ queryKey }))
    },
    onError: ({ message }) => toast({ kind: 'failed', title: 'The body wasn’t removed.', text: message }),
  })
  return (
    <>
      <PendingButton isPending={removal.isPending} onPress={() => setAsking(true)}>
        <span data-tone="bad" className="inline-flex items-center gap-1.5 text-tone-fg">
          <Trash2 />
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
            removal.mutate()
          }}
          onClose={() => setAsking(false)}
        >
          {children}
        </ConfirmDialog>
      )}
    </>
  )
}
