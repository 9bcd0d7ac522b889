'use client'
import { Link2Off, RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { checkLink } from '#lib/domains/staff/auth-client.ts'
import type { LinkAnswer } from '#lib/domains/staff/sign-in.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { CodeStep } from './code-step.tsx'
import { SignInFrame } from './frame.tsx'
import { InvitedSso } from './invited-sso.tsx'
import { SetupForm } from './setup-form.tsx'
import { SetupSecondFactor } from './setup-second-factor.tsx'
import { useLinkToken } from './use-link-token.ts'

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
          <Button look="primary" onPress={onRetry} className="mt-4">
            <RefreshCw aria-hidden="true" className="size-4" strokeWidth={1.9} />
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
      <h1 className="text-2xl">Welcome{link.name && `, ${link.name}`}</h1>
      <p className="mt-1.5 text-base text-ink-2">
        Choose a password for <span className="font-control break-words text-ink">{link.email}</span>.
      </p>
    </>
  )
}

function NoLink({ why }: { why: string }) {
  return (
    <section role="alert">
      <Link2Off aria-hidden="true" className="size-8 text-ink-3" strokeWidth={1.6} />
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
