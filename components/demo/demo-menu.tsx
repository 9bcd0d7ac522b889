import { GraduationCap, LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import { MenuLine, MenuPopover } from '#components/ui/dialog/menu.tsx'
import { openDrawer } from './drawer.ts'

interface DemoMenuProps {
  trigger: RefObject<HTMLElement | null>
  /** Whether there is a sign-in page to leave for. */
  canLeave: boolean
  onClose: () => void
}

/** Replaces "Your account" and "Sign out", since nobody signs in to the demo. */
export function DemoMenu({ trigger, canLeave, onClose }: DemoMenuProps) {
  return (
    <MenuPopover label="Demo" trigger={trigger} placement="top start" className="w-56" onClose={onClose}>
      <MenuLine icon={GraduationCap} onAction={() => openDrawer(trigger.current)}>
        Demo controls
      </MenuLine>
      {canLeave && (
        <MenuLine icon={LogOut} href="/sign-in">
          Leave the demo
        </MenuLine>
      )}
    </MenuPopover>
  )
}
