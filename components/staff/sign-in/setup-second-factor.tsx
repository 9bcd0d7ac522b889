'use client'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { RecoveryCodes } from '#components/patterns/secret/recovery-codes.tsx'
import { TotpSetup } from '#components/patterns/secret/totp-setup.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { confirmSecondFactor, enrollSecondFactor } from '#lib/domains/staff/auth-client.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'

interface SetupSecondFactorProps {
  password: string
  onDone: () => void
}

/** Optional, unless the person's role needs it, but the first thing that is offered. */
export function SetupSecondFactor({ password, onDone }: SetupSecondFactorProps) {
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
