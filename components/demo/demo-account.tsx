import { GraduationCap, LogOut } from 'lucide-react'
import { useRef, useState } from 'react'
import { AccountButton } from '#components/patterns/page/account-button.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tile } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useDemo } from '#lib/demo/use-demo.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import type { Viewer } from '#lib/domains/staff/viewer.ts'
import { openDrawer } from './drawer.ts'

const loadMenu = () => import('./demo-menu.tsx')
const DemoMenu = lazyPart(loadMenu, 'DemoMenu')

export type DemoPerson = Pick<Viewer, 'id' | 'name' | 'role'>

interface DemoAccountProps {
  person: DemoPerson
  /** Whether there is a sign-in page to leave for. */
  canLeave: boolean
}

/** The role is chosen in the controls; until they answer it is the one the page was made for. */
function useDemoRole({ role }: DemoPerson): string {
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

/** Shows the demo's person in a phone's sheet, which closes for the controls. */
export function DemoAccountLines({ person, canLeave }: DemoAccountProps) {
  const role = useDemoRole(person)
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <Tile name={person.name} seed={person.id} className="size-9" />
        <p className="min-w-0 flex-1">
          <Verbatim className="block truncate text-base font-heading">{person.name}</Verbatim>
          <span className="block text-ink-3">{role}</span>
        </p>
      </div>
      <div className="grid grid-cols-2 gap-2">
        <Button icon={GraduationCap} slot="close" onPress={() => openDrawer(null)}>
          Demo controls
        </Button>
        {canLeave && (
          <a href="/sign-in" className={linkButton}>
            <LogOut />
            Leave the demo
          </a>
        )}
      </div>
    </div>
  )
}
