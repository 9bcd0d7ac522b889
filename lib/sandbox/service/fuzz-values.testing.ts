/** Values that no honest client sends: odd texts, JSON of any shape, bodies that are none. */
import fc from 'fast-check'

const ODD_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'a\udfff',
  '\uffff',
  '\u202e',
  '../..',
  '%2e%2e',
  "'; drop table users; --",
  '{{7*7}}',
  '<script>',
  '[object Object]',
  'null',
  'undefined',
  'true',
  'NaN',
  '-1',
  '0',
  '1e309',
  '9'.repeat(400),
  '2026-02-30',
  '0000-01-01',
  '9999-12-31T23:59:59-14:00',
  '2026-01-01T00:00:00+99:99',
  '00000000-0000-4000-8000-000000000000',
  'sandbox_slow_9999999999',
  'sandbox_slow_5',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
]
/** Long enough to hurt whoever looks at every part of a text for every other. */
const LONG_TEXTS = [
  'x'.repeat(200_000),
  `a@${'a.'.repeat(60_000)} `,
  ' '.repeat(100_000),
  '1'.repeat(100_000),
  '-'.repeat(100_000),
  '('.repeat(50_000),
]

export const text = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD_TEXTS), weight: 6 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 4 },
  { arbitrary: fc.constantFrom(...LONG_TEXTS), weight: 1 },
)
const nested = (open: string, close: string, levels: number) =>
  JSON.parse(`${open.repeat(levels)}1${close.repeat(levels)}`)
export const junk: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: text, weight: 5 },
  {
    arbitrary: fc.constantFrom(
      null,
      true,
      false,
      0,
      -1,
      1.5,
      1e308,
      -1e308,
      2 ** 53,
      2 ** 31,
      1e-320,
      [],
      {},
      [[]],
      [null],
    ),
    weight: 5,
  },
  { arbitrary: fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), weight: 3 },
  { arbitrary: fc.array(text, { maxLength: 5 }), weight: 1 },
  { arbitrary: fc.constantFrom(nested('[', ']', 40), nested('[', ']', 20_000), nested('{"a":', '}', 5000)), weight: 1 },
  {
    arbitrary: fc.constant(JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')),
    weight: 1,
  },
)

export const RAW = [
  '',
  '{',
  '}',
  '[]',
  'null',
  '"',
  '{"a":1,}',
  '\ufeff{}',
  '{"a":"\\ud800"}',
  '{"a":"\\u0000"}',
  'a=b',
  '{}{}',
  '\0',
  '['.repeat(100_000),
]
export const TYPES = [
  '',
  'text/plain',
  'application/xml',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'application/problem+json',
  'json',
  'application/jsonx',
]
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']
