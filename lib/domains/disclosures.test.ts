/** No endpoint can show a person that the audit log doesn't name, or a name that a mask doesn't hide. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { AuditedCall, AuditedWork } from '#lib/console/audit-port.ts'
import { type StaffAccess, staffSteps } from '#lib/console/staff-calls.ts'
import { disclosureOf } from '#lib/kernel/disclosure.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { SUBJECT_FIELDS } from '#lib/kernel/input-subjects.ts'
import { markOf, withinWrapper } from '#lib/kernel/marks.ts'
import type { ReadInput } from '#lib/kernel/read-input.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { getHistoricalPulls } from './connections/historical-pull.ts'
import { consoleEndpointList } from './console-endpoints.ts'
import { endpointList } from './service-endpoints.ts'
import { makeViewer } from './staff/viewer.testing.ts'
import { connectedSource, listUsers } from './users/user.ts'

const ALL = [...endpointList, ...consoleEndpointList]

/** Names under which an answer holds ids of patients and their orders. */
const SUBJECT_NAME = /(^|_)(user|order|patient)_ids?(_|$)|^subjects?$/
/** Names under which an answer holds what says who somebody is. */
const PERSONAL_NAME =
  /(^|_)(first_name|last_name|receiver_name|patient_name|e?mail|phone_number|dob|birth_date|first_line|second_line|zip|zip_code|gender|gender_identity|race|ethnicity|sexual_orientation|location|notes?|comment)$/

/** Names of staff, companies and service centers rather than patients. */
const NOT_OF_PATIENTS: ReadonlySet<string> = new Set([
  'get_viewer',
  'list_audit',
  'count_subject_views',
  'review_viewers',
  'list_staff',
  'invite_staff',
  'update_staff',
  'reset_staff_access',
  'decline_staff_reset',
  'change_staff_email',
  'remove_staff',
  'get_service_centers',
  'locate_zips',
  'get_contact_book',
  'change_contact_book',
])
/**
 * The log itself holds ids and no data; whose log was read is on record, and its own ids would fill it. Of settings it
 * names labs and lab tests. A saved view may name whom a person asked to see, and shows nobody. A stream repeats only IDs
 * of orders that the reader asked for.
 */
const NAME_IDS_ONLY: ReadonlySet<string> = new Set([
  'list_audit',
  'list_setting_changes',
  'count_subject_views',
  'list_views',
  'save_view',
  'change_view',
  'restore_view',
  'watch_events',
])
/** A transaction of orders that the answer names too, and a team's own reference. */
const NAMES_NOBODY = new Set(['order_transaction_id', 'client_user_id'])

interface Field {
  path: string
  name: string
  marks: (string | null)[]
}

/** Every field of a schema at any depth, with the marks on it, on what it wraps and on what it stands in. */
function* fieldsOf(schema: z.core.$ZodType, path: string, above: (string | null)[]): Generator<Field> {
  const marks = [...above, markOf(schema)]
  const wrapped = withinWrapper(schema)
  if (wrapped) return yield* fieldsOf(wrapped, path, marks)
  if (schema instanceof z.ZodArray) return yield* fieldsOf(schema.element, path, marks)
  if (schema instanceof z.ZodRecord) return yield* fieldsOf(schema.valueType, `${path}.*`, marks)
  if (!(schema instanceof z.ZodObject)) return
  for (const [name, field] of Object.entries(schema.shape)) {
    const own = [...marks, ...marksOf(field)]
    yield { path: `${path}.${name}`, name, marks: own }
    yield* fieldsOf(field, `${path}.${name}`, marks)
  }
}

function marksOf(schema: z.core.$ZodType): (string | null)[] {
  const own = markOf(schema)
  const wrapped = withinWrapper(schema)
  if (wrapped) return [own, ...marksOf(wrapped)]
  return schema instanceof z.ZodArray ? [own, ...marksOf(schema.element)] : [own]
}

const without = (names: ReadonlySet<string>) => ALL.filter(({ name }) => !names.has(name))
const isMarked = ({ marks }: Field) => marks.some((mark) => mark === 'name' || mark === 'text')

test.each(without(NAME_IDS_ONLY))('$name says of every id of a person or an order that it is one', (endpoint) => {
  const fields = [...fieldsOf(endpoint.response, '', [])]
  const ids = fields.filter((field) => SUBJECT_NAME.test(field.name) && !NAMES_NOBODY.has(field.name))
  expect(ids.filter(({ marks }) => !marks.includes('subject')).map(({ path }) => path)).toEqual([])
  // The schema's JSON document, where no union or pipe hides a field.
  const document = JSON.stringify(z.toJSONSchema(endpoint.response, { unrepresentable: 'any', io: 'output' }))
  if (/"(user_id|order_id|dob|receiver_name)"/.test(document)) expect(disclosureOf(endpoint)).not.toBeNull()
})

/** Every schema that holds no other one that the mask looks into. */
function leavesOf(schema: z.core.$ZodType, path: string): string[] {
  const wrapped = withinWrapper(schema)
  if (wrapped) return leavesOf(wrapped, path)
  if (schema instanceof z.ZodArray) return leavesOf(schema.element, path)
  if (schema instanceof z.ZodRecord) return leavesOf(schema.valueType, `${path}.*`)
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => leavesOf(field, `${path}.${name}`))
  return [`${path} ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`]
}

test.each(ALL)('the mask looks into every object of $name', ({ response }) => {
  expect(leavesOf(response, '').filter((leaf) => leaf.includes('"type":"object"'))).toEqual([])
})

test.each(without(NOT_OF_PATIENTS))('$name says of everything personal that it is', (endpoint) => {
  const fields = [...fieldsOf(endpoint.response, '', [])]
  const isMarkedBelow = ({ path }: Field) =>
    fields.some((field) => field.path.startsWith(`${path}.`) && isMarked(field))
  const personal = fields.filter((field) => PERSONAL_NAME.test(field.name))
  const open = personal.filter((field) => !isMarked(field) && !isMarkedBelow(field))
  expect(open.map(({ path }) => path)).toEqual([])
})

/** Names under which an input holds an ID of a patient, their orders or their reference. */
const SUBJECT_INPUT = /(^|_)(user|order|patient)_ids?$|^subjects?$|^orders$|transaction|client_user_id/
/** Names of inputs about a person that are none of IDs. */
const OTHER_INPUT = /user|order|patient|subject|person/
const NO_SUBJECTS = new Set(['order_key', 'order_direction', 'order_type', 'order_activation_types'])

describe('an input that names a person or an order', () => {
  const ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
  const places = ALL.flatMap((endpoint) =>
    (['params', 'query', 'body'] as const).flatMap((place) =>
      [...fieldsOf(endpoint[place] ?? z.object({}), '', [])].map(({ name, path }) => ({ endpoint, place, name, path })),
    ),
  )
  const named = places.filter(({ name }) => SUBJECT_INPUT.test(name))

  /** The entries of a call whose endpoint isn't recorded otherwise. */
  async function recorded(endpoint: Endpoint, input: Partial<ReadInput>) {
    const entries: AuditedCall[] = []
    const note = async (call: AuditedCall, work: AuditedWork) => {
      entries.push(call)
      return work(
        () => undefined,
        () => undefined,
      )
    }
    const access: StaffAccess = {
      identify: async () => makeViewer(),
      audit: { read: note, change: note, record: async () => undefined },
      publicUrl: () => 'https://console.test',
      patientData: { isMasked: () => false },
    }
    const url = new URL('https://console.test/')
    const call = { request: new Request(url), url, path: '/', request_id: 'r', endpoint, params: {} }
    const whole: ReadInput = { params: {}, query: {}, body: null, search: url.searchParams, sent: undefined, ...input }
    await staffSteps(access, () => 'production').audit(
      { ...call, route: { endpoint, audited: false } },
      makeViewer(),
      { input: whole, refused: null },
      async () => new Response(null, { status: 204 }),
    )
    return entries
  }

  test.each(named)('$endpoint.name is recorded with $place$path', async ({ endpoint, place, path }) => {
    const value = path
      .slice(1)
      .split('.')
      .reduceRight<unknown>((held, field) => ({ [field]: held }), ID)
    const entries = await recorded(endpoint, { [place]: value })
    expect(entries).toHaveLength(1)
    expect(entries[0]?.subjects).toEqual([ID])
  })

  test('is one of the names that the rule knows, or says nothing of anybody', () => {
    const unknown = places.filter(({ name }) => OTHER_INPUT.test(name) && !SUBJECT_FIELDS.has(name))
    const personal = new Set(ALL.flatMap(({ personal = [] }) => personal))
    expect(unknown.map(({ name }) => name).filter((name) => !(personal.has(name) || NO_SUBJECTS.has(name)))).toEqual([])
  })

  test('is recorded by a part of a name as well; a call that names nobody, or an empty list of them, is not', async () => {
    const [counts, orders] = ['count_events', 'list_orders'].map((name) => ALL.find((each) => each.name === name))
    if (!(counts && orders)) throw new Error('Both are in the table.')
    expect(await recorded(orders, { query: { patient_name: 'Lind' } })).toHaveLength(1)
    expect(await recorded(counts, { query: { client_user_id: 'case-7' } })).toHaveLength(1)
    expect(await recorded(counts, { query: { bars: 24, user_id: undefined, orders: [] } })).toEqual([])
  })
})

describe('an answer', () => {
  const [USER, ORDER] = ['8A5FC03D-41B9-4ED2-87C6-19F0A3E7D25B', 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2']
  const listOrders = ALL.find(({ name }) => name === 'list_orders')
  const userInfo = ALL.find(({ name }) => name === 'get_latest_user_info')
  const disclosure = listOrders && disclosureOf(listOrders)
  const answer = () => ({
    orders: [
      {
        id: ORDER,
        user_id: USER,
        patient_details: { dob: '1982-02-03', gender: null, born_in: 'Umeå' },
        patient_address: { receiver_name: 'Theo Lindqvist-Ek', first_line: '12 Elm St', zip: '', country: 'US' },
        details: { type: 'testkit', data: { appointment_id: USER, nurse: ['Maren', { phone: 3035550148 }] } },
        lab_test: { name: 'Lipids', method: 'testkit' },
        notes: 'Theo asks for a call',
        friend: { name: 'Lin' },
      },
    ],
    total: 1,
  })

  test('names its users and orders once, in one spelling', () => {
    expect(disclosure?.subjectsIn(answer())).toEqual({ users: [USER.toLowerCase()], orders: [ORDER] })
    expect(disclosure?.subjectsIn({ orders: 'none' })).toEqual({ users: [], orders: [] })
    expect(disclosure?.subjectsIn(null)).toEqual({ users: [], orders: [] })
  })

  test('is masked in every field that is marked, and in every one that nobody has stated', () => {
    expect(disclosure?.mask(answer())).toEqual({
      orders: [
        {
          id: ORDER,
          user_id: USER,
          patient_details: { dob: MASK, gender: null, [`${MASK}3`]: MASK },
          patient_address: { receiver_name: 'T▒ L▒', first_line: MASK, zip: '', country: MASK },
          details: { type: 'testkit', data: { appointment_id: USER, [`${MASK}2`]: [MASK, { [`${MASK}1`]: MASK }] } },
          lab_test: { name: 'Lipids', method: 'testkit' },
          notes: MASK,
          [`${MASK}8`]: { name: MASK },
        },
      ],
      total: 1,
    })
  })

  test('keeps a known code of why a sample failed', () => {
    const events = [{ status_detail: 'sample_hemolyzed' }, { status_detail: 'Robin Lee broke it' }]
    const hidden = disclosure?.mask({ orders: [{ events }] })
    expect(hidden).toEqual({ orders: [{ events: [{ status_detail: 'sample_hemolyzed' }, { status_detail: MASK }] }] })
  })

  test('keeps a source, also where the service calls it a provider', () => {
    const connected_sources = [
      { created_on: '2026-11-12T10:00:00Z', provider: { name: 'Ostrel', slug: 'ostrel', by: 'Robin' } },
    ]
    const hidden = disclosureOf(listUsers)?.mask({ users: [{ connected_sources: structuredClone(connected_sources) }] })
    expect(hidden).toMatchObject({ users: [{ connected_sources: [{ provider: { name: 'Ostrel', slug: 'ostrel' } }] }] })
    expect(JSON.stringify(hidden)).not.toContain('Robin')
    expect(
      connectedSource.safeParse({ created_on: '2026-11-12T10:00:00Z', source: { name: 'A', slug: 'a' }, provider: 'a' })
        .success,
    ).toBe(true)
  })

  test('is masked in the names of its fields as well, where they may be what somebody typed', () => {
    const [order] = answer().orders
    const odd = {
      orders: [
        {
          ...order,
          'Theo Lindqvist': 1,
          jane: 1,
          theo_lin: { jane: 'T' },
          friend: { '+13035550148': 'Lin', nick_name: 'T' },
        },
      ],
      total: 1,
    }
    disclosure?.mask(odd)
    expect(odd).toMatchObject({ orders: [{ id: ORDER, lab_test: { name: 'Lipids' } }] })
    expect(JSON.stringify(odd)).not.toMatch(/theo|jane|lindqvist|"lin"|3035550148/i)
  })

  test('of another form than its schema says is masked as well', () => {
    const odd = { orders: { first: { name: 'Theo' } }, total: 1 }
    expect(disclosure?.mask(odd)).toEqual({ orders: { first: { name: MASK } }, total: 1 })
    expect(disclosure?.mask('Theo')).toBe(MASK)
  })

  test('is masked behind what reads a missing part or one of another form', () => {
    const [providers, appointments] = ['list_user_providers', 'book_phlebotomy_appointment'].map((name) =>
      ALL.find((each) => each.name === name),
    )
    const sleep = { status: 'success', last_error: 'maria@clinic.test revoked' }
    expect(providers && disclosureOf(providers)?.mask({ providers: [{ resource_availability: { sleep } }] })).toEqual({
      providers: [{ resource_availability: { sleep: { status: 'success', [`${MASK}2`]: MASK } } }],
    })
    expect(appointments && disclosureOf(appointments)?.mask({ location: { lng: 1, lat: 2 } })).toEqual({
      location: null,
    })
  })

  test('masked, still is what a page understands', () => {
    const info = {
      first_name: 'Theo',
      last_name: 'Lindqvist',
      email: 'theo@mail.example',
      phone_number: '+13035550148',
      gender: 'male',
      dob: '1982-02-03',
      address: { first_line: '12 Elm St', zip_code: '80205' },
      medical_proxy: { first_name: 'Lin', address: { city: 'Denver' } },
      race: 'white',
    }
    const masked = userInfo && disclosureOf(userInfo)?.mask(structuredClone(info))
    expect(userInfo?.response.safeParse(masked).success).toBe(true)
    const text = JSON.stringify(masked)
    for (const word of [
      'Theo',
      'Lindqvist',
      '@mail',
      '3035550148',
      'male',
      '1982',
      'Elm',
      '80205',
      'Lin',
      'Denver',
      'white',
    ])
      expect(text).not.toContain(word)
  })
})

test('history that is sent by source is masked but for statuses and days', () => {
  const user_id = '8a5fc03d-1b2c-4d5e-8f90-a1b2c3d4d25b'
  const pull = { status: 'failure', range_start: null, note: 'Ann’s watch' }
  const sent = { data: [{ user_id, provider: { oura: { pulled: { sleep: pull }, comment: 'called Ann' } } }] }
  const masked = disclosureOf(getHistoricalPulls)?.mask(structuredClone(sent))
  expect(JSON.stringify(masked)).not.toContain('Ann')
  expect(getHistoricalPulls.response.parse(masked).data).toMatchObject([
    { user_id, provider: 'oura', pulled: { sleep: { status: 'failure', range_start: null } } },
  ])
  const plain = { data: [{ user_id, provider: 'oura', pulled: {} }] }
  expect(disclosureOf(getHistoricalPulls)?.mask(structuredClone(plain))).toEqual(plain)
})
