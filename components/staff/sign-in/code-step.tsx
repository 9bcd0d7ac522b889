import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { signInWithCode, signInWithRecoveryCode } from '#lib/domains/staff/auth-client.ts'
import { recoveryBody, totpBody } from '#lib/domains/staff/sign-in.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'

const FIELDS = [{ path: 'code', label: 'Code' }] as const

/** The second factor: six digits of the app, or one of the codes kept for the day it is lost. */
export function CodeStep({ onSignedIn, onStartAgain }: { onSignedIn: () => void; onStartAgain: () => void }) {
  const [recovery, setRecovery] = useState(false)
  const api = useApiForm({
    schema: recovery ? recoveryBody : totpBody,
    defaultValues: { code: '' },
    fields: FIELDS,
    isBlocked: () => left > 0,
    send: ({ code }) => (recovery ? signInWithRecoveryCode(code) : signInWithCode(code)),
    onSent: onSignedIn,
    onFailed: () => {
      api.retype('code')
      return undefined
    },
  })
  const left = useLock(api.error)
  const { control } = api.form
  return (
    <ApiForm api={api} method="post" className="flex flex-col gap-5">
      <FormSummary api={api} />
      {recovery ? (
        <FormField
          key="recovery"
          control={control}
          name="code"
          isNamed
          label="Recovery code"
          size="l"
          icon={KeyRound}
          isRequired
          autoFocus
          verbatim
          autoComplete="off"
          maxLength={40}
          hint="One of the codes you saved when you set up two-factor authentication. Each works once."
          inputClassName="font-mono"
        />
      ) : (
        <FormField
          key="code"
          control={control}
          name="code"
          isNamed
          label="Code"
          size="l"
          icon={Smartphone}
          isRequired
          autoFocus
          verbatim
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          hint="The six-digit code from your authenticator app."
          inputClassName="font-mono tracking-[0.2em]"
        />
      )}
      <ProblemNotice error={api.error} text={api.text} left={left} />
      <PendingButton type="submit" look="primary" isPending={api.isPending} isDisabled={left > 0} className={LARGE}>
        Sign in
      </PendingButton>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          look="ghost"
          onPress={() => {
            api.forget()
            api.form.reset()
            setRecovery(!recovery)
          }}
        >
          {recovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
        <Button look="ghost" onPress={onStartAgain}>
          Start over
        </Button>
      </div>
    </ApiForm>
  )
}
