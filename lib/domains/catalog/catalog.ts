/** The catalog: names of labs, lab tests and lab accounts, which the service knows by id and nowhere lists. */
import { z } from 'zod'
import { inEnvironment } from '#lib/domains/environments/environment.ts'
import { endpoint } from '#lib/kernel/endpoint.ts'
import { typedName, uuid } from '#lib/kernel/fields.ts'
import { TEXT_FIELDS } from '#lib/kernel/text-fields.ts'

export const CATALOG_KINDS = ['lab', 'lab_test', 'lab_account'] as const
export type CatalogKind = (typeof CATALOG_KINDS)[number]

/** Entries of one environment at most; what is learned beyond them is left out. */
export const CATALOG_LIMIT = 5000
/** Entries of one call. */
export const CATALOG_BATCH = 500
/** Characters. */
export const CATALOG_NAME_MAX_CHARS = 200

/** The service's integer as text, in its one spelling. */
const labId = z
  .string()
  .regex(/^(0|[1-9]\d{0,9})$/, { error: 'A lab ID is a whole number, such as 12.', abort: true })
  .refine((id) => Number(id) <= 2_147_483_647, 'A lab ID is at most 2147483647.')

const name = typedName.pipe(
  z.string().min(1, 'Enter a name.').max(CATALOG_NAME_MAX_CHARS, `Use at most ${CATALOG_NAME_MAX_CHARS} characters.`),
)

/** Texts about a lab test for patients, as the lab says it: this console keeps them, the service has none. */
export const TEST_TEXTS = {
  preparation: { label: 'Preparation', hint: 'Such as: Fast 10 hours. Morning only.', max: 300 },
  sample: { label: 'Sample', hint: 'Such as: Blood, one serum tube.', max: 120 },
  remarks: { label: 'Remarks', hint: 'Printed for patients. No patient’s name.', max: 500 },
} as const
export type TestText = keyof typeof TEST_TEXTS
export const TEST_TEXT_NAMES = ['preparation', 'sample', 'remarks'] as const

const textOf = (name: TestText) =>
  z
    .string()
    .overwrite(TEXT_FIELDS.note.clean)
    .max(TEST_TEXTS[name].max, `Use at most ${TEST_TEXTS[name].max} characters.`)

export const testTexts = z
  .object({ preparation: textOf('preparation'), sample: textOf('sample'), remarks: textOf('remarks') })
  .partial()
export type TestTexts = z.output<typeof testTexts>

/** An entry as a person gives it. The lab that runs a lab test: null for none that is known; what is left out stays as it is. */
export const namedEntry = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lab'), id: labId, name }),
  z.object({ kind: z.literal('lab_test'), id: uuid, name, lab_id: labId.nullable().optional(), ...testTexts.shape }),
  z.object({ kind: z.literal('lab_account'), id: uuid, name }),
])
export type NamedEntry = z.output<typeof namedEntry>

/** `seed`: came with the sandbox. `learned`: read in an answer of the service. `person`: named here; nothing overrides it. */
export const CATALOG_ORIGINS = ['seed', 'learned', 'person'] as const

export const catalogEntry = z.object({
  kind: z.enum(CATALOG_KINDS),
  id: z.string(),
  name: z.string(),
  lab_id: z.string().nullable(),
  origin: z.enum(CATALOG_ORIGINS),
  /** Texts of a lab test; without those that nobody has written. */
  ...testTexts.shape,
})
export type CatalogEntry = z.infer<typeof catalogEntry>

/** How orders of a lab test are collected: orders alone say it, and they name their test without its ID. */
const labTestMethod = z.object({ lab_test: z.string(), method: z.string() })
export type LabTestMethod = z.infer<typeof labTestMethod>

/** All of it: by kind, then by name whatever its case, then by id. */
export const listCatalog = endpoint({
  name: 'list_catalogue',
  path: '/catalogue/{environment}',
  permission: 'markers:read',
  params: inEnvironment,
  response: z.object({
    entries: z.array(catalogEntry),
    /** By the exact name of a lab test, then by method; only those that were seen on an order. */
    methods: z.array(labTestMethod),
  }),
})

/** Adds entries or names them anew; the same call twice is the same as once. 409 where the catalog would be too large. */
export const saveCatalogEntries = endpoint({
  name: 'save_catalogue_entries',
  method: 'POST',
  path: '/catalogue/{environment}/entries',
  permission: 'catalogue:write',
  params: inEnvironment,
  body: z.object({ entries: z.array(namedEntry).min(1).max(CATALOG_BATCH) }),
  response: z.object({ added: z.int().min(0), changed: z.int().min(0), unchanged: z.int().min(0) }),
})

/** Takes one out, for good: what is learned later does not bring it back, a person can. 404 where it is not there. */
export const removeCatalogEntry = endpoint({
  name: 'remove_catalogue_entry',
  method: 'DELETE',
  path: '/catalogue/{environment}/entries/{kind}/{id}',
  permission: 'catalogue:write',
  params: inEnvironment.extend({
    kind: z.enum(CATALOG_KINDS),
    id: z
      .string()
      .regex(/^[0-9a-f-]{1,36}$/i, 'Not a valid entry ID.')
      .toLowerCase(),
  }),
  response: z.null(),
  success: [204],
})
