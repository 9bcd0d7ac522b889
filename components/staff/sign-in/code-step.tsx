'use client'
import { KeyRound, Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { signInWithCode, signInWithRecoveryCode } from '#lib/domains/staff/auth-client.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'
import { typeAgain, useAttempt } from './use-attempt.ts'

interface CodeStepProps {
  action: string
  onSignedIn: () => void
  onStartAgain: () => void
}

/** The second factor: six digits of the app, or one of the codes kept for the day it is lost. */
export function CodeStep({ action, onSignedIn, onStartAgain }: CodeStepProps) {
  const [recovery, setRecovery] = useState(false)
  const { isPending, problem, attempt, forget } = useAttempt()
  const left = useLock(problem)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const code = String(new FormData(form).get('code')).trim()
    const done = await attempt(() =>
      recovery ? signInWithRecoveryCode(code) : signInWithCode(code.replace(/\s/g, '')),
    )
    if (done) onSignedIn()
    else typeAgain(form, 'code')
  }
  return (
    <Form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {recovery ? (
        <Field
          key="recovery"
          label="Recovery code"
          name="code"
          size="l"
          icon={KeyRound}
          isRequired
          autoFocus
          verbatim
          autoComplete="off"
          maxLength={40}
          hint="One of those you kept when you turned the second factor on. Each works once."
          validate={(code) => (code.trim() ? null : 'Enter one of your recovery codes.')}
          inputClassName="font-mono"
        />
      ) : (
        <Field
          key="code"
          label="Code"
          name="code"
          size="l"
          icon={Smartphone}
          isRequired
          autoFocus
          verbatim
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          hint="The six digits that your authenticator app shows now."
          validate={(code) => (/^\s*(?:\d\s*){6}$/.test(code) ? null : 'Enter the six digits.')}
          inputClassName="font-mono tracking-[0.2em]"
        />
      )}
      <ProblemNotice problem={problem} left={left} />
      <PendingButton type="submit" look="primary" isPending={isPending} isDisabled={left > 0} className={LARGE}>
        {action}
      </PendingButton>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          look="ghost"
          onPress={() => {
            forget()
            setRecovery(!recovery)
          }}
        >
          {recovery ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
        <Button look="ghost" onPress={onStartAgain}>
          Start again
        </Button>
      </div>
    </Form>
  )
}
