'use client'
import { useQueryClient } from '@tanstack/react-query'
import { PatientLine, patientText } from '#components/patterns/domain/patient.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormNote } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { type Acknowledgement, acknowledgeCriticalOrder, COMMENT_MAX } from '#lib/domains/orders/critical/critical.ts'
import { invalidateCritical, invalidateOrders } from '#lib/domains/orders/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import type { CriticalResult } from './use-critical-state.ts'

export interface AcknowledgeProps {
  environment: string
  result: CriticalResult
  /** Acknowledgements that were on screen before. */
  seen: readonly Acknowledgement[]
}

const FIELDS = [{ path: 'comment', label: 'Comment' }] as const

/** Takes on a critical result, with a word on what was done. */
export function AcknowledgeDialog({ environment, result, seen, onClose }: AcknowledgeProps & { onClose: () => void }) {
  const { order_id, result_at, test } = result
  const client = useQueryClient()
  const api = useApiForm({
    schema: acknowledgeCriticalOrder.body.pick({ comment: true }),
    defaultValues: { comment: '' },
    fields: FIELDS,
    send: ({ comment }) => {
      const body = { order_id, result_at, comment }
      return consoleRequest(acknowledgeCriticalOrder, { params: { environment }, body }, {})
    },
    onSent: (answer) => {
      announce('Acknowledged.')
      const words = sinceThenLabel(answer, seen)
      toast({ kind: 'done', title: 'Acknowledged.', text: words ?? patientText(environment, result) })
      invalidateCritical(client)
      onClose()
    },
    onFailed: ({ status }) => {
      // The order is no longer as it is shown.
      if (status === 409 || status === 404) {
        invalidateCritical(client)
        invalidateOrders(client, environment)
      }
      return undefined
    },
  })
  return (
    <FormDialog
      api={api}
      title="Acknowledge critical result"
      summary={
        <>
          <PatientLine environment={environment} order={result} className="mb-1" />
          {test}, order{' '}
          <span translate="no" className="font-mono text-sm">
            {shortId(order_id)}
          </span>
          . You become the owner. Your team sees the comment.
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
        hint="What was done, or who was informed. Don’t use the patient’s name. Ctrl+Enter acknowledges."
        max={COMMENT_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

/** What others did between the last look and now; null where nobody did. */
function sinceThenLabel(
  { added, acknowledgements }: EndpointOutput<typeof acknowledgeCriticalOrder>,
  seen: readonly Acknowledgement[],
): string | null {
  const known = new Set([added.id, ...seen.map(({ id }) => id)])
  const others = acknowledgements.filter(({ id, owner_id }) => !known.has(id) && owner_id !== added.owner_id)
  if (others.length === 0) return null
  const names = [...new Set(others.map(({ owner_name }) => owner_name))].join(', ')
  return `${names} also acknowledged it. Both acknowledgments are saved.`
}
