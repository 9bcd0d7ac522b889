import { describe, expect, test } from 'vitest'
import { unstorable } from './storable.ts'

const nested = (levels: number): unknown => (levels === 0 ? 'end' : [nested(levels - 1)])

describe('inputs that nothing could keep', () => {
  test.each([
    ['\0', ['body']],
    [{ a: { b: ['x', 'y\0'] } }, ['body', 'a', 'b', 1]],
    [{ a: '\ud83d' }, ['body', 'a']],
    [{ a: { 'k\0': 1 } }, ['body', 'a']],
  ])('%j is found at %j', (input, loc) => {
    expect(unstorable('body', input)).toMatchObject({ loc, type: 'invalid_text' })
  })

  test.each([null, 7, true, '', 'Zoë 😀 \u0001\n', {}, [], { a: [null, { b: '' }] }])('%j is fine', (input) => {
    expect(unstorable('query', input)).toBeNull()
  })

  test('what is nested without end, however deep', () => {
    expect(unstorable('body', nested(31))).toBeNull()
    expect(unstorable('body', nested(32))).toMatchObject({ type: 'too_deep' })
    expect(unstorable('body', JSON.parse(`${'['.repeat(1e6)}${']'.repeat(1e6)}`))).toMatchObject({ type: 'too_deep' })
  })

  test('more values than a call may hold, wherever they are', () => {
    const list = (length: number) => Array.from({ length }, () => ({}))
    expect(unstorable('body', { a: list(199_998) })).toBeNull()
    expect(unstorable('body', { a: list(100_000), b: [list(100_000)] })).toMatchObject({ type: 'too_many' })
  })
})
