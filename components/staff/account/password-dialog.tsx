'use client'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { ownPasswordBody } from '#lib/domains/staff/sign-in.ts'

interface PasswordDialogProps {
  title: string
  /** What will happen. */
  children: ReactNode
  confirm: string
  /** @throws RequestError when the password is wrong, or what it is for did not work */
  onConfirm: (password: string) => Promise<void>
  onClose: () => void
}

const FIELDS = [{ path: 'password', label: 'Your password' }] as const
const ownPassword = z.object({ password: z.string().min(1, 'Enter your password.') }).pipe(ownPasswordBody)

/** Asks for the password again before a change that somebody at an unlocked screen must not make. */
export function PasswordDialog({ title, children, confirm, onConfirm, onClose }: PasswordDialogProps) {
  const api = useApiForm({
    schema: ownPassword,
    defaultValues: { password: '' },
    fields: FIELDS,
    send: ({ password }) => onConfirm(password),
  })
  return (
    <FormDialog api={api} title={title} summary={children} confirm={confirm} method="post" onClose={onClose}>
      <FormPassword
        control={api.form.control}
        name="password"
        label="Your password"
        isRequired
        autoFocus
        autoComplete="current-password"
      />
    </FormDialog>
  )
}
