'use client'
import { KeyRound, Mail } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Form } from 'react-aria-components'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { PasswordField } from '#components/ui/field/password-field.tsx'
import { signIn, startSso } from '#lib/domains/staff/auth-client.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { ProblemNotice, useLock } from './problem-notice.tsx'
import { typeAgain, useAttempt } from './use-attempt.ts'

interface PasswordStepProps {
  /** "Sign in to Production" */
  action: string
  sso: string | null
  /** Where single sign-on leads afterwards. */
  target: string
  onSignedIn: () => void
  onSecondFactor: () => void
}

export const LARGE = 'h-10! w-full text-base! max-rail:h-11!'

export function PasswordStep({ action, sso, target, onSignedIn, onSecondFactor }: PasswordStepProps) {
  const { isPending, problem, attempt } = useAttempt()
  const [forgot, setForgot] = useState(false)
  const left = useLock(problem)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const fields = new FormData(form)
    const email = String(fields.get('email'))
    const done = await attempt(() => signIn({ email, password: String(fields.get('password')) }))
    if (done?.answer.status === 'signed_in') onSignedIn()
    else if (done) onSecondFactor()
    else typeAgain(form, 'password')
  }
  const withSso = async () => {
    const done = await attempt(() => startSso(target))
    if (done) leaveFor(done.answer.url)
  }

  return (
    // Were it sent before the page is alive, the method would keep the password out of the address.
    <Form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <Field
        label="Work e-mail"
        name="email"
        type="email"
        size="l"
        icon={Mail}
        isRequired
        autoFocus
        verbatim
        autoComplete="username"
        inputMode="email"
        validate={(email) => (/^\S+@\S+$/.test(email.trim()) ? null : 'Enter your e-mail address.')}
      />
      <PasswordField
        label="Password"
        name="password"
        size="l"
        isRequired
        autoComplete="current-password"
        validate={(password) => (password ? null : 'Enter your password.')}
        aside={
          <button
            type="button"
            aria-expanded={forgot}
            onClick={() => setForgot(!forgot)}
            className="min-h-6 rounded-tag text-sm font-control text-accent-ink underline underline-offset-3"
          >
            Forgot it?
          </button>
        }
        {...(forgot && {
          hint: 'Ask an administrator of this console: under Settings, Staff they can make you a new link.',
        })}
      />
      <ProblemNotice problem={problem} left={left} />
      <div className="flex flex-col gap-2.5">
        <PendingButton type="submit" look="primary" isPending={isPending} isDisabled={left > 0} className={LARGE}>
          {action}
        </PendingButton>
        {sso && (
          <Button onPress={() => void withSso()} isDisabled={isPending} className={LARGE}>
            <KeyRound aria-hidden="true" className="size-4" strokeWidth={1.9} />
            Sign in with {sso}
          </Button>
        )}
      </div>
    </Form>
  )
}
