/** Positions of ZIP codes for the map: the service sends no coordinates (gap "position of a center"). */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { ALL_LABS_SHOWN } from './service-center.ts'

/** ZIP codes of one call: those of all centers that a search can find, and of the place it was made from, with room. */
export const ZIPS_LIMIT = ALL_LABS_SHOWN + 10

/** Degrees, WGS 84: the middle of a ZIP code's area, or that of the nearest known one, which is named. */
const zipCentroid = z.object({ zip_code: z.string(), lat: z.number(), lng: z.number(), nearest: z.string().nullable() })
export type ZipCentroid = z.infer<typeof zipCentroid>

/** A ZIP may be a patient's, so none is in the address of the call. */
export const locateZips = endpoint({
  name: 'locate_zips',
  method: 'POST',
  path: '/zips/locate',
  permission: 'service_centers:read',
  body: z.object({
    zip_codes: z
      .array(
        z
          .string()
          .overwrite(TEXT_FIELDS.zip.clean)
          .regex(/^\d{5}$/, 'Enter all 5 digits.'),
      )
      .max(ZIPS_LIMIT),
  }),
  response: z.object({
    /** Without those that nobody can place. */
    centroids: z.array(zipCentroid),
    /** A MapLibre style with streets; null where this console has none and draws counties. */
    map_style_url: z.string().nullable(),
  }),
  safe: true,
})
