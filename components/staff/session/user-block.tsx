'use client'
import { LogOut } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { AccountButton } from '#components/patterns/page/account-button.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { useSignOut } from './use-sign-out.ts'

const loadMenu = () => import('./user-menu.tsx')
const UserMenu = lazy(() => loadMenu().then((part) => ({ default: part.UserMenu })))

export type Person = Pick<Viewer, 'id' | 'name' | 'role'>

interface UserBlockProps {
  person: Person
  environment: string
}

/** Shows the signed-in person at the foot of the rail. */
export function UserBlock({ person, environment }: UserBlockProps) {
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
      <Suspense fallback={null}>
        {isOpen && <UserMenu trigger={trigger} environment={environment} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}
