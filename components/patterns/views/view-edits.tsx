'use client'
import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { historyState, navigate } from '#lib/kernel/client/address.ts'
import { type View, type ViewedList, viewAddress } from './shown-view.ts'
import { failed, useViewChanges } from './use-view-changes.ts'
import { type Draft, keepable, layoutFrom } from './view-draft.ts'

interface ViewEditsProps {
  environment: string
  list: ViewedList
  view: View
  draft: Draft
  /** Called when the view has taken over the list's state. */
  onSaved: () => void
  onSaveNew: () => void
  onReset: () => void
}

/** The view is not as it was saved: what can be done about it. */
export function ViewEdits({ environment, list, view, draft, onSaved, onSaveNew, onReset }: ViewEditsProps) {
  const { change } = useViewChanges({ environment, list: list.list })
  const [isPending, setPending] = useState(false)
  const { saved } = view
  const save = async () => {
    if (!saved) return
    const kept = keepable(list.list, draft.stated)
    if ('problem' in kept) return toast({ kind: 'failed', title: 'Nothing was saved.', text: kept.problem })
    setPending(true)
    await change(saved, { filter: kept.filter, look: layoutFrom(draft, saved.look) })
      .then(() => {
        onSaved()
        // The saved view now includes the address's search.
        const page = new URLSearchParams(window.location.search).get(list.page)
        const short = viewAddress(view.id)
        if (page !== null) short.set(list.page, page)
        navigate(short, historyState(), 'replace')
        announce('View saved.')
        const rest = draft.leftOut.join(', ')
        if (rest)
          toast({
            kind: 'done',
            title: 'View saved',
            text: `without ${rest}, because views never save personal details.`,
          })
      }, failed('Nothing was saved.'))
      .finally(() => setPending(false))
  }
  return (
    <>
      <span className="flex items-center gap-1.5 pr-1 text-sm font-control text-ink-2">
        <PencilLine aria-hidden="true" className="size-3.5" strokeWidth={1.9} />
        Edited
      </span>
      {saved?.may_change ? (
        <>
          <PendingButton look="ghost" isPending={isPending} onPress={() => void save()} className={LINK}>
            Save
          </PendingButton>
          <Button look="ghost" onPress={onSaveNew} className={LINK}>
            Save as new
          </Button>
        </>
      ) : (
        <Button look="ghost" onPress={onSaveNew} className={LINK}>
          Save as new view
        </Button>
      )}
      <Button look="ghost" onPress={onReset} className={LINK}>
        Reset
      </Button>
    </>
  )
}

const LINK = 'px-1.5 text-accent-ink underline underline-offset-3'
