import { expect, test } from 'vitest'
import { requestId } from './request-id.ts'

const of = (given?: string) => requestId({ headers: new Headers(given === undefined ? {} : { 'x-request-id': given }) })

test.each(['abcdef-1', 'A_b-c_D-0', 'x'.repeat(64)])('%s is plain, and kept', (given) => {
  expect(of(given)).toBe(given)
})

test.each([undefined, '', 'short-1', 'x'.repeat(65), 'Maren Okafor', 'ann@clinic.test', '../../../etc', 'abcdef%0a12'])(
  '%o is replaced',
  (given) => {
    expect(of(given)).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  },
)

test('no two calls without an id share one', () => {
  expect(of()).not.toBe(of())
})
