import { LoaderCircle } from 'lucide-react'
import { Button, type ButtonProps } from './button.tsx'

interface PendingButtonProps extends Omit<ButtonProps, 'isPending'> {
  isPending: boolean
}

/** While what it started is under way it keeps the focus, shows that, and can't be pressed again. */
export function PendingButton({ isPending, type = 'button', icon, onPress, children, ...props }: PendingButtonProps) {
  return (
    <Button
      {...props}
      icon={!isPending && icon}
      type={isPending ? 'button' : type}
      aria-disabled={isPending}
      {...(onPress && !isPending && { onPress })}
    >
      {isPending && <LoaderCircle className="motion-safe:animate-spin stroke-2" />}
      {children}
      {isPending && <span className="sr-only"> is in progress</span>}
    </Button>
  )
}
