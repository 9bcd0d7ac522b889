'use client'
import { useMutation } from '@tanstack/react-query'
import { HardDrive } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { FieldError, Heading, Label, Text, TextArea, TextField } from 'react-aria-components'
import { boxStyle } from '#components/ui/box-style.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { FailedLine } from '#components/ui/failed-line.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { PendingButton } from '#components/ui/pending-button.tsx'
import { RequestError } from '#lib/client/errors.ts'
import { consoleRequest } from '#lib/client/request.ts'
import {
  type Acknowledgement,
  acknowledgeCriticalOrder,
  acknowledgementComment,
  COMMENT_MAX,
  type CriticalOrder,
} from '#lib/contract/console/critical.ts'
import { shortId } from '#lib/utils/ids.ts'

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
          <TextField
            autoFocus
            value={comment}
            onChange={(text) => {
              setComment(text)
              if (problem !== null) setProblem(check(text))
            }}
            isInvalid={problem !== null}
            validationBehavior="aria"
            className="mt-4 flex flex-col gap-1.5"
          >
            <Label className="text-sm font-control text-ink-2">Comment</Label>
            <TextArea rows={3} autoComplete="off" className={`${boxStyle} p-2.5 text-base max-rail:text-lg`} />
            <Text slot="description" className="flex justify-between gap-3 text-xs text-ink-3">
              <span>What was done, or who was told. No patient’s name.</span>
              <span>
                {comment.trim().length} of {COMMENT_MAX}
              </span>
            </Text>
            <FieldError data-tone="bad" className="text-sm font-control text-tone-fg">
              {problem}
            </FieldError>
          </TextField>
          {save.error && <FailedLine>{save.error.message}</FailedLine>}
        </div>
        <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
          <p className="mr-auto flex items-center gap-1.5 text-xs text-ink-3 max-rail:w-full">
            <HardDrive aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
            Kept in this console only
          </p>
          <Button onPress={onClose}>
            Cancel <Kbd>Esc</Kbd>
          </Button>
          <PendingButton type="submit" look="primary" isPending={save.isPending}>
            Acknowledge
          </PendingButton>
        </div>
      </form>
    </Dialog>
  )
}
