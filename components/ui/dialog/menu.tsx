import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { Menu, MenuItem, type MenuProps, Popover } from 'react-aria-components'

interface MenuPopoverProps extends Omit<MenuProps<object>, 'className' | 'children' | 'onClose'> {
  label: string
  trigger: RefObject<HTMLElement | null>
  isOpen?: boolean
  placement?: 'top start' | 'bottom start'
  /** Its width. */
  className: string
  onClose: () => void
  /** Below the menu. */
  foot?: string
  children: ReactNode
}

export function MenuPopover(props: MenuPopoverProps) {
  const {
    label,
    trigger,
    isOpen = true,
    placement = 'bottom start',
    className,
    onClose,
    foot,
    children,
    ...menu
  } = props
  return (
    <Popover
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      triggerRef={trigger}
      placement={placement}
      offset={6}
      aria-label={label}
      className={clsx(
        'overflow-y-auto rounded-pop border border-line-2 bg-surface shadow-3 transition duration-[180ms] data-entering:opacity-0 data-exiting:opacity-0',
        placement === 'top start' ? 'data-entering:translate-y-2' : 'data-entering:-translate-y-2',
        className,
      )}
    >
      <Menu {...menu} autoFocus="first" aria-label={label} onClose={onClose} className="p-1.5 outline-none">
        {children}
      </Menu>
      {foot && <p className="border-t border-line px-4 py-3 text-xs text-ink-3">{foot}</p>}
    </Popover>
  )
}

interface MenuLineProps {
  icon: LucideIcon
  onAction?: () => void
  href?: string
  children: string
}

export function MenuLine({ icon: Icon, children, ...action }: MenuLineProps) {
  return (
    <MenuItem
      {...action}
      textValue={children}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-offset-[-2px] data-focused:bg-hover max-rail:h-11"
    >
      <Icon className="text-ink-2" />
      {children}
    </MenuItem>
  )
}
