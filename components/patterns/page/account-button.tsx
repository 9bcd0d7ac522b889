import type { RefObject } from 'react'
import { Tile } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'

interface AccountButtonProps {
  person: { id: string; name: string }
  /** As people read it. */
  role: string
  trigger: RefObject<HTMLButtonElement | null>
  isOpen: boolean
  onNear: () => void
  onOpen: () => void
}

export function AccountButton({ person, role, trigger, isOpen, onNear, onOpen }: AccountButtonProps) {
  return (
    <button
      ref={trigger}
      type="button"
      aria-haspopup="menu"
      aria-expanded={isOpen}
      title={person.name}
      onPointerEnter={onNear}
      onFocus={onNear}
      onClick={onOpen}
      className="flex w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-left outline-rail-ink hover:bg-rail-2 max-wide:h-10 max-wide:justify-center max-wide:p-0"
    >
      <Tile name={person.name} seed={person.id} className="size-7" />
      <span className="min-w-0 flex-1 max-wide:sr-only">
        <Verbatim className="block truncate text-sm/[17px] font-heading">{person.name}</Verbatim>
        <span className="block truncate text-xs text-rail-ink-2">{role}</span>
      </span>
    </button>
  )
}
