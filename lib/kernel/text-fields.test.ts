import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
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

const SCHEMAS = [...endpointList, ...consoleEndpointList].flatMap(({ name, params, query, body }) =>
  [params, query, body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
)

test.each(SCHEMAS)('$name: every text field is in the table', ({ schema }) => {
  expect(textsOf(schema).filter((field) => textKind(field) === undefined)).toEqual([])
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

test('a refusal names the sign, and repeats no value', () => {
  const refused = [{ loc: ['body', 'id'], msg: 'Not a UUID.', type: 'x' }]
  const [issue] = namingSigns(refused, { id: 'ab\u200bcd' })
  expect(issue?.msg).toBe('This contains a zero-width space (U+200B). Not a UUID.')
  expect(namingSigns(refused, { id: 'abcd' })).toEqual(refused)
})
