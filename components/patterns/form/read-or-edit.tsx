/** A record is read first and edited on request; the address says which, so that a link can lead to the form. */
import { Pencil } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { TabBody } from '#components/patterns/page/section-card.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { historyState, navigate, useAddressSearch } from '#lib/kernel/client/address.ts'

const EDIT = 'edit'

export function editAddress(path: string): string {
  return `${path}?${EDIT}=1`
}

export function useEditing() {
  const search = useAddressSearch()
  const isEditing = search.has(EDIT)
  // No step to go back by: Back leaves the page, which asks about what isn't saved.
  const set = (on: boolean) => {
    const next = new URLSearchParams(search)
    if (on) next.set(EDIT, '1')
    else next.delete(EDIT)
    navigate(next, historyState(), 'replace')
  }
  return { isEditing, edit: () => set(true), stop: () => set(false) }
}

interface ReadOrEditProps {
  /** Object of the edit: "profile". */
  noun: string
  isEditing: boolean
  onEdit: () => void
  facts: ReactNode
  form: ReactNode
}

const FIRST_FIELD = 'input:not([type="hidden"]), select, textarea'

/** Focus goes to the first field when editing begins, and back to the button when it ends. */
export function ReadOrEdit({ noun, isEditing, onEdit, facts, form }: ReadOrEditProps) {
  const body = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(isEditing)
  useShortcuts(
    isEditing
      ? []
      : [{ strokes: ['e'], label: `Edit ${noun}`, group: 'Console', words: 'change', icon: Pencil, run: onEdit }],
  )
  useEffect(() => {
    if (wasEditing.current === isEditing) return
    wasEditing.current = isEditing
    if (isEditing) body.current?.querySelector<HTMLElement>(FIRST_FIELD)?.focus()
    else button.current?.focus()
  }, [isEditing])
  if (isEditing) {
    return (
      <div ref={body} className="contents">
        {form}
      </div>
    )
  }
  return (
    <TabBody>
      <div className="flex max-w-[1080px] flex-col gap-4">
        <div className="flex justify-end print:hidden">
          <Button icon={Pencil} ref={button} onPress={onEdit}>
            Edit {noun} <Kbd>E</Kbd>
          </Button>
        </div>
        {facts}
      </div>
    </TabBody>
  )
}
