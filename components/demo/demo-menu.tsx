import { GraduationCap, LogOut } from 'lucide-react'
import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { openDrawer } from './drawer.ts'

interface DemoMenuProps {
  trigger: RefObject<HTMLElement | null>
  /** Whether there is a sign-in page to leave for. */
  canLeave: boolean
  onClose: () => void
}

const LINE =
  'flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-offset-[-2px] data-focused:bg-hover'

/** Replaces "Your account" and "Sign out", since nobody signs in to the demo. */
export function DemoMenu({ trigger, canLeave, onClose }: DemoMenuProps) {
  return (
    <Popover
      isOpen
      onOpenChange={(isOpen) => isOpen || onClose()}
      triggerRef={trigger}
      placement="top start"
      offset={6}
      aria-label="Demo"
      className="w-56 rounded-pop border border-line-2 bg-surface shadow-3 transition duration-[180ms] data-entering:translate-y-2 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Menu autoFocus="first" aria-label="Demo" onClose={onClose} className="p-1.5 outline-none">
        <MenuItem onAction={() => openDrawer(trigger.current)} textValue="Demo controls" className={LINE}>
          <GraduationCap className="text-ink-2" />
          Demo controls
        </MenuItem>
        {canLeave && (
          <MenuItem href="/sign-in" textValue="Leave the demo" className={LINE}>
            <LogOut className="text-ink-2" />
            Leave the demo
          </MenuItem>
        )}
      </Menu>
    </Popover>
  )
}
