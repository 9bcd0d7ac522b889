/** Spec, endpoint 14, and "Patient service center". Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const info = under('14. Patient service center info')
const limits = under('Limits')
const center = under('Patient service center')

/** Fixed points of the data set: a ZIP with more centers of lab 1 than come back, an account without that lab. */
const HERE = { zip_code: '85004', lab_id: 1 }
const ACCOUNT = '00000000-0000-4000-b000-000000000202'
const WITHOUT_IT = '00000000-0000-4000-b000-000000000203'
const CAPABILITIES = ['stat', 'appointment_scheduling_via_service', 'appointment_scheduling_with_lab']

async function send({ call }: Kit, query: QueryValues) {
  return call('GET', '/v3/order/psc/info', { query })
}

async function ask(kit: Kit, query: QueryValues = {}) {
  return kit.ok(endpoints.get_service_centers, await send(kit, { ...HERE, ...query }))
}

async function centers(kit: Kit, query: QueryValues = {}) {
  return (await ask(kit, query)).patient_service_centers
}

/** Name and street: what tells centers apart. */
const named = (list: Awaited<ReturnType<typeof centers>>) =>
  list.map(({ metadata }) => `${metadata.name} ${metadata.first_line}`)
const milesOf = (list: Awaited<ReturnType<typeof centers>>) => list.map(({ distance }) => Number(distance))

export const serviceCenters: Statement[] = [
  info('the lab, its slug and its centers', async (kit) => {
    const answer = await ask(kit)
    kit.expect(answer).toMatchObject({ lab_id: 1 })
    kit.expect(answer.slug).toMatch(/^[a-z0-9_]+$/)
    const slugs = new Set<string>()
    for (let lab_id = 1; lab_id <= 14; lab_id += 1) slugs.add((await ask(kit, { lab_id })).slug)
    kit.expect(slugs.size).toBe(14)
  }),

  center('every field of the specification; the distance is a text', async (kit) => {
    const found = await centers(kit)
    kit.have('metadata distance capabilities', ...found)
    const fields = 'name state city zip_code first_line second_line phone_number fax_number hours'
    kit.have(fields, ...found.map(({ metadata }) => metadata))
    for (const { distance } of found) kit.expect(distance).toMatch(/^\d+\.\d\d$/)
  }),

  limits('at most 30 centers, the nearest first', async (kit) => {
    const found = await centers(kit, { radius: '100' })
    kit.expect(found).toHaveLength(30)
    kit.expect(milesOf(found)).toEqual(milesOf(found).toSorted((a, b) => a - b))
    const lesser = await centers(kit, { radius: '100', lab_id: 5 })
    kit.expect(lesser.length).toBeLessThan(30)
    kit.expect(milesOf(lesser)).toEqual(milesOf(lesser).toSorted((a, b) => a - b))
  }),

  info('every center lies within the radius, and a wider one holds the narrower', async (kit) => {
    let before: string[] = []
    for (const radius of ['10', '20', '25', '50', '100']) {
      const found = await centers(kit, { radius, lab_id: 5 })
      for (const miles of milesOf(found)) kit.expect(miles).toBeLessThanOrEqual(Number(radius))
      kit.expect(named(found).slice(0, before.length)).toEqual(before)
      before = named(found)
    }
    kit.expect(before.length).toBeGreaterThan(0)
  }),

  info('`radius` is 25 unless asked, and one of five', async (kit) => {
    kit.expect(await ask(kit)).toEqual(await ask(kit, { radius: '25' }))
    for (const radius of ['5', '30', '0', '-10', '10.0', 'ten', '']) {
      kit.expect(kit.refused(await send(kit, { ...HERE, radius }), 422)).toEqual(['query.radius'])
    }
  }),

  limits('`zip_code` has exactly 5 digits', async (kit) => {
    for (const zip_code of ['8500', '850041', '85004-1234', 'ABCDE', '']) {
      kit.expect(kit.refused(await send(kit, { ...HERE, zip_code }), 422)).toEqual(['query.zip_code'])
    }
  }),

  info('`zip_code` and `lab_id` are required, lab_id an integer', async (kit) => {
    kit.expect(kit.refused(await send(kit, { lab_id: 1 }), 422)).toEqual(['query.zip_code'])
    kit.expect(kit.refused(await send(kit, { zip_code: '85004' }), 422)).toEqual(['query.lab_id'])
    for (const lab_id of ['one', 1.5, '']) {
      kit.expect(kit.refused(await send(kit, { zip_code: '85004', lab_id }), 422)).toEqual(['query.lab_id'])
    }
  }),

  info('`capabilities` keeps those that have them', async (kit) => {
    const all = await centers(kit, { lab_id: 14, radius: '100' })
    kit.expect(all.length).toBeLessThan(30)
    for (const capability of CAPABILITIES) {
      const expected = all.filter(({ capabilities }) => capabilities.includes(capability))
      kit.expect(expected.length).toBeGreaterThan(0)
      kit.expect(await centers(kit, { lab_id: 14, radius: '100', capabilities: [capability] })).toEqual(expected)
    }
  }),

  under('Gap "capabilities filter"')('several: only centers with all of them', async (kit) => {
    const wanted = CAPABILITIES.slice(1)
    const all = await centers(kit, { lab_id: 14, radius: '100' })
    const expected = all.filter(({ capabilities }) => wanted.every((each) => capabilities.includes(each)))
    kit.expect(await centers(kit, { lab_id: 14, radius: '100', capabilities: wanted })).toEqual(expected)
  }),

  under('Versioning 2')('a capability that nobody knows is no error', async (kit) => {
    kit.expect(await centers(kit, { capabilities: ['of_2031'] })).toEqual([])
    const [odd] = await centers(kit, { capabilities: ['pediatric_draws'] })
    kit.expect(odd?.capabilities ?? []).toContain('pediatric_draws')
  }),

  info('`lab_account_id` decides what is available', async (kit) => {
    kit.expect(await ask(kit, { lab_account_id: ACCOUNT })).toEqual(await ask(kit))
    kit.expect(await ask(kit, { lab_account_id: WITHOUT_IT })).toMatchObject({ lab_id: 1, patient_service_centers: [] })
  }),

  under('Gap "unknown lab, lab test, lab account or ZIP"')('centers: 404; what is no id is 422', async (kit) => {
    for (const lab_id of [0, 15, -1, 999_999_999])
      kit.expect(kit.refused(await send(kit, { ...HERE, lab_id }), 404)).toEqual([])
    kit.expect(kit.refused(await send(kit, { ...HERE, lab_account_id: NOBODY }), 404)).toEqual([])
    kit.expect(kit.refused(await send(kit, { ...HERE, lab_account_id: 'x' }), 422)).toEqual(['query.lab_account_id'])
  }),

  under('Gap "unknown lab, lab test, lab account or ZIP"')('five digits that are no ZIP: 422', async (kit) => {
    kit.expect(kit.refused(await send(kit, { ...HERE, zip_code: '00000' }), 422)).toEqual(['query.zip_code'])
  }),
]
