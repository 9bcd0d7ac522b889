'use client'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Heading } from 'react-aria-components'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { KeptHereFoot } from '#components/ui/dialog/dialog-foot.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { NoteField } from '#components/ui/field/note-field.tsx'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  acknowledgementComment,
  COMMENT_MAX,
  type CriticalOrder,
} from '#lib/domains/orders/critical.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
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

/** Takes on a critical result, with a word on what was done. */
export function AcknowledgeDialog({ environment, order, onDone, onStale, onClose }: AcknowledgeDialogProps) {
  const { order_id, result_at, test } = order
  const [comment, setComment] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const save = useMutation({
    mutationFn: (text: string) =>
      consoleRequest(
        acknowledgeCriticalOrder,
        { params: { environment }, body: { order_id, result_at, comment: text } },
        {},
      ),
    onSuccess: ({ acknowledgements }) => onDone(acknowledgements),
    onError: (error) => {
      if (error instanceof RequestError && (error.status === 409 || error.status === 404)) onStale()
    },
  })
  const check = (text: string) => acknowledgementComment.safeParse(text).error?.issues[0]?.message ?? null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = check(comment)
    setProblem(found)
    if (found === null && !save.isPending) save.mutate(comment)
  }
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[480px]" sheet>
      <form onSubmit={submit} noValidate>
        <div className="p-5">
          <Heading slot="title" className="text-lg">
            Acknowledge a critical result
          </Heading>
          <p className="mt-1 text-base text-ink-2">
            {test}, order <span className="font-mono text-sm">{shortId(order_id)}</span>. You become its owner here, and
            your colleagues see your comment.
          </p>
          <NoteField
            autoFocus
            label="Comment"
            hint="What was done, or who was told. No patient’s name."
            max={COMMENT_MAX}
            rows={3}
            value={comment}
            problem={problem}
            onChange={(text) => {
              setComment(text)
              if (problem !== null) setProblem(check(text))
            }}
          />
          {save.error && <FailedLine>{save.error.message}</FailedLine>}
        </div>
        <KeptHereFoot confirm="Acknowledge" isPending={save.isPending} onClose={onClose} />
      </form>
    </Dialog>
  )
}
