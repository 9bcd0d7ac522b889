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
          toast({ kind: 'done', title: 'Removed.', text: `${name}. Add its ID again to restore it.` })
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
      <span>
        Pickers will no longer offer this {KIND[kind].one}, and it won’t be added automatically again. The service isn’t
        changed: its ID works as before. Add it here again to restore it.
      </span>
      {remove.error && (
        <Notice kind="bad" alert className="mt-3">
          {remove.error.message}
        </Notice>
      )}
    </AskDialog>
  )
}
