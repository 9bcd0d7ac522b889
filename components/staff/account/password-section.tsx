'use client'
import { useId, useMemo } from 'react'
import { z } from 'zod'
import { ApiForm, FormProblem, FormSummary } from '#components/patterns/form/api-form.tsx'
import { FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { NewPasswordAdvice } from '#components/staff/password/new-password-advice.tsx'
import { type PageOwner, refusalOf } from '#components/staff/password/use-password-advice.ts'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { changePassword } from '#lib/domains/staff/auth-client.ts'
import { changePasswordBody } from '#lib/domains/staff/sign-in.ts'

const FIELDS = [
  { path: 'current_password', label: 'Current password' },
  { path: 'new_password', label: 'New password' },
] as const

function passwordForm(owner: PageOwner) {
  return z
    .object({ current_password: z.string().min(1, 'Enter your current password.'), new_password: z.string() })
    .superRefine(async ({ new_password }, context) => {
      const message = await refusalOf(new_password, owner)
      if (message !== null) context.addIssue({ code: 'custom', path: ['new_password'], message })
    })
    .pipe(changePasswordBody)
}

export function PasswordSection({ email, name }: { email: string; name: string }) {
  const rules = useId()
  const api = useApiForm({
    schema: useMemo(() => passwordForm({ email, name }), [email, name]),
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
        <input type="email" autoComplete="username" value={email} readOnly hidden aria-label="Email address" />
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
        <NewPasswordAdvice id={rules} password={api.values.new_password} owner={{ email, name }} />
        <FormProblem api={api} />
        <PendingButton type="submit" isPending={api.isPending} className="self-start">
          Change password
        </PendingButton>
      </ApiForm>
    </SectionCard>
  )
}
