'use client'
import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

const CLASSES = { primary: 'control-primary', outline: 'control-outline', ghost: 'control-ghost' } as const

export interface ButtonProps extends Omit<AriaButtonProps, 'children' | 'className'> {
  ref?: Ref<HTMLButtonElement>
  icon?: LucideIcon | false | undefined
  children?: ReactNode
  look?: keyof typeof CLASSES
  className?: string
}

/** Verb and thing. One filled (`primary`) button a region. */
export function Button({ look = 'outline', icon: Icon, className, children, ...props }: ButtonProps) {
  return (
    <AriaButton {...props} className={clsx('control-button', CLASSES[look], className)}>
      {Icon && <Icon />}
      {children}
    </AriaButton>
  )
}
