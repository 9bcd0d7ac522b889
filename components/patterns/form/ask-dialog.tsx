import type { ReactNode } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { ErrorNotice } from '#components/ui/display/notice.tsx'

interface AskDialogProps {
  title: string
  children: ReactNode
  /** Repeats the verb of the title. */
  confirm: string
  keep?: string
  isPending?: boolean
  /** The change that is asked about: shown while it is under way, and where it failed. */
  change?: { isPending: boolean; error: Error | null }
  onConfirm: () => void
  onClose: () => void
}

/** Asks before something that can be undone; the focus starts on the safe button. */
export function AskDialog({ title, children, confirm, keep = 'Cancel', change, ...props }: AskDialogProps) {
  const { isPending = change?.isPending ?? false, onConfirm, onClose } = props
  return (
    <Dialog isOpen onClose={onClose} dismissable={false} role="alertdialog" className="max-w-[440px]">
      <div className="p-5">
        <DialogTitle>{title}</DialogTitle>
        <div className="mt-1 text-base text-ink-2">
          <div>{children}</div>
          {change && <ErrorNotice error={change.error} className="mt-3" />}
        </div>
      </div>
      <div className="flex flex-wrap justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
        <Button autoFocus onPress={onClose}>
          {keep} <Kbd>Esc</Kbd>
        </Button>
        <PendingButton look="primary" isPending={isPending} onPress={onConfirm}>
          {confirm}
        </PendingButton>
      </div>
    </Dialog>
  )
}
