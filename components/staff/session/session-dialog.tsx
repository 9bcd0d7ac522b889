import { useQuery } from '@tanstack/react-query'
import { SquareArrowOutUpRight } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { CodeStep } from '#components/staff/sign-in/code-step.tsx'
import { PasswordStep } from '#components/staff/sign-in/password-step.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { useSecondsLeft } from '#components/ui/display/countdown.tsx'
import { signInMethods } from '#lib/domains/staff/auth-client.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { abandonDrafts, hasDraft } from '#lib/kernel/client/drafts.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { onSessionEvent } from '#lib/kernel/client/session.ts'
import { loadAgain } from '#lib/utils/browser/leave.ts'
import type { Ending } from '#lib/utils/http/own-path.ts'
import { formatCountdown, MINUTE } from '#lib/utils/time/durations.ts'
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
          <DialogTitle>{idle ? 'Are you still there?' : 'Your session ends soon'}</DialogTitle>
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

/** Milliseconds for which a draft waits for its writer: what it holds may be about a patient. */
const KEPT_FOR = 10 * MINUTE

const REASONS: Readonly<Record<Ending, string>> = {
  signed_out: 'You’re signed out.',
  idle: 'You were signed out after a period of inactivity.',
  ended: 'Your session has ended.',
}

interface SignInAgainProps {
  person: { id: string; email: string }
  why: Ending
  /** The same person is back. */
  onBack: () => void
  onLeave: (why: Ending) => void
}

/** Signs the same person in over the page that holds what they typed. Anybody else gets a page of their own. */
export function SignInAgain({ person, why, onBack, onLeave }: SignInAgainProps) {
  const [step, setStep] = useState<'password' | 'code'>('password')
  const [until] = useState(() => Date.now() + KEPT_FOR)
  const left = useSecondsLeft(until)
  const { data: methods } = useQuery({ queryKey: ['auth', 'methods'], queryFn: () => signInMethods() })
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (left <= 0) leave(why)
  }, [left, why])

  const look = useEffectEvent(async () => {
    const viewer = await consoleRequest(getViewer, {}, {}).catch(() => null)
    if (viewer?.id === person.id) onBack()
    else if (viewer) {
      abandonDrafts()
      loadAgain()
    }
  })
  // They may have signed in, or out, in another tab.
  useEffect(() => {
    const onSeen = () => document.visibilityState === 'visible' && void look()
    document.addEventListener('visibilitychange', onSeen)
    const stop = onSessionEvent((event) => event.kind === 'ended' && event.why === 'signed_out' && leave(event.why))
    return () => {
      document.removeEventListener('visibilitychange', onSeen)
      stop()
    }
  }, [])

  return (
    <Dialog isOpen onClose={() => undefined} dismissable={false} className="max-w-[440px]" sheet>
      <div data-sign-in-again className="flex flex-col gap-5 p-5">
        <div>
          <DialogTitle>Sign in to continue</DialogTitle>
          <p className="mt-1 text-base text-ink-2">
            {REASONS[why]} What you typed on this page is kept for{' '}
            <span role="timer" className="font-control">
              {formatCountdown(left)}
            </span>
            .
          </p>
        </div>
        {step === 'password' ? (
          <PasswordStep
            email={person.email}
            sso={null}
            target="/"
            onSignedIn={() => void look()}
            onSecondFactor={() => setStep('code')}
          />
        ) : (
          <CodeStep onSignedIn={() => void look()} onStartAgain={() => setStep('password')} />
        )}
        {methods?.sso && (
          <a href="/sign-in" target="_blank" rel="noreferrer" className={linkButton}>
            <SquareArrowOutUpRight />
            Sign in with {methods.sso.label} in a new tab, then come back here
          </a>
        )}
      </div>
      <div className="flex justify-end border-t border-line bg-sunken px-5 py-3">
        <Button onPress={() => onLeave(why)}>Leave without saving</Button>
      </div>
    </Dialog>
  )
}
