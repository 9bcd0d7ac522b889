import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import { hueOf, initials } from '#lib/utils/text/tiles.ts'

interface TileProps {
  name: string
  /** Stable source of the color, independent of the wording. */
  seed: string
  /** Path of a picture on this console's own host. */
  picture?: string | null
  className?: string
}

/** A picture or, without one, initials on a steady colour. Its name stands beside it or in its label, never only here. */
export function Tile({ name, seed, picture, className }: TileProps) {
  const shape = clsx('name-tile', className)
  // biome-ignore lint/performance/noImgElement: a logo of a few hundred bytes gains nothing from an image optimiser
  if (picture) return <img src={picture} alt="" width="22" height="22" className={shape} />
  return (
    <span aria-hidden="true" data-hue={hueOf(seed)} className={clsx(shape, 'bg-hue-soft font-heading text-hue-ink')}>
      {initials(name)}
    </span>
  )
}

/** Edge lengths: 14, 16, 20 and 32 pixels; the strokes look equally heavy beside text of that size. */
const SIZES = {
  s: 'size-3.5',
  m: 'size-4',
  l: 'size-5',
  xl: 'size-8 stroke-[1.6]',
} as const

interface IconProps {
  of: LucideIcon
  size?: keyof typeof SIZES
  className?: string
}

/** Draws an icon for the eye only: the words beside it, or its button's label, are what is read out. */
export function Icon({ of: Glyph, size = 'm', className }: IconProps) {
  return <Glyph className={clsx(SIZES[size], 'shrink-0', className)} />
}
