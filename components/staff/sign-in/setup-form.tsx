'use client'
import { Mail, UserRound } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { Form } from 'react-aria-components'
import { PasswordRules } from '#components/patterns/form/password-rules.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { PasswordField } from '#components/ui/field/password-field.tsx'
import { setUp } from '#lib/domains/staff/auth-client.ts'
import { passwordProblem } from '#lib/domains/staff/password.ts'
import { passwordRules } from '#lib/domains/staff/password-rules.ts'
import type { LinkAnswer } from '#lib/domains/staff/sign-in.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'
import { useAttempt } from './use-attempt.ts'

interface SetupFormProps {
  token: string
  link: LinkAnswer
  /** Given the password, so that a second factor does not ask for it again. */
  onDone: (password: string) => void
  /** The link was used meanwhile, or is too old. */
  onGone: () => void
}

/** Name, where it is not known yet, and a password. */
export function SetupForm({ token, link, onDone, onGone }: SetupFormProps) {
  const [email, setEmail] = useState(link.email ?? '')
  const [password, setPassword] = useState('')
  const { isPending, problem, attempt } = useAttempt()
  const left = useLock(problem)
  const rules = useId()
  const first = link.kind === 'administrator'

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name')).trim()
    const done = await attempt(() => setUp({ token, password, ...(first && { email: email.trim(), name }) }))
    if (done) onDone(password)
  }
  if (problem?.status === 410) {
    return (
      <>
        <ProblemNotice problem={problem} left={0} />
        <Button onPress={onGone}>Continue</Button>
      </>
    )
  }

  return (
    <Form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      {first ? (
        <>
          <Field
            label="Your name"
            name="name"
            size="l"
            icon={UserRound}
            isRequired
            autoFocus
            autoComplete="name"
            maxLength={100}
            validate={(name) => (name.trim() ? null : 'Enter your name.')}
          />
          <Field
            label="Work e-mail"
            name="username"
            type="email"
            size="l"
            icon={Mail}
            isRequired
            verbatim
            autoComplete="username"
            inputMode="email"
            maxLength={254}
            value={email}
            onChange={setEmail}
            validate={(text) => (/^\S+@\S+\.\S+$/.test(text.trim()) ? null : 'Enter your e-mail address.')}
          />
        </>
      ) : (
        // For password managers: they keep a password together with the name beside it.
        <input
          type="email"
          name="username"
          autoComplete="username"
          value={email}
          readOnly
          hidden
          aria-label="E-mail address"
        />
      )}
      <div className="flex flex-col gap-2.5">
        <PasswordField
          label="New password"
          name="password"
          size="l"
          isRequired
          autoFocus={!first}
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          validate={(text) => passwordProblem(text, email)}
          aria-describedby={rules}
        />
        <div id={rules}>
          <PasswordRules rules={passwordRules(password, email)} />
        </div>
      </div>
      <ProblemNotice problem={problem} left={left} />
      <PendingButton type="submit" look="primary" isPending={isPending} isDisabled={left > 0} className={LARGE}>
        {first ? 'Create administrator' : 'Set password'}
      </PendingButton>
    </Form>
  )
}
