import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'

/** Edge lengths: 14, 16, 20 and 32 pixels; the strokes look equally heavy beside text of that size. */
const SIZES = {
  s: { className: 'size-3.5', strokeWidth: 1.8 },
  m: { className: 'size-4', strokeWidth: 1.9 },
  l: { className: 'size-5', strokeWidth: 1.8 },
  xl: { className: 'size-8', strokeWidth: 1.6 },
} as const

interface IconProps {
  of: LucideIcon
  size?: keyof typeof SIZES
  className?: string
}

/** Draws an icon for the eye only: the words beside it, or its button's label, are what is read out. */
export function Icon({ of: Glyph, size = 'm', className }: IconProps) {
  const { className: edge, strokeWidth } = SIZES[size]
  return <Glyph aria-hidden="true" className={clsx(edge, 'shrink-0', className)} strokeWidth={strokeWidth} />
}
