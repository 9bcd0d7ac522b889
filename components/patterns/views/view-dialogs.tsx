import { useState } from 'react'
import { AskDialog } from '#components/patterns/form/ask-dialog.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Dialog, DialogTitle } from '#components/ui/dialog/dialog.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { ROLE_LABELS, ROLES, type Role } from '#lib/domains/staff/roles.ts'
import type { SavedView, ViewPlace } from '#lib/domains/views/views.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import type { View } from './shown-view.ts'
import { useViewChanges } from './use-view-changes.ts'
import type { Views } from './use-views.ts'
import { ViewForm } from './view-form.tsx'

interface DeleteViewQuestionProps {
  view: SavedView
  /** Rows of the list: "orders". */
  noun: string
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Others may have the tab open. */
export function DeleteViewQuestion({ view, noun, onDelete, onClose }: DeleteViewQuestionProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const confirm = async () => {
    setPending(true)
    try {
      await onDelete()
      onClose()
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
    } finally {
      setPending(false)
    }
  }
  return (
    <AskDialog
      title={`Delete “${view.name}” for everyone?`}
      confirm="Delete for everyone"
      isPending={isPending}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <span>It’s shared, so everyone in this environment loses the tab. The {noun} in it aren’t affected.</span>
      {problem && <FailedLine>{problem}</FailedLine>}
    </AskDialog>
  )
}

export function RenameViewDialog({ place, view, onClose }: { place: ViewPlace; view: SavedView; onClose: () => void }) {
  const { change } = useViewChanges(place)
  return (
    <ViewForm
      title="Rename view"
      confirm="Rename"
      name={view.name}
      onSend={(name) => change(view, { name })}
      onClose={onClose}
    />
  )
}

/** For which roles the list opens with this view. Every change counts at once. */
export function ViewRolesDialog({ view, views, onClose }: { view: View; views: Views; onClose: () => void }) {
  const { setRole } = useViewChanges(views.place)
  const [problem, setProblem] = useState<string | null>(null)
  const chosen = views.defaults?.roles ?? {}
  const nameOf = (id: string) => views.known?.tabs.find((tab) => tab.id === id)?.name
  const choose = async (role: Role, on: boolean) => {
    setProblem(null)
    try {
      await setRole(role, on ? view.id : null)
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      setProblem(error.message)
    }
  }
  return (
    <Dialog isOpen onClose={onClose} className="max-w-[440px]" sheet>
      <div className="flex flex-col gap-3 p-5">
        <div>
          <DialogTitle>“{view.name}” as the first view</DialogTitle>
          <p className="mt-1 text-base text-ink-2">
            Applies right away to everyone with this role in this environment who hasn’t chosen their own.
          </p>
        </div>
        <ul className="flex flex-col gap-2">
          {ROLES.map((role) => {
            const other = chosen[role] === view.id ? undefined : nameOf(chosen[role] ?? '')
            return (
              <li key={role}>
                <Check checked={chosen[role] === view.id} onChange={(on) => void choose(role, on)}>
                  {ROLE_LABELS[role].label}
                  {other && <span className="text-ink-3">, “{other}” now</span>}
                </Check>
              </li>
            )
          })}
        </ul>
        {problem && <FailedLine>{problem}</FailedLine>}
      </div>
      <div className="flex justify-end border-t border-line bg-sunken px-5 py-3">
        <Button onPress={onClose}>Close</Button>
      </div>
    </Dialog>
  )
}
