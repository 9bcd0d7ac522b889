import { Mail, UserRound } from 'lucide-react'
import { useId, useMemo } from 'react'
import { z } from 'zod'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { NewPasswordAdvice, refusalOf } from '#components/staff/password/new-password-advice.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { setUp } from '#lib/domains/staff/auth-client.ts'
import { type LinkAnswer, type SignInAnswer, setupBody } from '#lib/domains/staff/sign-in.ts'
import { LARGE } from './password-step.tsx'
import { ProblemNotice, useLock } from './problem-notice.tsx'

interface SetupFormProps {
  token: string
  link: LinkAnswer
  /** Given the password, so that a second factor does not ask for it again. */
  onDone: (password: string, status: SignInAnswer['status']) => void
  /** The link has been used or has expired. */
  onGone: () => void
}

const FIELDS = [
  { path: 'name', label: 'Your name' },
  { path: 'email', label: 'Work email' },
  { path: 'password', label: 'New password' },
] as const

/** Only the first administrator says who they are; of everyone else the link knows it. */
function setupForm(token: string, isFirst: boolean, invited: string | null) {
  return z
    .object({ email: z.string().trim(), name: z.string().trim(), password: z.string() })
    .superRefine(async ({ email, name, password }, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      if (isFirst && name === '') refuse('name', 'Enter your name.')
      if (isFirst && !/^\S+@\S+\.\S+$/.test(email)) refuse('email', 'Enter your email address.')
      const problem = await refusalOf(password, { email, name: invited ?? name })
      if (problem !== null) refuse('password', problem)
    })
    .transform(
      ({ email, name, password }): z.input<typeof setupBody> => ({ token, password, ...(isFirst && { email, name }) }),
    )
    .pipe(setupBody)
}

/** Name, where it is not known yet, and a password. */
export function SetupForm({ token, link, onDone, onGone }: SetupFormProps) {
  const rules = useId()
  const isFirst = link.kind === 'administrator'
  const api = useApiForm({
    schema: useMemo(() => setupForm(token, isFirst, link.name), [token, isFirst, link.name]),
    defaultValues: { email: link.email ?? '', name: '', password: '' },
    fields: FIELDS,
    isBlocked: () => left > 0,
    send: ({ email, name, ...body }) => setUp({ ...body, ...(email && name && { email, name }) }),
    onSent: ({ status }, { password }) => onDone(password, status),
  })
  const left = useLock(api.error)
  const { control } = api.form
  const { email, name, password } = api.values
  if (api.error?.status === 410) {
    return (
      <>
        <ProblemNotice error={api.error} text={api.text} left={0} />
        <Button onPress={onGone}>Continue</Button>
      </>
    )
  }

  return (
    <ApiForm api={api} method="post" className="flex flex-col gap-5">
      <FormSummary api={api} />
      {isFirst ? (
        <>
          <FormField
            control={control}
            name="name"
            isNamed
            label="Your name"
            size="l"
            icon={UserRound}
            isRequired
            autoFocus
            autoComplete="name"
            maxLength={100}
          />
          <FormField
            control={control}
            name="email"
            isNamed
            label="Work email"
            type="email"
            size="l"
            icon={Mail}
            isRequired
            verbatim
            autoComplete="username"
            inputMode="email"
            maxLength={254}
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
          aria-label="Email address"
        />
      )}
      <div className="flex flex-col gap-2.5">
        <FormPassword
          control={control}
          name="password"
          label="New password"
          size="l"
          isRequired
          autoFocus={!isFirst}
          autoComplete="new-password"
          aria-describedby={rules}
        />
        <NewPasswordAdvice id={rules} password={password} owner={{ email, name: link.name ?? name }} />
      </div>
      <ProblemNotice error={api.error} text={api.text} left={left} />
      <PendingButton type="submit" look="primary" isPending={api.isPending} isDisabled={left > 0} className={LARGE}>
        {isFirst ? 'Create administrator' : 'Set password'}
      </PendingButton>
    </ApiForm>
  )
}
