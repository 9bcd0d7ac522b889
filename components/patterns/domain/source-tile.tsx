import { Tile } from '#components/ui/display/tile.tsx'

export interface ShownSource {
  name: string
  slug: string
  logo?: string | null | undefined
}

/** A file, by its name: an address of the interface would be called, and recorded, in the name of whoever looks. */
const PICTURE = /^(?!\/api\/)(?:\/[\w-][\w.-]*)+\.(?:svg|png|webp)$/

/** Loads only pictures of this console's own host: any other would learn which patients' devices staff look at. */
export function SourceTile({ source: { name, slug, logo } }: { source: ShownSource }) {
  return <Tile name={name} seed={slug} picture={logo && PICTURE.test(logo) ? logo : null} />
}
