'use client'
import { useState } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { navigate } from '#lib/kernel/client/address.ts'
import { type ViewedList, viewAddress } from './shown-view.ts'
import { useViewChanges } from './use-view-changes.ts'
import { useViews } from './use-views.ts'
import { type Draft, keepable, layoutFrom } from './view-draft.ts'
import { ViewForm } from './view-form.tsx'

interface SaveViewDialogProps {
  environment: string
  list: ViewedList
  draft: Draft
  /** The new view is open. */
  onSaved: () => void
  onClose: () => void
}

/** Keeps what is on screen by a name, and says what of it is not kept. */
export function SaveViewDialog({ environment, list, draft, onSaved, onClose }: SaveViewDialogProps) {
  const { save } = useViewChanges({ environment, list: list.list })
  const { may_share } = useViews(environment, list, true)
  const [shared, setShared] = useState(false)
  const kept = keepable(list.list, draft.stated)
  const rest = draft.leftOut
  const send = async (name: string) => {
    if ('problem' in kept) return
    const view = await save({ name, shared, filter: kept.filter, look: layoutFrom(draft) })
    onSaved()
    navigate(viewAddress(view.id), {})
    announce(`View ${view.name} saved.`)
  }
  return (
    <ViewForm
      title="Save as new view"
      confirm="Save view"
      name=""
      problem={'problem' in kept ? kept.problem : null}
      onSend={send}
      onClose={onClose}
    >
      {may_share && (
        <Switch
          label="Share with everyone in this environment"
          hint={
            shared ? 'Everyone here sees the tab. You and administrators can change it.' : 'Only you see this view.'
          }
          checked={shared}
          onChange={setShared}
        />
      )}
      <p className="text-sm text-ink-2">Saves filters, sort, rows per page and columns.</p>
      {rest.length > 0 && (
        <Notice kind="info">
          Not saved: {rest.join(', ')}. Views never save personal details, so this view may show more {list.list} than
          you see now.
        </Notice>
      )}
    </ViewForm>
  )
}
