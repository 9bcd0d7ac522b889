'use client'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { useShortcuts } from '#components/shared/shortcuts.tsx'
import { Tile } from '#components/ui/tile.tsx'
import { ROLE_WORDS } from '#lib/client/role-words.ts'
import type { Viewer } from '#lib/contract/console/staff.ts'
import { useSignOut } from './use-sign-out.ts'

const loadMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(() => loadMenu().then((part) => ({ default: part.UserMenu })))

export type Person = Pick<Viewer, 'id' | 'name' | 'role'>

interface UserBlockProps {
  person: Person
  environment: string
}

/** Who is at work, at the foot of the rail. */
export function UserBlock({ person, environment }: UserBlockProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { name, id, role } = person
  const { leave } = useSignOut()
  useShortcuts([
    { strokes: [], label: 'Sign out', words: 'log leave end session', group: 'Console', icon: LogOut, run: leave },
  ])
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        title={name}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => setOpen(true)}
        className="flex w-full items-center gap-2.5 rounded-control px-2 py-1.5 text-left outline-rail-ink! hover:bg-rail-2 max-wide:h-10 max-wide:justify-center max-wide:p-0"
      >
        <Tile name={name} seed={id} className="size-7!" />
        <span className="min-w-0 flex-1 max-wide:sr-only">
          <span className="block truncate text-sm/[17px] font-heading">{name}</span>
          <span className="block truncate text-xs text-rail-ink-2">{ROLE_WORDS[role].label}</span>
        </span>
      </button>
      <Suspense fallback={null}>
        {isOpen && <UserMenu trigger={trigger} environment={environment} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
