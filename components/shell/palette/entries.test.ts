import fc from 'fast-check'
import { Settings } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import type { DirectoryUser } from '#lib/domains/users/directory.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import { type Found, groupsFor, type Matches, NOTHING_FOUND, type Place, rankPlaces } from './entries.ts'
import { parseQuery } from './parse-query.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const AT = '2026-11-17T16:30:00Z'
const orderOf = (id: string) => makeOrder({ id, patient_address: { receiver_name: 'Maren Okafor' } })

const place = (label: string, more: Partial<Place> = {}): Place => ({
  kind: 'page',
  key: label,
  label,
  within: null,
  words: '',
  strokes: [],
  icon: Settings,
  denied: false,
  href: `/sandbox/${label}`,
  run: null,
  ...more,
})

const user = (user_id: string, client_user_id: string | null = 'member-1'): DirectoryUser => ({
  seen_at: AT,
  user: makeUser({ user_id, client_user_id, created_on: AT }),
})

const PLACES = [
  place('Orders', { words: 'tests kits results' }),
  place('Users', { words: 'people directory' }),
  place('Bulk import', { words: 'connections csv' }),
  place('Audit log', { words: 'who did what', denied: true }),
  place('Refresh the user directory', { kind: 'action', href: null, words: 'reload' }),
]
const all = <T>(...rows: T[]): Matches<T> => ({ rows, total: rows.length })

function groups(text: string, found: Partial<Found> = {}, recents: readonly string[] = []) {
  const known = {
    environment: 'sandbox',
    places: PLACES,
    recents: recents.map((id) => ({ kind: 'order' as const, id, label: 'Heart risk' })),
  }
  return groupsFor(parseQuery(text), { ...NOTHING_FOUND, ...found }, known)
}
const titles = (...given: Parameters<typeof groups>) =>
  groups(...given).map(({ title, entries }) => [title, entries.map(({ key }) => key)])

describe('before anything is typed', () => {
  test('what was opened last, then the pages and actions that the person may use', () => {
    expect(titles('', {}, [ID])).toEqual([
      ['Recently opened', [`recent-${ID}`]],
      ['Pages', ['Orders', 'Users', 'Bulk import']],
      ['Actions', ['Refresh the user directory']],
    ])
    expect(titles('  ')[0]?.[0]).toBe('Pages')
    expect(groups('', {}, [ID])[0]?.entries[0]?.href).toBe(`/sandbox/orders/${ID}`)
  })
})

describe('an id', () => {
  const found = { users: all(user(ID)), ofUser: { rows: [orderOf('a')], total: 1200 } }

  test('says what it is, and how much belongs to it', () => {
    expect(titles(ID, found)).toEqual([
      ['User with this ID', [ID]],
      ['Orders of this user', ['a']],
    ])
    expect(groups(ID, found).map(({ of }) => of)).toEqual([null, '1 of 1,200'])
    expect(groups(ID, found)[0]?.entries[0]?.href).toBe(`/sandbox/users/${ID}`)
  })

  test('an order stands once, however it was found', () => {
    const order = orderOf(ID)
    expect(titles(ID, { orders: all(order), ofTransaction: all(order, orderOf('b')) })).toEqual([
      ['Order with this ID', [ID]],
      ['Orders of transaction 3cb73ce0…a797', ['b']],
    ])
    expect(titles(ID, { ofTransaction: all(orderOf('b'), orderOf('c')) })).toEqual([
      ['Orders of transaction 3cb73ce0…a797', ['b', 'c']],
    ])
  })

  test('that is nothing here has no lines: no page is called like it', () => {
    expect(groups(ID)).toEqual([])
  })
})

describe('a text', () => {
  const found = { users: all(user('u', null)), orders: { rows: [orderOf('o')], total: null } }

  test('users stand before orders, and these before what the console itself has', () => {
    expect(titles('import', found)).toEqual([
      ['Users', ['u']],
      ['Orders', ['o']],
      ['Pages and actions', ['Bulk import']],
    ])
    expect(groups('import', found).map(({ of }) => of)).toEqual([null, null, null])
  })

  test('a name leads to the users whose orders carry it, each once; what else was found leads to no user', () => {
    const order = (id: string, user_id: string, name: string) =>
      makeOrder({ id, user_id, patient_address: { receiver_name: name } })
    const orders = all(
      order('a', 'u1', 'Maren Okafor'),
      order('b', 'u1', 'Maren Okafor'),
      order('c', 'u2', 'MAREN  OKAFOR'),
      order('d', 'u3', 'Phoebe Lind'),
    )
    expect(titles('okafor maren', { users: all(user('u2')), orders })).toEqual([
      ['Users', ['u2']],
      ['Users, by the name on their orders', ['u1']],
      ['Orders', ['a', 'b', 'c', 'd']],
    ])
    expect(titles('8a5fc03d', { orders })).toEqual([['Orders', ['a', 'b', 'c', 'd']]])
    const many = all(...['1', '2', '3', '4'].map((id) => order(id, `u${id}`, 'Maren')))
    expect(titles('mar', { orders: many })[0]).toEqual(['Users, by the name on their orders', ['u1', 'u2', 'u3']])
    expect(groups('mar', { orders: many })[0]?.entries[0]?.href).toBe('/sandbox/users/u1')
  })

  test('a page whose name begins so stands first, and stays there whatever is found', () => {
    const first = (...given: Parameters<typeof groups>) => groups(...given)[0]?.entries[0]?.key
    expect(first('ord')).toBe('Orders')
    expect(first('ord', found)).toBe('Orders')
    expect(first('ORDERS', found)).toBe('Orders')
    expect(first('member', found)).toBe('u')
  })

  test('no text makes a line stand twice or a group stand empty', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'ordersuimptaul kw') })
    const ids = fc.array(fc.constantFrom('a', 'b', 'c'))
    fc.assert(
      fc.property(letters, ids, (text, keys) => {
        const made = groups(text, { users: all(...keys.map((key) => user(key))), orders: all(orderOf('a')) })
        const keysOf = made.flatMap(({ entries }) => entries.map(({ key }) => key))
        expect(new Set(keysOf).size).toBe(keysOf.length)
        expect(made.every(({ entries }) => entries.length > 0)).toBe(true)
      }),
    )
  })
})

describe('ranking', () => {
  const rank = (text: string) => rankPlaces(PLACES, text).places.map(({ key }) => key)

  test.each([
    ['user', ['Users', 'Refresh the user directory']],
    ['directory', ['Refresh the user directory', 'Users']],
    ['dir us', ['Refresh the user directory', 'Users']],
    ['the user', ['Refresh the user directory']],
    ['csv', ['Bulk import']],
    ['import csv', ['Bulk import']],
    ['log', ['Audit log']],
    ['sers', []],
    ['users csv', []],
  ])('%j: %j', (text, keys) => {
    expect(rank(text)).toEqual(keys)
  })

  test('at most six', () => {
    const many = Array.from({ length: 9 }, (_, index) => place(`Page ${index}`))
    const [group] = groupsFor(parseQuery('page'), NOTHING_FOUND, { environment: 'sandbox', places: many, recents: [] })
    expect(group?.entries).toHaveLength(6)
  })
})
