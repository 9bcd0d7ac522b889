/** Where ZIP codes lie, over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import type { Point } from '#lib/utils/data/distance.ts'

export interface MapBase {
  /** Null for a ZIP that is not in use. */
  centroidOf: (zip_code: string) => Point | null
  /** See `map_style_url` of the configuration. */
  style_url: string | null
}

/** Returns the route that locates ZIP codes on the map; unknown ones are left out of its response. */
export function zipRoutes({ centroidOf, style_url }: MapBase): ConsoleRoute[] {
  return [
    // Public map data; the search that the ZIP codes come from is audited separately.
    route(
      locateZips,
      async ({ body }) => {
        const centroids = [...new Set(body.zip_codes)].flatMap((zip_code) => {
          const point = centroidOf(zip_code)
          return point ? [{ zip_code, ...point }] : []
        })
        return { body: { centroids, map_style_url: style_url } }
      },
      { audited: false },
    ),
  ]
}
