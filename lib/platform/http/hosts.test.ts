import { describe, expect, test } from 'vitest'
import { hostChecker } from './hosts.ts'

const place = { host: '127.0.0.1', public_url: 'https://console.example.com', allowed_hosts: ['console', 'a.internal'] }

describe('the names the server answers to', () => {
  const isOurs = hostChecker(place)

  test.each([
    'localhost',
    'localhost:3000',
    'LOCALHOST:3000',
    '127.0.0.1:3000',
    '10.1.2.3',
    '[::1]:3000',
    '[2001:db8::1]',
    'console.example.com',
    'Console.Example.com:443',
    'console.example.com.',
    'console:3000',
    'a.internal',
  ])('%s is one', (host) => {
    expect(isOurs(host)).toBe(true)
  })

  test.each([
    undefined,
    '',
    'evil.test',
    'localhost.evil.test',
    'console.example.com.evil.test',
    '127.0.0.1.evil.test',
    'evil.test:3000',
    'user@localhost',
    'localhost/evil',
    'localhost:3000:1',
    '[evil]',
    '[::1',
    ':3000',
    'localhost, evil.test',
  ])('%s is none', (host) => {
    expect(isOurs(host)).toBe(false)
  })

  test('the host it listens on is one, and without an address of its own no other name', () => {
    const named = hostChecker({ host: 'box.local' })
    expect(named('box.local:3000')).toBe(true)
    expect(hostChecker({ host: '' })('')).toBe(false)
    expect(hostChecker({ host: '0.0.0.0' })('console.example.com')).toBe(false)
  })
})
