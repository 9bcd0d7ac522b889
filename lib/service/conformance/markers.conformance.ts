/** Spec, endpoint 12, and "Marker". Run by lib/service/conformance/*.test.ts. */
import { endpoints } from '#lib/domains/service-endpoints.ts'
import type { QueryValues } from '#lib/kernel/wire.ts'
import { type Kit, NOBODY, type Statement, under } from './kit.testing.ts'

const list = under('12. List markers of a lab test')
const limits = under('Limits')
const marker = under('Marker')

/** Fixed points of the data set: a test of lab 1 with more than fifty markers, an account with every lab, one without lab 1. */
const TEST = '00000000-0000-4000-a000-000000000101'
const EVERY_LAB = '00000000-0000-4000-b000-000000000201'
const WITHOUT_IT = '00000000-0000-4000-b000-000000000203'

async function send({ call }: Kit, query: QueryValues | string = {}, test = TEST) {
  return call('GET', `/v3/lab_tests/${test}/markers`, { query })
}

async function page(kit: Kit, query: QueryValues = {}, test = TEST) {
  return kit.ok(endpoints.list_markers, await send(kit, query, test))
}

export const markers: Statement[] = [
  list('markers and four counts, fifty a page by default', async (kit) => {
    const first = await page(kit)
    const { total } = first
    kit.expect(first).toMatchObject({ page: 1, size: 50, pages: Math.ceil((total ?? 0) / 50) })
    kit.expect(first.markers).toHaveLength(50)
    kit.expect(total ?? 0).toBeGreaterThan(50)
  }),

  list('pages together are every marker, once', async (kit) => {
    const { total, pages } = await page(kit, { size: 7 })
    const seen: number[] = []
    for (let number = 1; number <= (pages ?? 0); number += 1) {
      seen.push(...(await page(kit, { size: 7, page: number })).markers.map(({ id }) => id))
    }
    kit.expect(new Set(seen).size).toBe(total)
    kit.expect(seen).toHaveLength(total ?? 0)
    kit.expect(await page(kit, { size: 7, page: (pages ?? 0) + 1 })).toMatchObject({ markers: [], total })
  }),

  limits('`size` of list markers is 1 to 100', async (kit) => {
    kit.expect((await page(kit, { size: 100 })).size).toBe(100)
    kit.expect((await page(kit, { size: 1 })).markers).toHaveLength(1)
    for (const size of [0, 101, -1, 1.5, 'x', '']) {
      kit.expect(kit.refused(await send(kit, { size }), 422)).toEqual(['query.size'])
    }
  }),

  limits('`page` of list markers is at least 1', async (kit) => {
    for (const number of [0, -1, 'x']) {
      kit.expect(kit.refused(await send(kit, { page: number }), 422)).toEqual(['query.page'])
    }
  }),

  marker('every field of the specification, of markers and of expected results', async (kit) => {
    const { markers: all } = await page(kit, { size: 100 })
    kit.have('id name slug description lab_id provider_id type unit price expected_results', ...all)
    for (const { price } of all) kit.expect(price).toMatch(/^\d+\.\d\d$/)
    const results = all.flatMap(({ expected_results }) => expected_results)
    kit.have('id name slug lab_id provider_id loinc', ...results)
    kit.have('id name slug code unit', ...results.map(({ loinc }) => loinc))
    kit.expect(all.some(({ expected_results }) => expected_results.length > 1)).toBe(true)
  }),

  under('Gap "marker type"')('biomarker or panel', async (kit) => {
    const types = new Set((await page(kit, { size: 100 })).markers.map(({ type }) => type))
    kit.expect([...types].sort()).toEqual(['biomarker', 'panel'])
  }),

  list('`lab_account_id` decides what is available', async (kit) => {
    const all = await page(kit)
    kit.expect(await page(kit, { lab_account_id: EVERY_LAB })).toEqual(all)
    kit
      .expect(await page(kit, { lab_account_id: WITHOUT_IT }))
      .toEqual({ markers: [], total: 0, page: 1, size: 50, pages: 0 })
  }),

  under('Gap "unknown lab, lab test, lab account or ZIP"')('markers: 404; what is no id is 422', async (kit) => {
    kit.expect(kit.refused(await send(kit, {}, NOBODY), 404)).toEqual([])
    kit.expect(kit.refused(await send(kit, { lab_account_id: NOBODY }), 404)).toEqual([])
    kit.expect(kit.refused(await send(kit, {}, 'x'), 422)).toEqual(['path.lab_test_id'])
    kit.expect(kit.refused(await send(kit, { lab_account_id: 'x' }), 422)).toEqual(['query.lab_account_id'])
  }),
]
