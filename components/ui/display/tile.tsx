import clsx from 'clsx'
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
