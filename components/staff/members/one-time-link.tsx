import { Check, Link2 } from 'lucide-react'
import { SecretField } from '#components/patterns/secret/secret-field.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { formatInstant } from '#lib/utils/time/instants.ts'

export interface MadeLink {
  name: string
  link: string
  expires_at: string
}

/** Shown once: with the window the link leaves this page's memory. */
export function OneTimeLink({ made, onClose }: { made: MadeLink; onClose: () => void }) {
  const clock = useWallClock()
  const { copied, copy } = useCopy(made.link, 'Link')
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} className="max-w-[520px]">
      <div className="flex flex-col gap-4 p-5">
        <div>
          <DialogTitle>Link for {made.name}</DialogTitle>
          <p className="mt-1 text-base text-ink-2">
            Whoever opens it sets the password. Send it through a channel you trust, only to them.
          </p>
        </div>
        <SecretField label="One-time link" value={made.link} />
        <p className="text-sm text-ink-3">
          It works once, until {formatInstant(made.expires_at, clock)}. It won’t be shown again. To make a new one, use
          New link.
        </p>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <Button onPress={onClose}>Close</Button>
        <Button icon={copied ? Check : Link2} look="primary" autoFocus onPress={() => void copy()}>
          {copied ? 'Copied' : 'Copy link'}
        </Button>
      </div>
    </Dialog>
  )
}
