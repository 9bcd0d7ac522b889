import { describe, expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import { appointmentBooking } from '#lib/domains/bookings/appointment.ts'
import { personName, userInfoWrite } from '#lib/domains/demographics/user-info-write.ts'
import { managementList } from '#lib/domains/teams/management.ts'
import { clientUserId, userUpdate } from '#lib/domains/users/user.ts'
import type { EndpointInput, EndpointOutput } from '#lib/kernel/endpoint.ts'
import { readDetail, validationIssues } from '#lib/kernel/error-body.ts'
import { openApiDocument } from '#lib/kernel/openapi.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { placeholders } from '#lib/kernel/wire.ts'
import { type EndpointName, type Endpoints, endpointList, endpoints } from './service-endpoints.ts'
import { gaps } from './service-gaps.testing.ts'

describe('the endpoint table', () => {
  test('holds the fifteen sections of the spec, each once, and what it names without a shape', () => {
    const described = endpointList.filter(({ section }) => !section.startsWith('Named but not described: '))
    const numbers = described.map(({ section }) => Number.parseInt(section, 10)).sort((a, b) => a - b)
    expect(numbers).toEqual(Array.from({ length: 15 }, (_, index) => index + 1))
  })

  test('has unique pairs of method and path, and the name as the key', () => {
    expect(new Set(endpointList.map(({ method, path }) => `${method} ${path}`)).size).toBe(endpointList.length)
    for (const [name, endpoint] of Object.entries(endpoints)) expect(endpoint.name).toBe(name)
  })

  test.each(endpointList)('$name: placeholders equal params, version and body fit', (endpoint) => {
    expect(placeholders(endpoint.path)).toEqual(Object.keys(endpoint.params.shape))
    expect(endpoint.path).toMatch(/^\/v[23]\//)
    if (endpoint.method === 'GET' || endpoint.method === 'DELETE') expect(endpoint.body).toBeNull()
    expect(endpoint.safe).toBe(endpoint.method === 'GET')
  })

  test('types what callers pass and get', () => {
    expectTypeOf<EndpointName>().toEqualTypeOf<keyof Endpoints>()
    expectTypeOf<EndpointInput<Endpoints['list_users']>>().toEqualTypeOf<{
      query?: { offset?: number | undefined; limit?: number | undefined }
    }>()
    expectTypeOf<EndpointInput<Endpoints['list_user_providers']>>().toEqualTypeOf<{ params: { user_id: string } }>()
    expectTypeOf<EndpointInput<Endpoints['get_service_centers']>['query']>().toHaveProperty('lab_id')
    expectTypeOf<EndpointOutput<Endpoints['list_orders']>['total']>().toEqualTypeOf<number | null>()
    expectTypeOf<EndpointOutput<Endpoints['list_users']>['total']>().toEqualTypeOf<number>()
    expect(endpointList).toHaveLength(Object.keys(endpoints).length)
  })
})

describe('limits and defaults of the spec', () => {
  const query = (name: EndpointName, values: Record<string, unknown>) => endpoints[name].query.safeParse(values)

  test.each<[EndpointName, Record<string, unknown>, Record<string, unknown>]>([
    ['list_users', {}, { offset: 0, limit: 100 }],
    ['list_orders', {}, { page: 1, size: 50 }],
    ['list_markers', {}, { page: 1, size: 50 }],
    ['get_service_centers', { zip_code: '85004', lab_id: 1 }, { zip_code: '85004', lab_id: 1, radius: '25' }],
  ])('%s fills its defaults', (name, given, expected) => {
    expect(query(name, given).data).toEqual(expected)
  })

  test.each<[EndpointName, Record<string, unknown>, string]>([
    ['list_users', { limit: 501 }, 'limit'],
    ['list_users', { limit: 0 }, 'limit'],
    ['list_users', { limit: 'abc' }, 'limit'],
    ['list_users', { offset: -1 }, 'offset'],
    ['list_orders', { size: 101 }, 'size'],
    ['list_orders', { page: 0 }, 'page'],
    ['list_orders', { start_date: '2026-02-30' }, 'start_date'],
    ['list_orders', { order_key: 'price' }, 'order_key'],
    ['list_orders', { interpretation: 'odd' }, 'interpretation'],
    ['list_orders', { order_activation_types: ['later'] }, 'order_activation_types'],
    ['list_orders', { order_ids: ['x'] }, 'order_ids'],
    ['list_markers', { size: 0 }, 'size'],
    ['get_service_centers', { zip_code: '8500', lab_id: 1 }, 'zip_code'],
    ['get_service_centers', { zip_code: '85004', lab_id: 1, radius: '30' }, 'radius'],
  ])('%s refuses %o and names %s', (name, given, field) => {
    const issues = query(name, given).error?.issues ?? []
    expect(issues.map((issue) => issue.path[0])).toContain(field)
  })

  test('open sets take unknown values, in filters and in answers', () => {
    expect(query('list_orders', { status: ['held_for_review'], order_type: ['drone'] }).success).toBe(true)
    expect(LOW_LEVEL_STATUSES).toHaveLength(27)
  })

  test('booking: time-outs only with async confirmation, within their ranges', () => {
    const book = (rest: object) => appointmentBooking.safeParse({ booking_key: 'key', ...rest })
    expect(book({}).data).toEqual({ booking_key: 'key', async_confirmation: false })
    expect(book({ sync_confirmation_timeout_millisecond: 2000 }).error?.issues[0]?.path).toEqual([
      'sync_confirmation_timeout_millisecond',
    ])
    for (const [field, low, high] of [
      ['sync_confirmation_timeout_millisecond', 1000, 10_000],
      ['async_confirmation_timeout_millisecond', 60_000, 172_800_000],
    ] as const) {
      const ok = (value: number) => book({ async_confirmation: true, [field]: value }).success
      expect([ok(low - 1), ok(low), ok(high), ok(high + 1)]).toEqual([false, true, true, false])
    }
    expect(book({ appointment_notes: 'x'.repeat(1001) }).success).toBe(false)
    expect(book({ booking_key: '' }).success).toBe(false)
  })
})

describe('people and references', () => {
  test.each(['Maren', "O'Brien", 'Anne-Marie', 'J. R.', 'Smith, Jr.', 'X1'])('the lab rule takes %s', (name) => {
    expect(personName.safeParse(name).success).toBe(true)
  })

  test.each(['', ' Ann', 'Ann ', 'Ann  Lee', 'José', 'Ann@Lee', "'Ann", '-'])('the lab rule refuses %o', (name) => {
    expect(personName.safeParse(name).success).toBe(false)
  })

  test('an apostrophe of a phone becomes the one that labs accept', () => {
    for (const typed of ['O’Brien', 'O‘Brien', 'OʼBrien', 'O`Brien', 'O´Brien'])
      expect(personName.parse(typed)).toBe("O'Brien")
  })

  test.each([
    ['Ann@Lee', 'Labs don’t accept “@”. '],
    ['Ann“Lee', 'Labs don’t accept ““”. '],
    [' Ann', 'Remove the space at the beginning. '],
    ["'t Hooft", "A name begins with a letter or a digit, not with '. "],
    ['Ann  Lee', ''],
  ])('%o says which character is refused', (name, first) => {
    const message = personName.safeParse(name).error?.issues[0]?.message
    expect(message).toBe(`${first}Labs accept letters A to Z, digits, - . , ' and single spaces between words.`)
  })

  test('a fallback birth date lies in the past', () => {
    const takes = (fallback_birth_date: string | null) => userUpdate.safeParse({ fallback_birth_date }).success
    expect([takes('2999-01-01'), takes('1899-12-31'), takes('1984-02-29'), takes(null)]).toEqual([
      false,
      false,
      true,
      true,
    ])
  })

  test.each(['member-20931', '20931', '20931-7', 'abc', '5551234567'])('a reference may be %s', (id) => {
    expect(clientUserId.safeParse(id).success).toBe(true)
  })

  test.each([
    'theo@mailbox.test',
    '(602) 555-0143',
    '+1 602 555 0143',
    '+16025550143',
    '602-555-0143',
    '123-45-6789',
    '',
  ])('a reference may not be %o', (id) => {
    expect(clientUserId.safeParse(id).success).toBe(false)
  })

  test('phone numbers are normalised', () => {
    const phone = userInfoWrite.shape.phone_number
    expect(phone.parse('(602) 555-0143')).toBe('+16025550143')
    expect(phone.parse('1.602.555.0143')).toBe('+16025550143')
    expect(phone.parse('+44 20 7946 0018')).toBe('+442079460018')
    expect(phone.safeParse('555').success).toBe(false)
  })

  test('an update clears with null, keeps what is left out, and refuses an end before its start', () => {
    expect(userUpdate.parse({ client_user_id: null, extra: 1 })).toEqual({ client_user_id: null })
    expect(userUpdate.safeParse({ fallback_time_zone: 'America/Denver' }).success).toBe(true)
    expect(userUpdate.safeParse({ fallback_time_zone: 'Mars/Base' }).success).toBe(false)
    expect(userUpdate.safeParse({ fallback_time_zone: '+05:00' }).success).toBe(false)
    expect(userUpdate.safeParse({ fallback_birth_date: '2023-02-29' }).success).toBe(false)
    const wrong = userUpdate.safeParse({ ingestion_start: '2026-02-02', ingestion_end: '2026-02-01' })
    expect(wrong.error?.issues[0]?.path).toEqual(['ingestion_end'])
  })
})

describe('errors', () => {
  test('issues name the place and field and never repeat the value', () => {
    const { error } = z.object({ dob: z.iso.date() }).safeParse({ dob: '1982-02-31' })
    const issues = error ? validationIssues('body', error) : []
    expect(issues[0]?.loc).toEqual(['body', 'dob'])
    expect(JSON.stringify(issues)).not.toContain('1982-02-31')
  })

  test('any error body becomes one sentence', () => {
    expect(readDetail({ detail: 'No.' }, 'f')).toBe('No.')
    expect(readDetail({ detail: [{ loc: ['query', 'limit'], msg: 'too big', type: 't' }] }, 'f')).toBe('limit: too big')
    for (const body of ['text', null, undefined, {}, { detail: 3 }, { detail: { a: 1 } }, []]) {
      expect(readDetail(body, 'f')).toBe('f')
    }
  })
})

describe('what is derived', () => {
  test('the OpenAPI document has every operation with its parameters', () => {
    const document = openApiDocument('x-service-api-key', endpointList)
    expect(document.openapi).toBe('3.1.0')
    const operations = Object.values(document.paths).flatMap((item) => Object.keys(item))
    expect(operations).toHaveLength(endpointList.length)
    const text = JSON.stringify(document)
    for (const { name, path } of endpointList) {
      expect(text).toContain(`"operationId":"${name}"`)
      expect(document.paths).toHaveProperty([path])
    }
    expect(document.paths[endpoints.list_orders.path]).toHaveProperty(['get', 'parameters', 'length'], 19)
    const managed = openApiDocument('x-service-api-key', endpointList, managementList)
    for (const { path, method } of managementList)
      expect(managed.paths[path]?.[method.toLowerCase()]).toMatchObject({ security: [{ management_key: [] }] })
    expect(managed.paths[endpoints.list_users.path]?.get).not.toHaveProperty('security')
    expect(managed.components.securitySchemes).toHaveProperty('management_key.name', 'X-Management-Key')
    const booking = document.paths[endpoints.book_phlebotomy_appointment.path]
    expect(booking).toHaveProperty(
      ['post', 'responses', '409', 'description'],
      expect.stringContaining('`appointment_open`'),
    )
    expect(document.components.schemas.Error).toHaveProperty(['properties', 'code'])
  })

  test('every operation is in one group of the OpenAPI document, and every group says what is in it', () => {
    const { paths, tags } = openApiDocument('x-service-api-key', endpointList, managementList)
    const operation = z.object({ operationId: z.string(), tags: z.tuple([z.string()]) })
    const groups = new Map(tags.map(({ name }): [string, string[]] => [name, []]))
    for (const each of Object.values(paths).flatMap((item) => Object.values(item))) {
      const { operationId, tags } = operation.parse(each)
      groups.get(tags[0])?.push(operationId)
    }
    expect([...groups.values()].flat()).toHaveLength(endpointList.length + managementList.length)
    expect([...groups].filter(([, names]) => names.length === 0)).toEqual([])
    expect(groups.get('Appointments')).toEqual(['book_phlebotomy_appointment'])
    expect(groups.get('Webhooks')).toHaveLength(6)
    for (const { description } of tags) expect(description).toMatch(/^[A-Z].*\.$/)
    expect(openApiDocument('x', endpointList).tags.map(({ name }) => name)).not.toContain('Organization')
  })

  test('gaps have unique names and a decision each', () => {
    expect(new Set(gaps.map(({ name }) => name)).size).toBe(gaps.length)
    for (const gap of gaps) expect(gap.decision.length).toBeGreaterThan(10)
  })
})

test('a reference that is too long is refused in words', () => {
  const { error } = endpoints.create_user.body.safeParse({ client_user_id: 'x'.repeat(256) })
  expect(error?.issues.map(({ message }) => message)).toEqual(['Use at most 255 characters.'])
})
