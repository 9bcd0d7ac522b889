'use client'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ownFactorBody, ownPasswordBody } from '#lib/domains/staff/sign-in.ts'

interface PasswordDialogProps {
  title: string
  /** Explanation of the effect. */
  children: ReactNode
  confirm: string
  /** Whether the password is asked for; it is, unless the person has none. */
  withPassword?: boolean
  /** Whether a code of the second factor is asked for too. */
  withCode: boolean
  /** @throws RequestError when the password is wrong, or what it is for did not work */
  onConfirm: (proof: { password: string; code: string }) => Promise<void>
  onClose: () => void
}

const FIELDS = [
  { path: 'password', label: 'Your password' },
  { path: 'code', label: 'Code' },
] as const
const typed = z.object({ password: z.string().min(1, 'Enter your password.'), code: z.string() })
const SCHEMAS = {
  password: typed.pipe(ownPasswordBody.extend({ code: z.string() })),
  both: typed.pipe(ownFactorBody),
  code: z.object({ password: z.string(), code: z.string().min(1, 'Enter a code from your app, or a recovery code.') }),
  none: z.object({ password: z.string(), code: z.string() }),
}

function schemaOf(withPassword: boolean, withCode: boolean) {
  if (withPassword) return withCode ? SCHEMAS.both : SCHEMAS.password
  return withCode ? SCHEMAS.code : SCHEMAS.none
}

/** Asks for the password, and for a code of the second factor, again before a change that somebody at an unlocked screen must not make. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, children, confirm, withPassword = true, withCode, onConfirm, onClose } = props
  const api = useApiForm({
    schema: schemaOf(withPassword, withCode),
    defaultValues: { password: '', code: '' },
    fields: FIELDS,
    send: onConfirm,
  })
  return (
    <FormDialog api={api} title={title} summary={children} confirm={confirm} method="post" onClose={onClose}>
      {withPassword && (
        <FormPassword
          control={api.form.control}
          name="password"
          label="Your password"
          isRequired
          autoFocus
          autoComplete="current-password"
        />
      )}
      {withCode && (
        <FormField
          control={api.form.control}
          name="code"
          label="Code"
          isRequired
          verbatim
          autoComplete="one-time-code"
          maxLength={40}
          hint="The six-digit code from your authenticator app, or a recovery code. A recovery code works only once."
          inputClassName="font-mono"
        />
      )}
    </FormDialog>
  )
}
