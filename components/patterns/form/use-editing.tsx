'use client'
import { Pencil } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'

const FIRST_FIELD = 'input:not([disabled]), select:not([disabled]), textarea:not([disabled])'
const EDIT_BUTTON = '[data-edit]'

interface EditingOptions {
  /** What is edited: "profile". */
  noun: string
  /** Whether there is something to read that the viewer may change. */
  isOffered: boolean
  /** Whether somebody came here to edit. */
  isStarted?: boolean
}

/** A page that is read until someone asks to edit it; the focus goes to the first field, and back to the button. */
export function useEditing({ noun, isOffered, isStarted = false }: EditingOptions) {
  const [isEditing, setEditing] = useState(isStarted)
  const area = useRef<HTMLDivElement>(null)
  const before = useRef(isEditing)
  useEffect(() => {
    if (before.current === isEditing) return
    before.current = isEditing
    area.current?.querySelector<HTMLElement>(isEditing ? FIRST_FIELD : EDIT_BUTTON)?.focus()
  }, [isEditing])
  const start = () => setEditing(true)
  useShortcuts(
    isOffered && !isEditing
      ? [{ strokes: ['e'], label: `Edit ${noun}`, group: 'Console', icon: Pencil, words: 'change', run: start }]
      : [],
  )
  return { area, isEditing, start, stop: () => setEditing(false) }
}

export function EditButton({ noun, onPress }: { noun: string; onPress: () => void }) {
  return (
    <Button data-edit="" aria-label={`Edit ${noun}`} onPress={onPress}>
      <Pencil aria-hidden="true" className="size-4" strokeWidth={1.9} />
      Edit
      <span aria-hidden="true">
        <Kbd>E</Kbd>
      </span>
    </Button>
  )
}
