import clsx from 'clsx'
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import type { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { AskDialog } from './ask-dialog.tsx'

interface SaveBarProps {
  changes: readonly string[]
  isSaving: boolean
  /** Object of the save: "demographics". */
  noun: string
  onDiscard: () => void
  className?: string
}

const NAMED = 4

export function SaveBar({ changes, isSaving, noun, onDiscard, className }: SaveBarProps) {
  const none = changes.length === 0
  const named = changes.slice(0, NAMED).join(', ')
  const more = changes.length - NAMED
  return (
    <div
      data-save-bar=""
      className={clsx(
        'flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line bg-surface px-4 py-2.5 max-rail:sticky max-rail:bottom-[calc(56px+env(safe-area-inset-bottom))] max-rail:z-10 rail:px-6 print:hidden',
        className,
      )}
    >
      <p className="mr-auto min-w-0 text-ink-2 max-rail:basis-full">
        {none ? (
          'Nothing changed.'
        ) : (
          <>
            <span className="font-control text-ink">{countOf(changes.length, 'field')} changed:</span> {named}
            {more > 0 && ` and ${more} more`}
          </>
        )}
      </p>
      <Button onPress={onDiscard}>{none ? 'Cancel' : 'Discard'}</Button>
      <PendingButton type="submit" look="primary" isPending={isSaving} isDisabled={none}>
        Save {noun}
      </PendingButton>
    </div>
  )
}

/** Leads to the page that somebody came from to do something here first. */
export function GoBack({ to }: { to: string }) {
  const router = useRouter()
  useEffect(() => router.replace(to), [router, to])
  return null
}

interface UnsavedDialogProps {
  guard: ReturnType<typeof useLeaveGuard>
  /** Object of the changes: "the profile". */
  what: string
}

/** Before a page with unsaved changes is left for another of this console. */
export function UnsavedDialog({ guard, what }: UnsavedDialogProps) {
  if (!guard.isAsking) return null
  return (
    <AskDialog
      title="Leave without saving?"
      confirm="Leave without saving"
      keep="Keep editing"
      onConfirm={guard.leave}
      onClose={guard.stay}
    >
      Your changes to {what} will be lost.
    </AskDialog>
  )
}
