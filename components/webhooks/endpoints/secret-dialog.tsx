'use client'
import { Heading } from 'react-aria-components'
import { SecretField } from '#components/patterns/secret/secret-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog } from '#components/ui/dialog/dialog.tsx'

interface SecretDialogProps {
  name: string
  secret: string
  onClose: () => void
}

/** It isn't shown again: Esc alone must not lose it. */
const stay = () => undefined

/** A new secret, this once. */
export function SecretDialog({ name, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog isOpen onClose={stay} dismissable={false} className="max-w-[480px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <Heading slot="title" className="text-lg">
            Signing secret of “{name}”
          </Heading>
          <p className="mt-1 text-ink-2">
            The receiver checks signatures with it. Copy it now: it isn’t shown again. If you lose it, rotate it.
          </p>
        </div>
        <SecretField label="Signing secret" value={secret} />
      </div>
      <div className="flex justify-end border-t border-line bg-sunken px-5 py-3">
        <Button look="primary" onPress={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  )
}
