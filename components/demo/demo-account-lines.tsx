import { GraduationCap, LogOut } from 'lucide-react'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Tile } from '#components/ui/display/tile.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { type DemoAccountProps, useDemoRole } from './demo-account.tsx'
import { openDrawer } from './drawer.ts'

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
