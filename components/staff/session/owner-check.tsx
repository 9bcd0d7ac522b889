'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Heading } from 'react-aria-components'
import { DialogFooter } from '#components/patterns/form/form-dialog.tsx'
import { PasswordDialog } from '#components/staff/account/password-dialog.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'
import { confirmOwner, confirmOwnerBySso, ownIdentity } from '#lib/domains/staff/auth-client.ts'

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
          <Heading slot="title" className="text-lg">
            Signed in with {provider}?
          </Heading>
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
