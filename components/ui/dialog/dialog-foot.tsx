'use client'
import { HardDrive } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'

interface DialogFootProps {
  /** What the button does that sends: a verb and its thing. */
  confirm: string
  isPending: boolean
  onClose: () => void
}

/** The foot of a form in a window whose answer no service hears of. */
export function KeptHereFoot({ confirm, isPending, onClose }: DialogFootProps) {
  return (
    <div className="flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-5 py-3">
      <p className="mr-auto flex items-center gap-1.5 text-xs text-ink-3 max-rail:w-full">
        <HardDrive aria-hidden="true" className="size-3.5 shrink-0" strokeWidth={1.8} />
        Kept in this console only
      </p>
      <Button onPress={onClose}>
        Cancel <Kbd>Esc</Kbd>
      </Button>
      <PendingButton type="submit" look="primary" isPending={isPending}>
        {confirm}
      </PendingButton>
    </div>
  )
}
