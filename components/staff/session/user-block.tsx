'use client'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { AccountButton } from '#components/patterns/page/account-button.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { useSignOut } from './use-sign-out.ts'

const loadMenu = () => import('./user-menu.tsx')
const UserMenu = lazyPart(loadMenu, 'UserMenu')

export type Person = Pick<Viewer, 'id' | 'name' | 'role'>

export function UserBlock({ person, environment }: { person: Person; environment: string }) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const { leave } = useSignOut()
  useShortcuts([
    { strokes: [], label: 'Sign out', words: 'log leave end session', group: 'Console', icon: LogOut, run: leave },
  ])
  return (
    <>
      <AccountButton
        person={person}
        role={ROLE_LABELS[person.role].label}
        trigger={trigger}
        isOpen={isOpen}
        onNear={() => void loadMenu()}
        onOpen={() => setOpen(true)}
      />
      {isOpen && <UserMenu trigger={trigger} environment={environment} onClose={() => setOpen(false)} />}
    </>
  )
}
