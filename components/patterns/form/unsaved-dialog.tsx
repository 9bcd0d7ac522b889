'use client'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import type { useLeaveGuard } from '#lib/kernel/client/leave-guard.ts'

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
