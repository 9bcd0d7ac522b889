'use client'
import { AskDialog } from '#components/ui/dialog/ask-dialog.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import type { CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import { KIND } from './kind-labels.ts'
import { useCatalogChanges } from './use-catalog-changes.ts'

interface RemoveQuestionProps {
  environment: string
  entry: CatalogEntry
  onClose: () => void
}

export function RemoveQuestion({ environment, entry, onClose }: RemoveQuestionProps) {
  const { remove } = useCatalogChanges(environment)
  const { kind, id, name } = entry
  const confirm = () =>
    remove.mutate(
      { kind, id },
      {
        onSuccess: () => {
          onClose()
          toast({ kind: 'done', title: 'Removed.', text: `${name}. Add its id again to bring it back.` })
        },
      },
    )
  return (
    <AskDialog
      title={`Remove “${name}”?`}
      confirm="Remove"
      keep="Cancel"
      isPending={remove.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      Pickers no longer offer this {KIND[kind].one}, and it is not learned again. Nothing changes in the service: its id
      works as before, and whoever adds it here brings it back.
      {remove.error && (
        <Notice kind="bad" alert className="mt-3">
          {remove.error.message}
        </Notice>
      )}
    </AskDialog>
  )
}
