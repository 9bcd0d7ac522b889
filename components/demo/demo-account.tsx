import { useRef, useState } from 'react'
import { AccountButton } from '#components/patterns/page/account-button.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useDemo } from '#lib/demo/use-demo.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'

const loadMenu = () => import('./demo-menu.tsx')
const DemoMenu = lazyPart(loadMenu, 'DemoMenu')

export type DemoPerson = Pick<Viewer, 'id' | 'name' | 'role'>

export interface DemoAccountProps {
  person: DemoPerson
  /** Whether there is a sign-in page to leave for. */
  canLeave: boolean
}

/** The role is chosen in the controls; until they answer it is the one the page was made for. */
export function useDemoRole({ role }: DemoPerson): string {
  return ROLE_LABELS[useDemo()?.snapshot.role ?? role].label
}

export function DemoAccount({ person, canLeave }: DemoAccountProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const role = useDemoRole(person)
  return (
    <>
      <AccountButton
        person={person}
        role={role}
        trigger={trigger}
        isOpen={isOpen}
        onNear={() => void loadMenu()}
        onOpen={() => setOpen(true)}
      />
      {isOpen && <DemoMenu trigger={trigger} canLeave={canLeave} onClose={() => setOpen(false)} />}
    </>
  )
}
