'use client'
import { LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { AccountButton } from '#components/patterns/page/account-button.tsx'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
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

export function AccountLines({ person }: { person: Person }) {
  const { isPending, leave } = useSignOut()
  return (
    <div className="flex items-center gap-3">
      <Tile name={person.name} seed={person.id} className="size-9" />
      <p className="min-w-0 flex-1">
        <Verbatim className="block truncate text-base font-heading">{person.name}</Verbatim>
        <span className="block text-ink-3">{ROLE_LABELS[person.role].label}</span>
      </p>
      <Button icon={LogOut} onPress={leave} isDisabled={isPending}>
        Sign out
      </Button>
    </div>
  )
}
