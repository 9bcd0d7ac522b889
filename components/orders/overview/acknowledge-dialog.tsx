'use client'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormNote } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  COMMENT_MAX,
  type CriticalOrder,
} from '#lib/domains/orders/critical.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { shortId } from '#lib/utils/ids/ids.ts'

interface AcknowledgeDialogProps {
  environment: string
  order: CriticalOrder
  onDone: (all: readonly Acknowledgement[]) => void
  /** The order is no longer as it is shown. */
  onStale: () => void
  onClose: () => void
}

const FIELDS = [{ path: 'comment', label: 'Comment' }] as const

/** Takes on a critical result, with a word on what was done. */
export function AcknowledgeDialog({ environment, order, onDone, onStale, onClose }: AcknowledgeDialogProps) {
  const { order_id, result_at, test } = order
  const api = useApiForm({
    schema: acknowledgeCriticalOrder.body.pick({ comment: true }),
    defaultValues: { comment: '' },
    fields: FIELDS,
    send: ({ comment }) => {
      const body = { order_id, result_at, comment }
      return consoleRequest(acknowledgeCriticalOrder, { params: { environment }, body }, {})
    },
    onSent: ({ acknowledgements }) => onDone(acknowledgements),
    onFailed: ({ status }) => {
      if (status === 409 || status === 404) onStale()
      return undefined
    },
  })
  return (
    <FormDialog
      api={api}
      title="Acknowledge critical result"
      summary={
        <>
          {test}, order <span className="font-mono text-sm">{shortId(order_id)}</span>. You become the owner. Your team
          sees the comment.
        </>
      }
      confirm="Acknowledge"
      isLocal
      sheet
      onClose={onClose}
    >
      <FormNote
        control={api.form.control}
        name="comment"
        autoFocus
        label="Comment"
        hint="What was done, or who was informed. Don’t use the patient’s name."
        max={COMMENT_MAX}
        rows={3}
      />
    </FormDialog>
  )
}
