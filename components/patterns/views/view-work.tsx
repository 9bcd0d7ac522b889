import { PencilLine } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import { VIEW_FILTERS } from '#lib/domains/views/built-in.ts'
import { savedFilterOf } from '#lib/domains/views/view-changes.ts'
import type { SavedView, ViewLayout, ViewList } from '#lib/domains/views/views.ts'
import { historyState, navigate } from '#lib/kernel/client/address.ts'
import { decodeQuery } from '#lib/kernel/wire.ts'
import { type View, type ViewedList, viewAddress } from './shown-view.ts'
import { failed, useViewChanges } from './use-view-changes.ts'
import { useViews } from './use-views.ts'
import { ViewForm } from './view-form.tsx'

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
function ViewEdits({ environment, list, view, draft, onSaved, onSaveNew, onReset }: ViewEditsProps) {
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
        <PencilLine className="size-3.5" />
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

const LINK = 'px-1.5 text-link'

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

interface SaveViewDialogProps {
  environment: string
  list: ViewedList
  draft: Draft
  /** The new view is open. */
  onSaved: () => void
  onClose: () => void
}

/** Keeps what is on screen by a name, and says what of it is not kept. */
function SaveViewDialog({ environment, list, draft, onSaved, onClose }: SaveViewDialogProps) {
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

/** The list as it stands on screen. */
export interface Draft {
  /** Search as an address holds it, without the page. */
  stated: URLSearchParams
  /** Filters that may name a person, so that no view keeps them: the words of their chips. */
  leftOut: readonly string[]
  /** The choice of columns; empty for the usual one. */
  columns: string
}

/** The filter as a view keeps it, or why it cannot be kept: a value may have been typed wrong. */
export function keepable(
  list: ViewList,
  stated: URLSearchParams,
): { filter: SavedView['filter'] } | { problem: string } {
  const parsed = savedFilterOf(list).safeParse(decodeQuery(VIEW_FILTERS[list], stated))
  if (parsed.success) return { filter: parsed.data }
  return { problem: parsed.error.issues[0]?.message ?? 'These filters can’t be saved.' }
}

/** Builds a layout on top of the earlier one, so that unknown parts survive. */
export function layoutFrom({ columns }: Pick<Draft, 'columns'>, before: ViewLayout = {}): ViewLayout {
  const { columns: _, ...rest } = before
  return columns === '' ? rest : { ...rest, columns }
}
