/** The reader says what `JSON.parse` says, however the text is cut, and stops before it costs anything. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createJsonReader, type ReadJson } from './json-reader.ts'

const encoder = new TextEncoder()

function read(text: string, step = 64 * 1024): ReadJson {
  const reader = createJsonReader()
  const bytes = encoder.encode(text)
  for (let from = 0; from < bytes.length; from += step) reader.take(bytes.subarray(from, from + step))
  return reader.end()
}

const bySelf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return 'no JSON'
  }
}

/** More than one piece. */
const LONG = `"${'x'.repeat(9_000)}"`

describe('the value', () => {
  test.each([
    '{}',
    '[]',
    '[[1,[2]],{"a":[3]}]',
    '"text"',
    '7',
    'null',
    ' {"a" : [ ] , "b":[ 1 , {"c":[[]]} ]} ',
    '{"a":[1],"a":[2,3]}',
    '{"a":[1],"a":4}',
    '{"__proto__":[1],"b":{"__proto__":[2]}}',
    `{"a":[${LONG},${LONG},${LONG},1],"b":"[\\"]","c":[[${LONG}],{"d":[${LONG}]}]}`,
    '{"ü":["😀","\\ud83d\\ude00"],"b":"é"}',
    '\uFEFF{"a":[1]}',
  ])('of %.60s', (text) => {
    for (const step of [1, 7, 64 * 1024]) {
      const { value, issue } = read(text, step)
      expect(issue).toBeNull()
      expect(value).toEqual(JSON.parse(text.replace('\uFEFF', '')))
      expect(Object.getPrototypeOf(value ?? {})).toBe(
        Object.getPrototypeOf(JSON.parse(text.replace('\uFEFF', '')) ?? {}),
      )
    }
  })

  test.each(['"Jos\u00e9"', '{"a":["Jos\u00e9"]}', '{"a":[1],"b":"\u00e9'])('of %s in Latin-1 is none', (text) => {
    for (const step of [1, 64]) {
      const reader = createJsonReader()
      const bytes = Buffer.from(text, 'latin1')
      for (let from = 0; from < bytes.length; from += step) reader.take(bytes.subarray(from, from + step))
      expect(reader.end().issue?.msg).toBe('The body is not UTF-8.')
    }
  })

  test('of no text at all is none', () => {
    expect(read('')).toEqual({ value: undefined, issue: null })
  })

  test.each([
    '{',
    '{"a":[1,]}',
    '{"a":[,1]}',
    '{"a":[1 2]}',
    '{"a":[1}',
    '{"a":[{"b":1]]}',
    '{"a":[1]}{"b":[2]}',
    '{"a":[1',
    '{"a":["x',
    ']]]]',
    `{"a":[${LONG},${LONG},]}`,
    `{"a":[${LONG},${LONG},\uFEFF1]}`,
    `{"a":[${' '.repeat(20_000)},1]}`,
    `{"a":[${LONG},${LONG}],[${LONG},${LONG}]}`,
    ' ',
    '{"a":[1],"b":}',
  ])('of %.60s is none: that is no JSON', (text) => {
    for (const step of [1, 64 * 1024]) expect(read(text, step).issue).toMatchObject({ type: 'json_invalid' })
  })

  test('is the one of JSON.parse for any text, whole or spoiled', () => {
    const entry = fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant('x'.repeat(9_000)))
    const object = fc.dictionary(
      fc.string(),
      fc.oneof(fc.array(entry, { maxLength: 6 }), fc.jsonValue({ maxDepth: 2 })),
    )
    const spoiled = fc.tuple(object, fc.nat(), fc.constantFrom('', '[', ']', '{', '}', ',', '"', '\\', ':'))
    fc.assert(
      fc.property(spoiled, fc.integer({ min: 1, max: 20_000 }), ([value, at, sign], step) => {
        const text = JSON.stringify(value)
        const place = at % (text.length + 1)
        const sent = `${text.slice(0, place)}${sign}${text.slice(place)}`
        const { value: found, issue } = read(sent, step)
        // Texts that no database keeps are refused beyond what JSON.parse says.
        if (issue?.type !== 'invalid_text') expect(issue ? 'no JSON' : found).toEqual(bySelf(sent))
      }),
    )
  })
})

describe('what is refused before it is parsed', () => {
  const list = (length: number) => Array.from({ length }, () => '{}').join()
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`

  test('more values than a call may hold, wherever they are', () => {
    expect(read(`{"a":[${list(199_998)}]}`).issue).toBeNull()
    expect(read(`{"a":[${list(199_999)}]}`).issue).toMatchObject({ loc: ['body'], type: 'too_many' })
    expect(read(`{"a":[${list(100_000)}],"b":[${list(100_000)}]}`).issue).toMatchObject({ type: 'too_many' })
    expect(read(`{${Array.from({ length: 200_000 }, (_, at) => `"${at}":1`).join()}`).issue).not.toBeNull()
  })

  test('what is nested without end', () => {
    expect(read(nested(31)).issue).toBeNull()
    expect(read(nested(32)).issue).toMatchObject({ loc: ['body'], type: 'too_deep' })
    expect(read('['.repeat(1e6)).issue).toMatchObject({ type: 'too_deep' })
    expect(read('{"a":'.repeat(1e5)).issue).toMatchObject({ type: 'too_deep' })
  })

  test('one entry, or a body without a list, larger than any that is meant', () => {
    const large = `"${'x'.repeat(90_000)}"`
    for (const text of [large, `{"a":${large}}`, `[${large}]`, `{"a":[1,${large},2]}`]) {
      expect(read(text, 4_096).issue).toMatchObject({ type: 'too_large' })
    }
    const fine = `"${'x'.repeat(60_000)}"`
    for (const text of [fine, `{"a":${fine}}`, `{"a":[${LONG},${fine},${fine}]}`]) expect(read(text).issue).toBeNull()
  })
})

test('a text that no database keeps is named by its place, also far down a list', () => {
  const bad = `{"a":[${LONG},${LONG},${LONG},{"b":["x","\\u0000"]}]}`
  expect(read(bad).issue).toMatchObject({ loc: ['body', 'a', 3, 'b', 1], type: 'invalid_text' })
  expect(read('{"a":[1],"b":"\\ud800"}').issue).toMatchObject({ loc: ['body', 'b'], type: 'invalid_text' })
})
