import { LogOut, type LucideIcon, UserRoundCog } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { Menu, MenuItem, Popover } from 'react-aria-components'
import { useSignOut } from './use-sign-out.ts'

interface UserMenuProps {
  trigger: RefObject<HTMLElement | null>
  environment: string
  onClose: () => void
}

export function UserMenu({ trigger, environment, onClose }: UserMenuProps) {
  const router = useRouter()
  const { leave } = useSignOut()
  return (
    <Popover
      isOpen
      onOpenChange={(open) => open || onClose()}
      triggerRef={trigger}
      placement="top start"
      offset={6}
      aria-label="Your account"
      className="w-56 rounded-pop border border-line-2 bg-surface shadow-3 transition duration-[180ms] data-entering:translate-y-2 data-entering:opacity-0 data-exiting:opacity-0"
    >
      <Menu autoFocus="first" aria-label="Your account" onClose={onClose} className="p-1.5 outline-none">
        <Line icon={UserRoundCog} onAction={() => router.push(`/${environment}/settings`)}>
          Your account
        </Line>
        <Line icon={LogOut} onAction={leave}>
          Sign out
        </Line>
      </Menu>
    </Popover>
  )
}

function Line({ icon: Icon, onAction, children }: { icon: LucideIcon; onAction: () => void; children: string }) {
  return (
    <MenuItem
      onAction={onAction}
      textValue={children}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-offset-[-2px] data-focused:bg-hover"
    >
      <Icon className="text-ink-2" />
      {children}
    </MenuItem>
  )
}
