'use client'
import { Timer } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { ENVIRONMENT_LABELS, EnvironmentMark } from '#components/patterns/page/environment-mark.tsx'
import { hideEverywhere } from '#components/ui/display/mask.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { type Environment, listEnvironments } from '#lib/domains/environments/environment.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { keepSought, keptSought, takeSought } from '#lib/utils/browser/browser.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import type { Ending } from '#lib/utils/http/own-path.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { CodeStep } from './code-step.tsx'
import { SignInFrame } from './frame.tsx'
import { PasswordStep } from './password-step.tsx'

const REASONS: Readonly<Record<Ending, string>> = {
  signed_out: 'You’re signed out.',
  idle: 'You were signed out after a period of inactivity. Sign in to continue where you left off.',
  ended: 'Your session has ended. Sign in to continue where you left off.',
}

interface SignInViewProps {
  /** Label of the single sign-on button; null without one. */
  sso: string | null
  /** Minutes without activity after which a session ends; null where it is not known. */
  idleMinutes: number | null
  /** A path of this console. */
  next: string | null
  reason: Ending | null
  /** Why single sign-on led back here. */
  problem: string | null
  /** Whether this console has no administrator yet. */
  needsSetup?: boolean
  /** Whether single sign-on led here for the code that is still missing. */
  isIdentified?: boolean
  /** Whether the demo, which needs no account, is offered. */
  offersDemo: boolean
}

export function SignInView({
  sso,
  idleMinutes,
  next,
  reason,
  problem,
  needsSetup = false,
  isIdentified = false,
  offersDemo,
}: SignInViewProps) {
  const [step, setStep] = useState<'password' | 'code'>(isIdentified ? 'code' : 'password')
  const [open, setOpen] = useState<readonly Environment[] | null>(null)
  const router = useRouter()
  // A session may have ended without a page that could do it.
  useEffect(hideEverywhere, [])
  // A browser keeps what follows # where a page leads to the sign-in: the search goes on after it, also by single sign-on.
  useEffect(() => {
    const sought = takeSought()
    // Another person who signs in here, to something else, isn't led to whom the one before looked for.
    if (!next?.endsWith('/find')) keptSought()
    else if (sought !== null) keepSought(sought)
  }, [next])
  // Another tab may have signed the person in: the server then leads this one to its own page.
  useEffect(() => {
    const reload = () => document.visibilityState === 'visible' && !open && router.refresh()
    document.addEventListener('visibilitychange', reload)
    return () => document.removeEventListener('visibilitychange', reload)
  }, [router, open])

  const enter = async () => {
    if (next) return leaveFor(next)
    const mine = await consoleRequest(listEnvironments, {}, {}).then(
      (answer) => answer.environments,
      () => [],
    )
    if (mine.length > 1) setOpen(mine)
    else leaveFor('/')
  }

  if (open) {
    return (
      <SignInFrame kind="production">
        <EnvironmentStep environments={open} />
      </SignInFrame>
    )
  }
  return (
    <SignInFrame kind="production">
      <h1 className="text-2xl">{step === 'password' ? 'Sign in' : 'One more step'}</h1>
      {!(step === 'password' && needsSetup) && (
        <p className="mt-1.5 text-base text-ink-2">
          {step === 'password'
            ? 'Use the account your administrator created for you.'
            : `Your ${isIdentified ? 'identity is confirmed' : 'password is correct'}. Enter the code from your authenticator app.`}
        </p>
      )}
      {step === 'password' && needsSetup && <FirstRun />}
      {step === 'password' && (reason || problem) && (
        <Notice kind={problem ? 'bad' : 'info'} className="mt-5">
          {problem ?? (reason && REASONS[reason])}
        </Notice>
      )}
      <div className="mt-7 flex flex-col gap-5">
        {step === 'password' ? (
          <PasswordStep
            sso={sso}
            target={next ?? '/'}
            onSignedIn={() => void enter()}
            onSecondFactor={() => setStep('code')}
          />
        ) : (
          <CodeStep onSignedIn={() => void enter()} onStartAgain={() => setStep('password')} />
        )}
      </div>
      {offersDemo && (
        <p className="mt-7 text-ink-2">
          No account? {/* A document of its own: nothing of the demo is in this one. */}
          <a href="/demo" className="text-link">
            See the demo
          </a>
          , with sample data only.
        </p>
      )}
      <p className="mt-7 flex gap-2.5 text-xs text-ink-3">
        <Timer className="shrink-0" />
        <span>
          {idleMinutes !== null && `You’re signed out after ${countOf(idleMinutes, 'minute')} without activity. `}
          <span>Everything you open or change is logged.</span>
        </span>
      </p>
    </SignInFrame>
  )
}

/** Nobody has an account yet. Only whoever can see the server's terminal gets the link. */
function FirstRun() {
  return (
    <Notice kind="info" className="mt-5" title="This console isn’t set up yet.">
      Use the set-up link printed in the terminal where the server was started. Expired? Restart the server: it prints a
      new one.
    </Notice>
  )
}

/** Signed in, and free to choose: which environments there are is told to nobody before. */
function EnvironmentStep({ environments }: { environments: readonly Environment[] }) {
  return (
    <section aria-labelledby="choose-environment">
      <h1 id="choose-environment" className="text-2xl">
        Choose an environment
      </h1>
      <p className="mt-1.5 text-base text-ink-2">You’re signed in. You can switch at any time.</p>
      <ul className="mt-6 flex flex-col gap-2">
        {environments.map(({ id, label, kind }) => (
          <li key={id}>
            <a
              href={`/${id}`}
              className="flex items-center gap-3 rounded-card border border-line-2 p-2.5 hover:bg-hover"
            >
              <EnvironmentMark kind={kind} />
              <span>
                <span className="block font-heading">{label}</span>
                <span className="block text-xs text-ink-2">{ENVIRONMENT_LABELS[kind].long}</span>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
