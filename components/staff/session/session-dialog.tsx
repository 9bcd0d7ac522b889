'use client'
import { useState } from 'react'
import { Heading } from 'react-aria-components'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { hasDraft } from '#lib/kernel/client/drafts.ts'
import { formatCountdown } from '#lib/utils/time/countdown.ts'
import { useSignOut } from './use-sign-out.ts'

interface SessionDialogProps {
  kind: 'idle_soon' | 'end_soon'
  /** Milliseconds since 1970. */
  until: number
  /** Rejects when the console could not be asked. */
  onStay: () => Promise<void>
  onNoticed: () => void
}

export function SessionDialog({ kind, until, onStay, onNoticed }: SessionDialogProps) {
  const left = useSecondsLeft(until)
  const [failed, setFailed] = useState(false)
  const [isPending, setPending] = useState(false)
  const { isPending: isLeaving, leave } = useSignOut()
  const idle = kind === 'idle_soon'
  const go = async () => {
    if (!idle) return onNoticed()
    setPending(true)
    setFailed(false)
    await onStay().catch(() => setFailed(true))
    setPending(false)
  }
  return (
    <Dialog isOpen onClose={() => void go()} dismissable={false} role="alertdialog" className="max-w-[440px]">
      <div className="flex gap-4 p-5">
        <p
          role="timer"
          aria-label="Time left"
          className="grid h-11 min-w-16 shrink-0 place-items-center rounded-control bg-sunken px-2 text-xl font-heading"
        >
          {formatCountdown(left)}
        </p>
        <div className="min-w-0 flex-1">
          <Heading slot="title" className="text-lg">
            {idle ? 'Are you still there?' : 'Your session ends soon'}
          </Heading>
          <p className="mt-1 text-base text-ink-2">
            {idle
              ? `You’ve been inactive, so you’re about to be signed out.${hasDraft() ? ' What you typed is kept for 10 minutes.' : ''}`
              : 'It can’t be extended. Save your work, then sign in again.'}
          </p>
          {failed && (
            <p role="alert" data-tone="bad" className="mt-2 font-control text-tone-fg">
              The console didn’t respond. Try again.
            </p>
          )}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <PendingButton onPress={leave} isPending={isLeaving}>
          Sign out now
        </PendingButton>
        <PendingButton autoFocus look="primary" onPress={() => void go()} isPending={isPending}>
          {idle ? 'Stay signed in' : 'Keep working'}
        </PendingButton>
      </div>
    </Dialog>
  )
}
