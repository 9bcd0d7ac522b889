import { readdirSync, readFileSync } from 'node:fs'
import { is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { auditAddress } from '#components/audit/audit-filters.ts'
import { appointmentsAddress } from '#components/bookings/appointments/appointments-search.ts'
import { markersAddress } from '#components/catalog/markers/markers-search.ts'
import { connectionAddress } from '#components/connections/list/connection-search.ts'
import { eventAddress } from '#components/events/list/event-search.ts'
import { finderAddress } from '#components/service-centers/finder/finder-search.ts'
import { usersSearch } from '#components/users/list/users-search.ts'
import { deliveryAddress } from '#components/webhooks/deliveries/delivery-search.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { shareableOrderSearch } from '#lib/domains/orders/views.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import { authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { managementList } from '#lib/domains/teams/management.ts'
import { hiddenSigns, namingSigns, TEXT_FIELDS, textKind } from './text-fields.ts'

/** Text fields of a schema, by name: those of objects within, of lists, and of every possible form. */
function textsOf(schema: z.core.$ZodType, name = ''): string[] {
  const { def } = schema._zod
  const inner = Object.entries(def).flatMap(([key, part]): z.core.$ZodType[] => {
    if (!['innerType', 'element', 'in', 'valueType', 'options', 'left', 'right', 'keyType'].includes(key)) return []
    return Array.isArray(part) ? part : [part]
  })
  if (def.type === 'string') return [name]
  if ('shape' in def) {
    return Object.entries(Object(def.shape)).flatMap(([key, part]) => textsOf(Object(part), key))
  }
  return inner.flatMap((part) => textsOf(part, name))
}

/** The addresses of pages, by their schemas. */
const ADDRESSES = {
  appointmentsAddress,
  auditAddress,
  connectionAddress,
  deliveryAddress,
  eventAddress,
  finderAddress,
  markersAddress,
  ordersAddress: shareableOrderSearch,
  usersAddress: usersSearch,
}

const SCHEMAS = [
  ...[...endpointList, ...managementList, ...consoleEndpointList, ...Object.values(authEndpoints)].flatMap((record) =>
    (['params', 'query', 'body'] as const).flatMap((part) => {
      const schema = record[part]
      return schema ? [{ name: record.name, schema }] : []
    }),
  ),
  ...Object.entries(ADDRESSES).map(([name, schema]) => ({ name, schema })),
]

test.each(SCHEMAS)('$name: every text field is in the table', ({ schema }) => {
  expect(textsOf(schema).filter((field) => textKind(field) === undefined)).toEqual([])
})

test('every page that reads its address by a schema is among them', () => {
  const files = readdirSync('components', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  )
  const readers = files.filter((file) =>
    /\b(?:readListSearch|defineList)\(/.test(readFileSync(`components/${file}`, 'utf8')),
  )
  expect(readers).toHaveLength(Object.keys(ADDRESSES).length)
})

/** Columns that are filled here and not by hand: keys, digests, states, names of staff and of files, and what a service sent. */
const MADE_HERE =
  'about_id about_name account_id activation_type actor_email actor_name answer asked_by_id asked_by_name available backup_codes body by_id by_name called checks_problem denied digest disabled_reason failure fingerprint form hash id_token identifier image interpretation ip_address key keys kind last_failure last_status name_key network origin outcome owner_id owner_name patient_key prefix previous_sealed problem reason received recipient_key recorded_by_id recorded_by_name reference_key reset_email reset_requested_by resource response response_type role rule scope sealed search_key secret slug source_name source_slug source_type unit user_agent value zone_key'

test('every text column of the stores, the service’s too, is in the table or isn’t filled by hand', async () => {
  const modules = Object.values(
    import.meta.glob(['../domains/*/console/**/tables.ts', '../service/tables.ts', '../platform/database/schemas.ts']),
  )
  const tables = (await Promise.all(modules.map((load) => load()))).flatMap((module) => Object.values(Object(module)))
  const texts = tables
    .flatMap((table) => (is(table, PgTable) ? getTableConfig(table).columns : []))
    .flatMap((column) => (column.getSQLType().startsWith('text') && !column.enumValues?.length ? [column.name] : []))
  expect(new Set(texts).size).toBeGreaterThan(30)
  const made = MADE_HERE.split(' ')
  expect([...new Set(texts)].filter((name) => textKind(name) === undefined && !made.includes(name))).toEqual([])
  expect(made.filter((name) => textKind(name) !== undefined || !texts.includes(name))).toEqual([])
})

test('no field has two kinds, and none is in the table that no schema has', () => {
  const found = new Set(SCHEMAS.flatMap(({ schema }) => textsOf(schema)))
  const all = Object.values(TEXT_FIELDS).flatMap(({ fields }) => fields.split(' '))
  expect(all.filter((field, at) => all.indexOf(field) !== at)).toEqual([])
  expect(all.filter((field) => !found.has(field))).toEqual([])
})

describe.each(Object.entries(TEXT_FIELDS))('%s', (_, { clean, fields }) => {
  const [field = ''] = fields.split(' ')

  test.each(['\u200b', '\u00ad', '\u202d', '\u200f', '\ufeff', '\u2060', '\t'])(
    'a hidden %j is cleaned or named',
    (sign) => {
      const read = clean(`12${sign}34`)
      const isGone = !read.includes(sign)
      const [issue] = hiddenSigns('body', { [field]: read })
      const isFree = field === 'appointment_notes' || field === 'name'
      expect(isGone || isFree || issue?.msg.includes('U+')).toBe(true)
    },
  )

  test('cleaning twice is cleaning once', () => {
    for (const text of [' O’Brien\u00a0\u2011 x ', '85004–1234', 'calif.', 'Ann <ann@x.test>;', '#1-2'])
      expect(clean(clean(text))).toBe(clean(text))
  })
})

test.each(['\u200b \u2060', '\u2800', '\u3164', '\0', '\u061c', '\u200d'])(
  'a note of nothing but %j is none',
  (text) => {
    expect(TEXT_FIELDS.note.clean(text)).toBe('')
  },
)

test('a refusal names the sign, and repeats no value', () => {
  const refused = [{ loc: ['body', 'id'], msg: 'Not a UUID.', type: 'x' }]
  const [issue] = namingSigns(refused, { id: 'ab\u200bcd' })
  expect(issue?.msg).toBe('This contains a zero-width space (U+200B). Not a UUID.')
  expect(namingSigns(refused, { id: 'abcd' })).toEqual(refused)
})

/** Texts as long as a body, of the signs that patterns for addresses and numbers look for. */
const LONG = [
  '1',
  '1 ',
  '(',
  ')',
  '+',
  '"',
  '<',
  '> ',
  'a@',
  'a.',
  "O'",
  '1x',
  '6;',
  'p1w',
  '1-',
  '0',
  ' ext',
  'a\u0301',
  '\u200b',
  ',',
]
const LENGTH = 60_000

test.each(Object.entries(TEXT_FIELDS))('a %s as long as a body is cleaned at once', (_, { clean }) => {
  const begin = process.cpuUsage()
  for (const sign of LONG) clean(sign.repeat(LENGTH / sign.length))
  expect(process.cpuUsage(begin).user / 1e6).toBeLessThan(3)
})
