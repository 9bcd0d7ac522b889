import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { Ref } from 'react'
import { Button, type ButtonProps } from 'react-aria-components'
import { useNameHint } from './hint.tsx'

interface IconButtonProps
  extends Omit<
    ButtonProps,
    'className' | 'children' | 'aria-label' | 'onHoverStart' | 'onHoverEnd' | 'onFocus' | 'onBlur' | 'onPressStart'
  > {
  ref?: Ref<HTMLButtonElement>
  icon: LucideIcon
  /** Its name, shown on hover and focus. */
  label: string
  /** Cannot be used now, but keeps its place in the tab order, so that focus is never lost. */
  unavailable?: boolean
  /** Without edge and fill, where something around it has them. */
  plain?: boolean
  /** The pointer or the focus has come to it: a press may follow. */
  onAim?: () => void
  className?: string
  iconClassName?: string
}

export function IconButton({
  icon: Icon,
  label,
  unavailable = false,
  plain = false,
  onAim,
  onPress,
  className,
  iconClassName,
  ...props
}: IconButtonProps) {
  const hint = useNameHint(label, onAim)
  return (
    <Button
      {...props}
      {...hint}
      aria-label={label}
      aria-disabled={unavailable}
      {...(onPress && !unavailable && { onPress })}
      className={clsx('control-icon', plain ? 'control-plain' : 'control-outline', className)}
    >
      <Icon className={clsx('size-4', iconClassName)} />
    </Button>
  )
}
