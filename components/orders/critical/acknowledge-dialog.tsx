import { useQueryClient } from '@tanstack/react-query'
import { PatientLine, patientText } from '#components/patterns/domain/patient.tsx'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormNote } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { noteChange } from '#components/patterns/list/held-rows.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  COMMENT_MAX,
  type SeenCritical,
} from '#lib/domains/orders/critical/critical.ts'
import { invalidateCritical, invalidateOrders } from '#lib/domains/orders/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import type { EndpointOutput } from '#lib/kernel/endpoint.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { type CriticalResult, useResultSeen } from './use-critical-state.ts'

export interface AcknowledgeProps {
  environment: string
  /** The service may no longer have the order: then only what was seen of it. */
  result: CriticalResult | SeenCritical
  /** Acknowledgements that were on screen before. */
  seen: readonly Acknowledgement[]
  /** Nothing more is to be done: the comment is the reason. */
  closes?: boolean
}

interface Wording {
  title: string
  confirm: string
  summary: string
  field: string
  hint: string
  done: string
}

const WORDS: Readonly<Record<'acknowledge' | 'close', Wording>> = {
  acknowledge: {
    title: 'Acknowledge critical result',
    confirm: 'Acknowledge',
    summary: 'You’ll own this result. It stays open until a call is read back. Your team can see the comment.',
    field: 'Comment',
    hint: 'What was done, or who was informed. Don’t use the patient’s name. Ctrl+Enter acknowledges.',
    done: 'Acknowledged.',
  },
  close: {
    title: 'Close critical result',
    confirm: 'Close result',
    summary: 'It leaves the list of critical results. Your team can see the reason.',
    field: 'Reason',
    hint: 'Why nothing more is to be done. Don’t use the patient’s name. Ctrl+Enter closes the result.',
    done: 'Closed.',
  },
}

export function AcknowledgeDialog(props: AcknowledgeProps & { onClose: () => void }) {
  const { environment, seen, closes = false, onClose } = props
  const result = useResultSeen(props.result)
  const { order_id, result_at, result_id } = result
  const known = 'test' in result ? result : null
  const words = WORDS[closes ? 'close' : 'acknowledge']
  const client = useQueryClient()
  const api = useApiForm({
    schema: acknowledgeCriticalOrder.body.pick({ comment: true }),
    defaultValues: { comment: '' },
    fields: [{ path: 'comment', label: words.field }],
    send: ({ comment }) => {
      const body = { order_id, result_at, result_id, comment, closes }
      return consoleRequest(acknowledgeCriticalOrder, { params: { environment }, body }, {})
    },
    onSent: (answer) => {
      noteChange(client, order_id)
      announce(words.done)
      const others = sinceThenLabel(answer, seen) ?? ''
      toast({ kind: 'done', title: words.done, text: known ? patientText(environment, known, others) : others })
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
      title={words.title}
      summary={
        <>
          {known ? (
            <PatientLine environment={environment} order={known} className="mb-1" />
          ) : (
            <span className="mb-1 block">The patient isn’t known: the service no longer has this order.</span>
          )}
          <span>{known ? `${known.test}, order ` : 'Order '}</span>
          <Verbatim className="font-mono text-sm">{shortId(order_id)}</Verbatim>
          <span>{`. ${words.summary}`}</span>
        </>
      }
      confirm={words.confirm}
      isLocal
      sheet
      onClose={onClose}
    >
      <FormNote
        control={api.form.control}
        name="comment"
        autoFocus
        label={words.field}
        hint={words.hint}
        max={COMMENT_MAX}
        rows={3}
      />
    </FormDialog>
  )
}

/** Describes changes by others since the dialog opened; null for none. */
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
