import { useMutation } from '@tanstack/react-query'
import { CircleCheck, CircleX } from 'lucide-react'
import Link from 'next/link'
import { useId, useState } from 'react'
import { DialogFooter } from '#components/patterns/form/form-dialog.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { FAILURE_LABELS } from '#components/webhooks/labels.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { testWebhookEndpoint, type WebhookEndpoint } from '#lib/domains/webhooks/endpoints.ts'
import { EVENT_EXAMPLES } from '#lib/domains/webhooks/examples.ts'
import { isSuccess } from '#lib/domains/webhooks/rules.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import { useReadAgain } from './use-endpoint-changes.ts'

interface TestDialogProps {
  environment: string
  endpoint: WebhookEndpoint
  onClose: () => void
}

const TYPES = Object.keys(EVENT_EXAMPLES)
const exampleOf = (event_type: string) => JSON.stringify(EVENT_EXAMPLES[event_type] ?? {}, null, 2)

/** Sends an example that can be edited, and says what the receiver answered. */
export function TestDialog({ environment, endpoint, onClose }: TestDialogProps) {
  const box = useId()
  const readAgain = useReadAgain()
  const [event_type, setType] = useState(TYPES[0] ?? '')
  const [text, setText] = useState(() => exampleOf(event_type))
  const data = readObject(text)
  const test = useMutation({
    mutationFn: (body: { event_type: string; data: Record<string, unknown> }) =>
      consoleRequest(testWebhookEndpoint, { params: { environment, endpoint_id: endpoint.id }, body }, {}),
    onSettled: readAgain,
  })
  const choose = (next: string) => {
    setType(next)
    setText(exampleOf(next))
    test.reset()
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[640px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <DialogTitle>Send test event to “{endpoint.name}”</DialogTitle>
          <p className="mt-1 text-ink-2">Sent once, marked as a test, and left out of health. Example data only.</p>
        </div>
        <SelectField id={`${box}-type`} label="Event type" value={event_type} onChange={choose}>
          {TYPES.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={box} className="text-sm font-control text-ink-2">
            Data
          </label>
          <textarea
            id={box}
            value={text}
            onChange={({ target }) => setText(target.value)}
            rows={12}
            spellCheck={false}
            aria-invalid={data === null}
            aria-describedby={data === null ? `${box}-problem` : undefined}
            className={`${boxStyle} px-2.5 py-2 font-mono text-sm max-rail:text-lg`}
          />
          {data === null && (
            <p id={`${box}-problem`} className="text-sm text-bad">
              Not a JSON object. Check brackets, quotes and commas.
            </p>
          )}
        </div>
        <div role="status">
          {test.error && <Notice kind="bad">{test.error.message}</Notice>}
          {test.data && <Answer environment={environment} delivery={test.data.delivery} />}
        </div>
      </div>
      <DialogFooter
        confirm="Send test event"
        isPending={test.isPending}
        isDisabled={data === null}
        onConfirm={() => data && test.mutate({ event_type, data })}
        onClose={onClose}
      />
    </Dialog>
  )
}

function Answer({ environment, delivery }: { environment: string; delivery: Delivery }) {
  const { id, last } = delivery
  const isGood = last !== null && isSuccess(last)
  const failure = last?.failure ? FAILURE_LABELS[last.failure] : null
  return (
    <Notice kind={isGood ? 'info' : 'bad'} icon={isGood ? CircleCheck : CircleX}>
      {failure
        ? `${failure.label}. ${failure.sentence}`
        : `Answered ${last?.status} in ${formatCount(last?.ms ?? 0)} ms.`}{' '}
      <Link
        href={`/${environment}/events/deliveries?delivery=${id}`}
        prefetch={false}
        className="font-control text-link"
      >
        View delivery
      </Link>
    </Notice>
  )
}

function readObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return testWebhookEndpoint.body.shape.data.safeParse(value).data ?? null
  } catch {
    return null
  }
}
