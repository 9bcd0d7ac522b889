'use client'
import { LogOut } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { Tile } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { useSignOut } from './use-sign-out.ts'
import type { Person } from './user-block.tsx'

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
