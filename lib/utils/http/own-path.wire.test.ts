import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ownPath, signInPath } from './own-path.ts'

describe('ownPath', () => {
  test.each([
    ['/production/orders', '/production/orders'],
    ['/production/orders?page=2&size=25', '/production/orders?page=2&size=25'],
    [
      '/sandbox/users/8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b/orders',
      '/sandbox/users/8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b/orders',
    ],
    ['/staging-eu/activity?outcome=failed#top', '/staging-eu/activity?outcome=failed'],
    ['/sandbox/../production/users', '/production/users'],
    ['/sandbox/%2F%2Fevil.example', '/sandbox/%2F%2Fevil.example'],
    ['/sandbox?to=https://evil.example', '/sandbox?to=https://evil.example'],
    ['/sign-inn', '/sign-inn'],
    ['/apiary/users', '/apiary/users'],
  ])('%s leads to %s', (next, path) => {
    expect(ownPath(next)).toBe(path)
  })

  test.each([
    null,
    undefined,
    '',
    '/',
    '/.',
    '/..',
    '/?next=/sandbox',
    'sandbox/users',
    '.',
    '..',
    './sandbox',
    '?a=1',
    '#a',
    'https://evil.example',
    'https://evil.example/sandbox/users',
    'https:/evil.example',
    'https:evil.example',
    'HTTPS://evil.example',
    'http://evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    'mailto:ann@clinic.test',
    '//evil.example',
    '///evil.example',
    '////evil.example/a',
    '//evil.example@console.invalid',
    '/\\evil.example',
    '\\/evil.example',
    '\\\\evil.example',
    '\\evil.example',
    '/sandbox\\..\\..\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r/evil.example',
    '/\u0000/evil.example',
    '\t//evil.example',
    ' //evil.example',
    ' /sandbox',
    '/sandbox users',
    '/\u007f',
    '/\u00a0/evil.example',
    '/\u2028/evil.example',
    '/\uff0fevil.example',
    '/é',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    '/a/../..//evil.example',
    '/%2e%2e//evil.example',
    '/%2e//evil.example',
    '/a/%2E%2E//evil.example',
    '/sign-in',
    '/sign-in/',
    '/sign-in?next=/sign-in',
    '/a/../sign-in',
    '/%2e/sign-in',
    '/setup',
    '/setup#token',
    '/api/auth/sign-out',
    '/api',
    '/v2/user/',
    '/v3/orders',
    '/link/abc',
    '/portal/abc',
    '/_next/static/x.js',
    `/${'a'.repeat(2_000)}`,
  ])('%j leads nowhere', (next) => {
    expect(ownPath(next)).toBeNull()
  })

  test('whatever the text, a browser that follows the answer stays with the console', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      '%2e',
      '%2f',
      '%5c',
      ':',
      '@',
      'evil.example',
      'a',
      '?',
      '#',
      '\t',
      '\n',
      ' ',
      'https:',
    )
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(text, fc.boolean(), (tail, rooted) => {
        const path = ownPath(rooted ? `/${tail}` : tail)
        if (path === null) return
        for (const base of ['https://console.test/sign-in', 'http://localhost:3000/sign-in?next=x']) {
          expect(new URL(path, base).origin).toBe(new URL(base).origin)
        }
        expect(path).toMatch(/^\/[^/\\]/)
        expect(ownPath(path)).toBe(path)
      }),
      { numRuns: 500 },
    )
  })
})

describe('signInPath', () => {
  test('keeps the way back and the reason', () => {
    expect(signInPath('/production/orders?page=2', 'idle')).toBe(
      '/sign-in?next=%2Fproduction%2Forders%3Fpage%3D2&reason=idle',
    )
  })

  test('drops a way back that is none', () => {
    expect(signInPath('//evil.example')).toBe('/sign-in')
    expect(signInPath(null, 'signed_out')).toBe('/sign-in?reason=signed_out')
  })
})
