import { useMutation } from '@tanstack/react-query'
import { KeyRound, Mail } from 'lucide-react'
import { useRef, useState } from 'react'
import { z } from 'zod'
import { ApiForm, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormField, FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { signIn, startSso } from '#lib/domains/staff/auth-client.ts'
import { signInBody } from '#lib/domains/staff/sign-in.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { ProblemNotice, useLock } from './problem-notice.tsx'

interface PasswordStepProps {
  email?: string
  sso: string | null
  target: string
  onSignedIn: () => void
  onSecondFactor: () => void
}

export const LARGE = 'h-10 w-full text-base max-rail:h-11'

const FIELDS = [
  { path: 'email', label: 'Work email' },
  { path: 'password', label: 'Password' },
] as const

const credentials = z
  .object({
    email: z.string().regex(/^\s*\S+@\S+\s*$/, 'Enter your email address.'),
    password: z.string().min(1, 'Enter your password.'),
  })
  .pipe(signInBody)

const sameEmail = (email: string) => email.trim().toLowerCase()

export function PasswordStep({ email = '', sso, target, onSignedIn, onSecondFactor }: PasswordStepProps) {
  const [forgot, setForgot] = useState(false)
  const tried = useRef('')
  const api = useApiForm({
    schema: credentials,
    defaultValues: { email, password: '' },
    fields: FIELDS,
    isBlocked: () => left > 0 || withSso.isPending,
    send: (body) => {
      tried.current = sameEmail(body.email)
      withSso.reset()
      return signIn(body)
    },
    onSent: ({ status }) => (status === 'signed_in' ? onSignedIn() : onSecondFactor()),
    onFailed: () => {
      api.retype('password')
      return undefined
    },
  })
  const withSso = useMutation({ mutationFn: () => startSso({ next: target }), onSuccess: ({ url }) => leaveFor(url) })
  const error = api.error ?? (withSso.error instanceof RequestError ? withSso.error : null)
  const locked = useLock(error)
  // The limit is by email address; by network it counts for every address, and the server says so again.
  const isOther: boolean = api.error?.status === 429 && sameEmail(api.values.email) !== tried.current
  const left: number = isOther ? 0 : locked
  const { control } = api.form

  return (
    // Were it sent before the page is alive, the method would keep the password out of the address.
    <ApiForm api={api} method="post" className="flex flex-col gap-5">
      <FormSummary api={api} />
      <FormField
        control={control}
        name="email"
        isNamed
        label="Work email"
        type="email"
        size="l"
        icon={Mail}
        isRequired
        autoFocus={email === ''}
        verbatim
        autoComplete="username"
        inputMode="email"
      />
      <FormPassword
        control={control}
        name="password"
        label="Password"
        size="l"
        isRequired
        autoFocus={email !== ''}
        autoComplete="current-password"
        aside={
          <button
            type="button"
            aria-expanded={forgot}
            onClick={() => setForgot(!forgot)}
            className="min-h-6 rounded-tag text-sm font-control text-link"
          >
            Forgot your password?
          </button>
        }
        {...(forgot && {
          hint: 'Ask an administrator: they can create a new link under Settings, Staff.',
        })}
      />
      {!isOther && <ProblemNotice error={error} text={api.error ? api.text : (error?.message ?? null)} left={left} />}
      <div className="flex flex-col gap-2.5">
        <PendingButton type="submit" look="primary" isPending={api.isPending} isDisabled={left > 0} className={LARGE}>
          Sign in
        </PendingButton>
        {sso && (
          <Button
            icon={KeyRound}
            onPress={() => withSso.mutate()}
            isDisabled={api.isPending || withSso.isPending}
            className={LARGE}
          >
            Sign in with {sso}
          </Button>
        )}
      </div>
    </ApiForm>
  )
}
