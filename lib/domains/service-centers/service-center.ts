/** Patient service centers: spec "Patient service center", endpoint 14. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { digitsAsText, looseText, missingAs, openEnum, uuid } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'
import { PSC_CAPABILITIES, PSC_RADII } from '#lib/kernel/values.ts'

/** At most this many centers come back (spec, "Limits"). */
export const PSC_LIMIT = 30

export const serviceCenter = z.looseObject({
  metadata: z.looseObject({
    name: z.string(),
    state: z.string(),
    city: z.string(),
    zip_code: digitsAsText(z.string(), 5),
    first_line: z.string(),
    second_line: looseText,
    phone_number: looseText,
    fax_number: looseText,
    hours: z.unknown().optional(),
  }),
  /** Miles. */
  distance: digitsAsText(z.string()),
  capabilities: missingAs([], z.array(openEnum(PSC_CAPABILITIES))),
  /** Not in the spec; used where a service sends it (architecture, "Wire rules"). */
  location: z.looseObject({ lng: z.number(), lat: z.number() }).nullish().catch(null),
})
export type ServiceCenter = z.infer<typeof serviceCenter>
/** `lab`: where a search asked several. */
export type FoundCenter = ServiceCenter & { lab?: { id: string; name: string } }

/** Labs that one search of all labs asks, each by a call, and how many of their centers are shown. */
export const LABS_LIMIT = 20
export const ALL_LABS_SHOWN = 2 * PSC_LIMIT

export const getServiceCenters = endpoint({
  name: 'get_service_centers',
  section: '14. Patient service center info',
  path: '/v3/order/psc/info',
  permission: 'service_centers:read',
  query: z.object({
    zip_code: z
      .string()
      .overwrite(TEXT_FIELDS.zip.clean)
      .regex(/^\d{5}$/, {
        error: ({ input }) =>
          /^\d{5}-/.test(String(input)) ? 'Enter the first 5 digits alone.' : 'Enter all 5 digits.',
      }),
    lab_id: z.int(),
    radius: z.enum(PSC_RADII, { error: 'Choose 10, 20, 25, 50 or 100 miles.' }).default('25'),
    capabilities: z.array(openEnum(PSC_CAPABILITIES)).optional(),
    lab_account_id: uuid.nullish(),
  }),
  // The patient's ZIP code, when the search starts from their order.
  personal: ['zip_code'],
  response: z.looseObject({
    lab_id: z.int(),
    slug: z.string(),
    patient_service_centers: z.array(serviceCenter),
  }),
})
