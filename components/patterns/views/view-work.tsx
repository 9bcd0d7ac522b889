'use client'
import { navigate } from '#lib/kernel/client/address.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { type View, type ViewedList, viewAddress } from './shown-view.ts'
import type { Draft } from './view-draft.ts'
import { ViewEdits } from './view-edits.tsx'

interface ViewWorkProps {
  environment: string
  list: ViewedList
  /** The current one where it is not as it was saved; null otherwise. */
  view: View | null
  draft: Draft
  /** The table looks as it was saved. */
  onResetLayout: () => void
  isSaving: boolean
  onSaving: (isSaving: boolean) => void
}

/** Actions for one's own views, in one chunk because they're used together. */
export function ViewWork({ environment, list, view, draft, onResetLayout, isSaving, onSaving }: ViewWorkProps) {
  return (
    <>
      {view && (
        <ViewEdits
          environment={environment}
          list={list}
          view={view}
          draft={draft}
          onSaved={onResetLayout}
          onSaveNew={() => onSaving(true)}
          onReset={() => {
            onResetLayout()
            navigate(viewAddress(view.id), {})
          }}
        />
      )}
      {isSaving && (
        <SaveViewDialog
          environment={environment}
          list={list}
          draft={draft}
          onSaved={onResetLayout}
          onClose={() => onSaving(false)}
        />
      )}
    </>
  )
}
