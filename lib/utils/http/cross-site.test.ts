import { describe, expect, test } from 'vitest'
import { isCrossSite } from '#lib/kernel/route.ts'

const SECURE = 'https://console.clinic.test'
const LOCAL = 'http://localhost:3000'

/** As it arrives: behind a proxy that ends TLS the scheme is http, and the host may be the inner one. */
const from = (headers: Record<string, string>, url = 'http://console.clinic.test/users') => ({
  headers: new Headers(headers),
  url,
  method: 'POST',
})

describe('behind TLS', () => {
  test.each([
    {},
    { origin: SECURE },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: SECURE, 'sec-fetch-site': 'same-origin' },
  ])('%o is our own', (headers) => {
    expect(isCrossSite(from(headers), SECURE)).toBe(false)
    expect(isCrossSite(from(headers, 'http://10.0.0.7:3000/api'), `${SECURE}/`)).toBe(false)
  })

  test.each([
    { origin: 'null' },
    { origin: '' },
    { origin: 'https://evil.test' },
    { origin: 'http://console.clinic.test' },
    { origin: 'https://console.clinic.test:8443' },
    { origin: 'https://console.clinic.test.evil.test' },
    { origin: 'https://CONSOLE.clinic.test@evil.test' },
    { origin: `${SECURE}/` },
    { origin: `${SECURE}, https://evil.test` },
    { origin: `${SECURE} https://evil.test` },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'Same-Origin' },
    { origin: SECURE, 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' },
  ])('%o is not', (headers) => {
    expect(isCrossSite(from(headers), SECURE)).toBe(true)
  })
})

describe('without TLS', () => {
  test.each(['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])('%s is our own', (origin) => {
    expect(isCrossSite(from({ origin }, `${origin}/staff`), LOCAL)).toBe(false)
  })

  test.each(['null', 'http://localhost:3001', 'https://localhost:3000', 'ftp://localhost:3000', 'http://evil.test'])(
    '%s is not',
    (origin) => {
      expect(isCrossSite(from({ origin }, 'http://127.0.0.1:3000/api'), LOCAL)).toBe(true)
    },
  )
})

describe('what does not say where it comes from', () => {
  const cookie = { cookie: 'session=x' }
  test.each(['POST', 'PATCH', 'DELETE'])('%s is refused with a cookie, and nobody without one', (method) => {
    expect(isCrossSite({ ...from(cookie), method }, SECURE)).toBe(true)
    expect(isCrossSite({ ...from({}), method }, SECURE)).toBe(false)
    expect(isCrossSite({ ...from({ ...cookie, origin: SECURE }), method }, SECURE)).toBe(false)
    expect(isCrossSite({ ...from({ ...cookie, 'sec-fetch-site': 'same-origin' }), method }, SECURE)).toBe(false)
  })

  test('a plain read may be one of the address bar; one that another site asks for is refused', () => {
    expect(isCrossSite({ ...from(cookie), method: 'GET' }, SECURE)).toBe(false)
    expect(isCrossSite({ ...from({ ...cookie, 'sec-fetch-site': 'cross-site' }), method: 'GET' }, SECURE)).toBe(true)
    expect(isCrossSite({ ...from({ ...cookie, origin: 'https://evil.test' }), method: 'GET' }, SECURE)).toBe(true)
  })
})
