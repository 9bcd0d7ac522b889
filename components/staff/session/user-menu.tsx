import { LogOut, UserRoundCog } from 'lucide-react'
import { useRouter } from 'next/navigation'
import type { RefObject } from 'react'
import { MenuLine, MenuPopover } from '#components/ui/dialog/menu.tsx'
import { VERSION } from '#lib/kernel/values.ts'
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
    <MenuPopover
      label="Your account"
      trigger={trigger}
      placement="top start"
      className="w-56"
      foot={`Vialdesk ${VERSION}`}
      onClose={onClose}
    >
      <MenuLine icon={UserRoundCog} onAction={() => router.push(`/${environment}/settings`)}>
        Your account
      </MenuLine>
      <MenuLine icon={LogOut} onAction={leave}>
        Sign out
      </MenuLine>
    </MenuPopover>
  )
}
