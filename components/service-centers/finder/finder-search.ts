/** Finder search as the address holds it; a patient's ZIP never appears there. Pure. */
import { z } from 'zod'
import { zipsToLocate } from '#components/service-centers/map/pins.ts'
import { type CatalogEntry, listCatalog } from '#lib/domains/catalog/catalog.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { getServiceCenters } from '#lib/domains/service-centers/service-center.ts'
import { locateZips } from '#lib/domains/service-centers/zips.ts'
import { type Prefetched, prefetchWith } from '#lib/kernel/client/prefetch.ts'
import { consoleQuery, servicePage } from '#lib/kernel/client/queries.ts'
import type { RequestContext } from '#lib/kernel/client/request.ts'
import type { EndpointInput } from '#lib/kernel/endpoint.ts'
import { uuid } from '#lib/kernel/fields.ts'
import { readListSearch, writeListSearch } from '#lib/kernel/list/list-search.ts'
import { PSC_RADII } from '#lib/kernel/values.ts'
import { zipCode } from '#lib/utils/text/addresses.ts'

const { zip_code, lab_id, radius, capabilities } = getServiceCenters.query.shape

/** As the endpoint has it, though anything may still be missing, and with an order near whose patient to look. */
export const finderAddress = z.object({
  order: uuid.optional(),
  zip_code: zip_code.optional(),
  lab_id: lab_id.optional(),
  labs: z.enum(['all']).optional(),
  radius,
  capabilities,
  lab_account_id: uuid.optional(),
})

export type Radius = (typeof PSC_RADII)[number]

export interface FinderSearch {
  /** Near its patient, whose ZIP takes the place of one that is typed. */
  order_id: string | null
  /** Typed by staff; empty for none. */
  zip_code: string
  lab_id: number | null
  /** In place of one lab. */
  all_labs: boolean
  radius: Radius
  capabilities: readonly string[]
  lab_account_id: string | null
}

export function readFinderSearch(address: URLSearchParams): { search: FinderSearch; ignored: string[] } {
  const { query, ignored } = readListSearch(finderAddress, address)
  const { order = null, zip_code: typed = '', lab_id: lab = null, labs, lab_account_id = null } = query
  return {
    search: {
      order_id: order,
      zip_code: order === null ? typed : '',
      lab_id: lab,
      all_labs: lab === null && labs === 'all',
      radius: query.radius,
      capabilities: query.capabilities ?? [],
      lab_account_id,
    },
    ignored,
  }
}

/** Without what is usual: an address that somebody is sent stays short. */
export function writeFinderSearch(search: FinderSearch): URLSearchParams {
  const { order_id, zip_code: typed, lab_id: lab, radius: miles, capabilities: wanted, lab_account_id } = search
  return writeListSearch(finderAddress, {
    order: order_id ?? undefined,
    zip_code: order_id === null && typed !== '' ? typed : undefined,
    lab_id: lab ?? undefined,
    labs: search.all_labs && lab === null ? 'all' : undefined,
    radius: miles,
    capabilities: wanted.length > 0 ? wanted : undefined,
    lab_account_id: lab_account_id ?? undefined,
  })
}

export type CentersQuery = EndpointInput<typeof getServiceCenters>['query']

/** The call; null while a ZIP of five digits or a lab is missing. `patientZip` is that of the order's patient. For all labs its lab is 0. */
export function centersQuery(search: FinderSearch, patientZip: string | null): CentersQuery | null {
  const { order_id, lab_id: lab, radius: miles, capabilities: wanted, lab_account_id } = search
  const from = zip_code.safeParse(order_id === null ? search.zip_code : patientZip).data
  if (from === undefined || (lab === null && !search.all_labs)) return null
  return {
    zip_code: from,
    lab_id: lab ?? 0,
    radius: miles,
    ...(wanted.length > 0 && { capabilities: [...wanted] }),
    ...(lab_account_id && { lab_account_id }),
  }
}

/** The five digits of what was typed or pasted, spaces and a ZIP+4's last four left out; as much of them as there is. */
export function zipDigits(text: string): string {
  return text
    .replace(/^(\s*\d{5})\s*-\s*\d{0,4}\s*$/, '$1')
    .replace(/\D/g, '')
    .slice(0, 5)
}

/** Returns the ZIP code of a patient's address; null when it can't be searched. */
export function zipOfAddress(address: { zip?: string | null | undefined } | null | undefined): string | null {
  return /^(\d{5})(?:-\d{4})?$/.exec(zipCode(address?.zip ?? ''))?.[1] ?? null
}

/** The lab that runs a test of this name, by the catalog: an order does not say. Null where that is not one lab. */
export function labOfTest(entries: readonly CatalogEntry[] | null, name: string | undefined): number | null {
  const tests =
    entries?.filter((entry) => entry.kind === 'lab_test' && entry.name === name && entry.lab_id !== null) ?? []
  const labs = new Set(tests.map((entry) => Number(entry.lab_id)))
  return labs.size === 1 ? ([...labs][0] ?? null) : null
}

/** The next wider search; null for the widest. */
export function widerThan(current: Radius): Radius | null {
  return PSC_RADII[PSC_RADII.indexOf(current) + 1] ?? null
}

/** As the page of the order asks for it, so that whoever comes from there waits for nothing. */
export function nearOrderQuery(order_id: string, { environment, ...context }: RequestContext) {
  return orderQuery(environment, order_id, context)
}

export function centersRead(query: CentersQuery, context: RequestContext) {
  return servicePage(getServiceCenters, { query }, context)
}

/** ZIP codes do not move: asked once a visit. */
export function zipsRead(zip_codes: string[], context: Omit<RequestContext, 'environment'>) {
  return { ...consoleQuery(locateZips, { body: { zip_codes } }, context), staleTime: Number.POSITIVE_INFINITY }
}

export function prefetchCenters(context: RequestContext, search: FinderSearch): Promise<Prefetched> {
  return prefetchWith(async (client) => {
    const { order_id } = search
    const found = order_id && (await client.fetchQuery({ ...nearOrderQuery(order_id, context), retry: false }))
    const order = found ? found.orders.find(({ id }) => id === order_id) : undefined
    const { environment, ...own } = context
    const input = { params: { environment } }
    const named =
      order && search.lab_id === null
        ? await client.fetchQuery({ ...consoleQuery(listCatalog, input, own), retry: false })
        : null
    if (search.all_labs) return
    const lab_id = search.lab_id ?? labOfTest(named?.entries ?? null, order?.lab_test.name)
    const query = centersQuery({ ...search, lab_id }, zipOfAddress(order?.patient_address))
    if (!query) return
    const answer = await client.fetchQuery({ ...centersRead(query, context), retry: false })
    await client.prefetchQuery({
      ...zipsRead(zipsToLocate(answer.patient_service_centers, query.zip_code), own),
      retry: false,
    })
  })
}
