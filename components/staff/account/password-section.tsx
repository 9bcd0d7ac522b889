'use client'
import { useId, useMemo } from 'react'
import { z } from 'zod'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormPassword } from '#components/patterns/form/form-field.tsx'
import { PasswordRules } from '#components/patterns/form/password-rules.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { changePassword } from '#lib/domains/staff/auth-client.ts'
import { passwordProblem } from '#lib/domains/staff/password.ts'
import { passwordRules } from '#lib/domains/staff/password-rules.ts'
import { changePasswordBody } from '#lib/domains/staff/sign-in.ts'

const FIELDS = [
  { path: 'current_password', label: 'Current password' },
  { path: 'new_password', label: 'New password' },
] as const

function passwordForm(email: string) {
  return z
    .object({ current_password: z.string().min(1, 'Enter the password you have now.'), new_password: z.string() })
    .superRefine(({ new_password }, context) => {
      const message = passwordProblem(new_password, email)
      if (message !== null) context.addIssue({ code: 'custom', path: ['new_password'], message })
    })
    .pipe(changePasswordBody)
}

export function PasswordSection({ email }: { email: string }) {
  const rules = useId()
  const api = useApiForm({
    schema: useMemo(() => passwordForm(email), [email]),
    defaultValues: { current_password: '', new_password: '' },
    fields: FIELDS,
    send: changePassword,
    onSent: () => {
      api.form.reset()
      toast({ kind: 'done', title: 'Password changed.', text: 'Your other sessions are signed out.' })
    },
  })
  const { control } = api.form
  return (
    <SectionCard title="Password" summary="Changing it signs you out everywhere else.">
      <ApiForm api={api} method="post" className="flex max-w-[400px] flex-col gap-4">
        <FormSummary api={api} />
        <input type="email" autoComplete="username" value={email} readOnly hidden aria-label="E-mail address" />
        <FormPassword
          control={control}
          name="current_password"
          label="Current password"
          isRequired
          autoComplete="current-password"
        />
        <FormPassword
          control={control}
          name="new_password"
          label="New password"
          isRequired
          autoComplete="new-password"
          aria-describedby={rules}
        />
        <div id={rules}>
          <PasswordRules rules={passwordRules(api.values.new_password, email)} />
        </div>
        <FormProblem api={api} />
        <PendingButton type="submit" isPending={api.isPending} className="self-start">
          Change password
        </PendingButton>
      </ApiForm>
    </SectionCard>
  )
}
