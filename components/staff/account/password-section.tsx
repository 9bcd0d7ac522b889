'use client'
import { type FormEvent, useId, useState } from 'react'
import { Form } from 'react-aria-components'
import { PasswordRules } from '#components/patterns/form/password-rules.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { PasswordField } from '#components/ui/field/password-field.tsx'
import { changePassword } from '#lib/domains/staff/auth-client.ts'
import { passwordProblem } from '#lib/domains/staff/password.ts'
import { passwordRules } from '#lib/domains/staff/password-rules.ts'
import { useOwnChange } from './use-own-change.ts'

export function PasswordSection({ email }: { email: string }) {
  const [current, setCurrent] = useState('')
  const [next, setNext] = useState('')
  const { isPending, problems, send } = useOwnChange()
  const rules = useId()
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!(await send(() => changePassword({ current_password: current, new_password: next })))) return
    setCurrent('')
    setNext('')
    toast({ kind: 'done', title: 'Password changed.', text: 'Your other sessions are signed out.' })
  }
  return (
    <SectionCard title="Password" summary="Changing it signs you out everywhere else.">
      <Form
        method="post"
        onSubmit={(event) => void submit(event)}
        validationErrors={problems.fields}
        className="flex max-w-[400px] flex-col gap-4"
      >
        <input type="email" autoComplete="username" value={email} readOnly hidden aria-label="E-mail address" />
        <PasswordField
          label="Current password"
          name="current_password"
          isRequired
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          validate={(text) => (text ? null : 'Enter the password you have now.')}
        />
        <PasswordField
          label="New password"
          name="new_password"
          isRequired
          autoComplete="new-password"
          value={next}
          onChange={setNext}
          validate={(text) => passwordProblem(text, email)}
          aria-describedby={rules}
        />
        <div id={rules}>
          <PasswordRules rules={passwordRules(next, email)} />
        </div>
        {problems.text && (
          <Notice kind="bad" alert>
            {problems.text}
          </Notice>
        )}
        <PendingButton type="submit" isPending={isPending} className="self-start">
          Change password
        </PendingButton>
      </Form>
    </SectionCard>
  )
}
