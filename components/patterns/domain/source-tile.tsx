import { Tile } from '#components/ui/display/tile.tsx'

export interface ShownSource {
  name: string
  slug: string
  logo?: string | null | undefined
}

/**
 * A data source as a picture or its initials; its name stands beside it. Only pictures of this console's own host are
 * loaded: any other host would learn which sources, and so which patients' devices, staff look at.
 */
export function SourceTile({ source: { name, slug, logo } }: { source: ShownSource }) {
  return <Tile name={name} seed={slug} picture={logo?.startsWith('/') && !logo.startsWith('//') ? logo : null} />
}
