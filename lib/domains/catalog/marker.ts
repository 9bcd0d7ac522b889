/** Markers of a lab test: spec "Marker", endpoint 12. */
import { z } from 'zod'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { digitsAsText, missingAs, nullableCount, openEnum, pageNumber, pageSize, uuid } from '#lib/kernel/fields.ts'
import { MARKER_TYPES } from '#lib/kernel/values.ts'

/** Empty where the service sends none. */
const code = missingAs('', digitsAsText(z.string()))

const loinc = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  code,
  unit: z.string().nullish(),
})

const expectedResult = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  lab_id: z.int().nullish(),
  provider_id: code,
  loinc: loinc.nullish(),
})

export const marker = z.looseObject({
  id: z.int(),
  name: z.string(),
  slug: z.string(),
  description: z.string().nullish(),
  lab_id: z.int().nullish(),
  provider_id: code,
  type: openEnum(MARKER_TYPES).nullish(),
  unit: z.string().nullish(),
  price: code,
  expected_results: missingAs([], z.array(expectedResult)),
})
export type Marker = z.infer<typeof marker>

/** Name, in the entry of the history that holds it, of the text that lab tests are searched by: it may come from the palette. */
export const FINDER_TEXT = 'markers.find'

export const listMarkers = endpoint({
  name: 'list_markers',
  section: '12. List markers of a lab test',
  path: '/v3/lab_tests/{lab_test_id}/markers',
  permission: 'markers:read',
  params: z.object({ lab_test_id: uuid }),
  query: z.object({ lab_account_id: uuid.nullish(), page: pageNumber, size: pageSize }),
  response: z.looseObject({
    markers: z.array(marker),
    total: nullableCount,
    page: nullableCount,
    size: nullableCount,
    pages: nullableCount,
  }),
})
