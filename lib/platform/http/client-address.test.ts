import { expect, test } from 'vitest'
import { networkOf, siteOf, trustedAddress } from './client-address.ts'

test.each<[string | undefined, string | undefined, number, string]>([
  ['192.0.2.1', undefined, 0, '192.0.2.1'],
  ['192.0.2.1', '203.0.113.9', 0, '192.0.2.1'],
  ['10.0.0.1', '198.51.100.7, 203.0.113.9', 1, '203.0.113.9'],
  ['10.0.0.1', '198.51.100.7, 203.0.113.9, 10.0.0.2', 2, '203.0.113.9'],
  ['10.0.0.1', undefined, 2, '10.0.0.1'],
  ['10.0.0.1', 'nonsense', 1, 'unknown'],
  ['10.0.0.1', '203.0.113.9:51234', 1, '203.0.113.9'],
  ['10.0.0.1', '[2001:db8::9]:443', 1, '2001:db8::9'],
  ['10.0.0.1', '[2001:db8::9]', 1, '2001:db8::9'],
  ['10.0.0.1', '[203.0.113.9', 1, 'unknown'],
  ['10.0.0.1', '203.0.113.9:', 1, 'unknown'],
  ['::ffff:192.0.2.1', undefined, 0, '192.0.2.1'],
  ['2001:db8::1', undefined, 0, '2001:db8::1'],
  [undefined, undefined, 0, 'unknown'],
])('peer %s, forwarded for %s, %i proxies: %s', (peer, forwarded, hops, address) => {
  expect(trustedAddress(peer, forwarded, hops)).toBe(address)
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['2001:0DB8:0001:02::6%eth0', '2001:db8:1:2'],
  ['2001:db8:1:2:0:0:1.2.3.4', '2001:db8:1:2'],
  ['::ffff:c0a8:0102', '192.168.1.2'],
  ['::1', '0:0:0:0'],
  ['ann@clinic.test', 'ann@clinic.test'],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1'],
  ['2001:db8::6', '2001:db8:0'],
  ['192.0.2.1', null],
  ['unknown', null],
])('the site of %s is %s', (address, site) => {
  expect(siteOf(address)).toBe(site)
})
