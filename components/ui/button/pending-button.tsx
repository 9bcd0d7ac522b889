'use client'
import { LoaderCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, type ButtonProps } from './button.tsx'

interface PendingButtonProps extends Omit<ButtonProps, 'children' | 'isPending'> {
  isPending: boolean
  children: ReactNode
}

/** While what it started is under way it keeps the focus, shows that, and can't be pressed again. */
export function PendingButton({ isPending, type = 'button', onPress, children, ...props }: PendingButtonProps) {
  return (
    <Button
      {...props}
      type={isPending ? 'button' : type}
      aria-disabled={isPending}
      {...(onPress && !isPending && { onPress })}
    >
      {isPending && <LoaderCircle aria-hidden="true" className="size-4 motion-safe:animate-spin" strokeWidth={2} />}
      {children}
      {isPending && <span className="sr-only"> is in progress</span>}
    </Button>
  )
}
