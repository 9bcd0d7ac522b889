'use client'
import clsx from 'clsx'
import type { Ref } from 'react'
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from 'react-aria-components'

const CLASSES = {
  primary: 'border-accent bg-accent text-on-accent shadow-1 hover:border-accent-hover hover:bg-accent-hover',
  outline: 'border-line-2 bg-surface text-ink shadow-1 hover:bg-hover',
  ghost: 'border-transparent text-ink-2 hover:bg-hover hover:text-ink',
} as const

export interface ButtonProps extends Omit<AriaButtonProps, 'className'> {
  ref?: Ref<HTMLButtonElement>
  look?: keyof typeof CLASSES
  className?: string
}

/** Verb and thing. One filled (`primary`) button a region. */
export function Button({ look = 'outline', className, ...props }: ButtonProps) {
  return (
    <AriaButton
      {...props}
      className={clsx(
        'inline-flex h-[30px] items-center justify-center gap-1.5 rounded-control border px-[11px] text-sm font-control whitespace-nowrap transition-colors duration-100 max-rail:h-10 max-rail:px-4 max-rail:text-base',
        'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-ink-3 disabled:shadow-none',
        CLASSES[look],
        className,
      )}
    />
  )
}
