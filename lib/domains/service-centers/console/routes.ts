import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import type { Located } from '#lib/utils/data/zip-codes.ts'

export interface MapBase {
  /** Null for a ZIP that nobody can place. */
  locateZip: (zip_code: string) => Located | null
  /** See `map_style_url` of the configuration. */
  style_url: string | null
}

/** Returns the route that locates ZIP codes on the map; unknown ones are left out of its response. */
export function zipRoutes({ locateZip, style_url }: MapBase): ConsoleRoute[] {
  return [
    // Public map data; the search that the ZIP codes come from is audited separately.
    route(
      locateZips,
      async ({ body }) => {
        const centroids = [...new Set(body.zip_codes)].flatMap((zip_code) => {
          const found = locateZip(zip_code)
          if (!found) return []
          const { zip, lat, lng } = found
          return [{ zip_code, lat, lng, nearest: zip === zip_code ? null : zip }]
        })
        return { body: { centroids, map_style_url: style_url } }
      },
      { audited: false },
    ),
  ]
}
