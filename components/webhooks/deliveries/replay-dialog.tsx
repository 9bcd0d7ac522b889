'use client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Heading } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import {
  cancelWebhookReplay,
  countWebhookDeliveries,
  getWebhookReplay,
  listWebhookDeliveries,
  type Replay,
  startWebhookReplay,
} from '#lib/domains/webhooks/deliveries.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { SECOND } from '#lib/utils/time/durations.ts'
import { ReplayPreview, type ReplayScope } from './replay-preview.tsx'

interface ReplayDialogProps extends ReplayScope {
  onClose: () => void
}

/** Repeats all deliveries that the list shows: how many, how far it is, and a way to stop it. */
export function ReplayDialog({ onClose, ...scope }: ReplayDialogProps) {
  // The list may have changed: exactly the reviewed scope is sent.
  const [shown] = useState(scope)
  const { environment, query, total } = shown

  const client = useQueryClient()
  const [started, setStarted] = useState<Replay | null>(null)
  const start = useMutation({
    mutationFn: () => consoleRequest(startWebhookReplay, { params: { environment }, body: query }, {}),
    onSuccess: ({ replay }) => setStarted(replay),
  })
  const at = { params: { environment, replay_id: started?.id ?? '' } }
  const progress = useQuery({
    ...consoleQuery(getWebhookReplay, at, {}),
    enabled: started !== null,
    refetchInterval: ({ state }) => (state.data?.replay.finished_at ? false : SECOND),
  })
  const cancel = useMutation({
    mutationFn: () => consoleRequest(cancelWebhookReplay, at, {}),
    onSuccess: (answer) => client.setQueryData(consoleQuery(getWebhookReplay, at, {}).queryKey, answer),
  })
  const replay = progress.data?.replay ?? started
  const close = () => {
    for (const { name } of [listWebhookDeliveries, countWebhookDeliveries])
      void client.invalidateQueries({ queryKey: ['console', name] })
    onClose()
  }
  const error = start.error ?? cancel.error
  const isOver = replay?.finished_at != null
  return (
    <Dialog isOpen onClose={close} dismissable={false} className="max-w-[480px]">
      <div className="flex flex-col gap-3 p-5">
        <Heading slot="title" className="text-lg">
          Replay deliveries
        </Heading>
        {!replay && <ReplayPreview {...shown} />}
        {replay && <Progress replay={replay} />}
        {error && (
          <Notice kind="bad" alert>
            {error.message}
          </Notice>
        )}
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        {!replay && (
          <>
            <Button onPress={close}>Cancel</Button>
            <PendingButton
              look="primary"
              isPending={start.isPending}
              isDisabled={total === null || total === 0}
              onPress={() => start.mutate()}
            >
              {`Replay ${total === null ? 'deliveries' : countOf(total, 'delivery', 'deliveries')}`}
            </PendingButton>
          </>
        )}
        {replay && !isOver && (
          <PendingButton isPending={cancel.isPending} onPress={() => cancel.mutate()}>
            Stop replay
          </PendingButton>
        )}
        {replay && (
          <Button look={isOver ? 'primary' : 'outline'} onPress={close}>
            {isOver ? 'Done' : 'Close'}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Progress({ replay: { total, done, failed, finished_at, is_canceled } }: { replay: Replay }) {
  const share = total === 0 ? 1 : Math.min(1, done / total)
  const ended = is_canceled ? 'Stopped.' : 'Done.'
  const state = finished_at ? ended : 'Replaying. You can close this; it goes on.'
  return (
    <>
      <div
        role="progressbar"
        aria-label="Replay"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
      <p role="status" className="text-ink-2">
        {state} {formatCount(done)} of {formatCount(total)} sent, {formatCount(failed)} failed.
      </p>
    </>
  )
}
