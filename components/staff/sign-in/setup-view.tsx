'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Link2Off, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { RecoveryCodes } from '#components/patterns/secret/recovery-codes.tsx'
import { TotpSetup } from '#components/patterns/secret/totp-setup.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { checkLink, confirmSecondFactor, enrollSecondFactor, startSso } from '#lib/domains/staff/auth-client.ts'
import type { LinkAnswer } from '#lib/domains/staff/sign-in.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { CodeStep } from './code-step.tsx'
import { SignInFrame } from './frame.tsx'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'
import { SetupForm } from './setup-form.tsx'

type Step =
  | { at: 'checking' }
  | { at: 'gone'; why: string }
  | { at: 'failed'; why: string }
  | { at: 'form'; link: LinkAnswer }
  | { at: 'second_factor'; password: string }
  | { at: 'code' }

/** A link is refused for good, or could not be looked at just now. */
const REFUSED: ReadonlySet<number | undefined> = new Set([404, 410, 422])
const NO_LINK = 'This page needs your complete link, including everything after the “#”.'

/** A one-time link: whoever holds it sets the password, or links their identity. @param sso what the identity provider is called */
export function SetupView({ sso }: { sso: string | null }) {
  const token = useLinkToken()
  const [step, setStep] = useState<Step>({ at: 'checking' })
  const [turn, setTurn] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another turn looks at the same link again
  useEffect(() => {
    if (!token) return
    let stale = false
    setStep({ at: 'checking' })
    checkLink(token).then(
      (link) => stale || setStep({ at: 'form', link }),
      (error: unknown) => {
        if (stale || !(error instanceof RequestError)) return
        const why = error.issues[0]?.msg ?? error.message
        setStep({ at: REFUSED.has(error.status) ? 'gone' : 'failed', why })
      },
    )
    return () => {
      stale = true
    }
  }, [token, turn])

  return (
    <SignInFrame kind="production">
      {token === null ? (
        <NoLink why={NO_LINK} />
      ) : (
        <SetupStep step={step} sso={sso} token={token ?? ''} onStep={setStep} onRetry={() => setTurn(turn + 1)} />
      )}
    </SignInFrame>
  )
}

interface SetupStepProps {
  step: Step
  sso: string | null
  token: string
  onStep: (step: Step) => void
  onRetry: () => void
}

function SetupStep({ step, sso, token, onStep, onRetry }: SetupStepProps) {
  switch (step.at) {
    case 'checking':
      return (
        <div role="status">
          <h1 className="text-2xl">Set up your account</h1>
          <p className="mt-1.5 text-base text-ink-2">Checking your link.</p>
          <Skeleton className="after-300ms mt-7 h-10 w-full" />
          <Skeleton className="after-300ms mt-5 h-10 w-full" />
        </div>
      )
    case 'gone':
      return <NoLink why={step.why} />
    case 'failed':
      return (
        <>
          <h1 className="text-2xl">We couldn’t check the link</h1>
          <Notice kind="bad" alert className="mt-5">
            {step.why}
          </Notice>
          <Button icon={RefreshCw} look="primary" onPress={onRetry} className="mt-4">
            Try again
          </Button>
        </>
      )
    case 'second_factor':
      return <SetupSecondFactor password={step.password} onDone={() => leaveFor('/')} />
    case 'code':
      return (
        <>
          <h1 className="text-2xl">One more step</h1>
          <p className="mt-1.5 mb-7 text-base text-ink-2">
            Your password is set. Two-factor authentication is still on.
          </p>
          <CodeStep onSignedIn={() => leaveFor('/')} onStartAgain={() => leaveFor('/sign-in')} />
        </>
      )
    case 'form':
      return (
        <>
          <Welcome link={step.link} />
          <div className="mt-7">
            <SetupForm
              token={token}
              link={step.link}
              onDone={(password, status) =>
                onStep(status === 'signed_in' ? { at: 'second_factor', password } : { at: 'code' })
              }
              onGone={onRetry}
            />
          </div>
          {sso && step.link.kind === 'invitation' && <InvitedSso label={sso} token={token} />}
          <p className="mt-5 text-xs text-ink-3">
            You can use this link once. It expires <TimeStamp value={step.link.expires_at} className="min-h-0" />.
          </p>
        </>
      )
  }
}

function Welcome({ link }: { link: LinkAnswer }) {
  if (link.kind === 'administrator') {
    return (
      <>
        <h1 className="text-2xl">Set up Vialdesk</h1>
        <p className="mt-1.5 text-base text-ink-2">
          No one can sign in yet. You’ll be the first administrator and can invite everyone else.
        </p>
      </>
    )
  }
  return (
    <>
      <h1 className="text-2xl">
        <span>Welcome</span>
        {link.name && `, ${link.name}`}
      </h1>
      <p className="mt-1.5 text-base text-ink-2">
        Choose a password for <Verbatim className="font-control break-words text-ink">{link.email}</Verbatim>.
      </p>
    </>
  )
}

function NoLink({ why }: { why: string }) {
  return (
    <section role="alert">
      <Link2Off className="size-8 text-ink-3 stroke-[1.6]" />
      <h1 className="mt-3 text-2xl">This link doesn’t work</h1>
      <p className="mt-1.5 text-base text-ink-2">{why}</p>
      <p className="mt-3 text-base text-ink-2">
        An administrator can create a new one: Settings, Staff, Reset access. For the first administrator, restart the
        console: it prints a new link.
      </p>
      <a href="/sign-in" className={`${linkButton} mt-5`}>
        Go to sign-in
      </a>
    </section>
  )
}

/** Reads the token after the `#`, which no server receives, and removes it from the address; null if missing. */
function useLinkToken(): string | null | undefined {
  const [token, setToken] = useState<string | null | undefined>(undefined)
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1)
      if (found) window.history.replaceState(null, '', window.location.pathname)
      setToken((before) => found || (before ?? null))
    }
    take()
    // A second link that is opened in the same tab loads no page.
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return token
}

/** In place of a password: an invited person links their identity at the identity provider, and signs in with it from then on. */
function InvitedSso({ label, token }: { label: string; token: string }) {
  const start = useMutation({
    mutationFn: () => startSso({ next: '/', token }),
    onSuccess: ({ url }) => leaveFor(url),
  })
  const error = start.error instanceof RequestError ? start.error : null
  const left = useLock(error)
  return (
    <div className="mt-6 flex flex-col gap-3 border-line border-t pt-6">
      <p className="text-ink-2">Or sign in with {label} from now on, with no password here.</p>
      <ProblemNotice error={error} text={error?.message ?? null} left={left} />
      <Button icon={KeyRound} onPress={() => start.mutate()} isDisabled={start.isPending || left > 0} className={LARGE}>
        Continue with {label}
      </Button>
    </div>
  )
}

/** Optional, unless the person's role needs it, but the first thing that is offered. */
function SetupSecondFactor({ password, onDone }: { password: string; onDone: () => void }) {
  const [enrolled, setEnrolled] = useState<{ uri: string; recovery_codes: string[] } | null>(null)
  const [confirmed, setConfirmed] = useState(false)
  const begin = useMutation({ mutationFn: () => enrollSecondFactor(password), onSuccess: setEnrolled })
  const error = begin.error instanceof RequestError ? begin.error : null
  const left = useLock(error)
  const isNeeded = useQuery(consoleQuery(getViewer, {}, {})).data?.must_enroll ?? false

  const confirm = async (code: string) => {
    await confirmSecondFactor(code)
    setConfirmed(true)
  }

  if (enrolled && confirmed) {
    return (
      <>
        <h1 className="text-2xl">Save these recovery codes</h1>
        <div className="mt-1.5">
          <RecoveryCodes codes={enrolled.recovery_codes} onDone={onDone} />
        </div>
      </>
    )
  }
  if (enrolled) {
    return (
      <>
        <h1 className="text-2xl">Set up two-factor authentication</h1>
        <div className="mt-5">
          <TotpSetup uri={enrolled.uri} onConfirm={confirm} onCancel={onDone} cancel="Not now" />
        </div>
      </>
    )
  }
  return (
    <>
      <h1 className="text-2xl">Two-factor authentication</h1>
      <p className="mt-1.5 text-base text-ink-2">
        Your password is set and you’re signed in. With two-factor authentication, a stolen password alone won’t let
        anyone in: you also enter a code from your phone.
      </p>
      <div className="mt-7 flex flex-col gap-2.5">
        <ProblemNotice error={error} text={error?.message ?? null} left={left} />
        <PendingButton
          look="primary"
          isPending={begin.isPending}
          isDisabled={left > 0}
          onPress={() => begin.mutate()}
          className={LARGE}
        >
          Set up two-factor authentication
        </PendingButton>
        {!isNeeded && (
          <Button onPress={onDone} className={LARGE}>
            Not now
          </Button>
        )}
      </div>
      <p className="mt-5 text-xs text-ink-3">
        {isNeeded ? 'Your role requires it.' : 'You can do this later under Settings, Your account.'}
      </p>
    </>
  )
}
