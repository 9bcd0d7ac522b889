import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import { DialogFooter, FormDialog } from '#components/patterns/form/form-dialog.tsx'
import { FormField, FormPassword } from '#components/patterns/form/form-field.tsx'
import { useApiForm } from '#components/patterns/form/use-api-form.ts'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { confirmOwner, confirmOwnerBySso, ownIdentity } from '#lib/domains/staff/auth-client.ts'
import { ownFactorBody, ownPasswordBody } from '#lib/domains/staff/sign-in.ts'

interface PasswordDialogProps {
  title: string
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

interface OwnerCheckProps {
  hasSecondFactor: boolean
  /** Told whether the person has proved that it's them. */
  onEnd: (isOwner: boolean) => void
}

/** Asks the person to prove that it's them, over what they typed: by password and code, or at their identity provider. */
export function OwnerCheck({ hasSecondFactor, onEnd }: OwnerCheckProps) {
  const { data, isError } = useQuery({ queryKey: ['own', 'identity'], queryFn: ownIdentity })
  const [isAway, setAway] = useState(false)
  if (!(data || isError)) return null
  const hasPassword = data?.has_password ?? true
  const provider = data?.label ?? 'your identity provider'
  const onConfirm = async (proof: { password: string; code: string }) => {
    if (hasPassword) {
      await confirmOwner(proof)
      return onEnd(true)
    }
    const next = `${window.location.pathname}${window.location.search}`
    const { url } = await confirmOwnerBySso({ code: proof.code, next })
    window.open(url, '_blank', 'noreferrer')
    setAway(true)
  }
  if (isAway) {
    return (
      <Dialog isOpen onClose={() => onEnd(false)} dismissable={false} className="max-w-[480px]">
        <div className="p-5">
          <DialogTitle>Signed in with {provider}?</DialogTitle>
          <p className="mt-1 text-ink-2">Sign in there in the new tab, then come back here.</p>
        </div>
        <DialogFooter confirm="Continue" isPending={false} onConfirm={() => onEnd(true)} onClose={() => onEnd(false)} />
      </Dialog>
    )
  }
  return (
    <PasswordDialog
      title="Confirm it’s you"
      confirm={hasPassword ? 'Confirm' : `Sign in with ${provider}`}
      withPassword={hasPassword}
      withCode={hasSecondFactor}
      onConfirm={onConfirm}
      onClose={() => onEnd(false)}
    >
      This may send patient data elsewhere. You aren’t asked again for five minutes.
    </PasswordDialog>
  )
}
