import fc from 'fast-check'
import { Settings } from 'lucide-react'
import { describe, expect, test } from 'vitest'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import type { DirectoryUser, FoundPerson } from '#lib/domains/users/directory.ts'
import { makeUser } from '#lib/domains/users/user.testing.ts'
import {
  groupsFor,
  type Matched,
  type Matches,
  NOTHING_FOUND,
  orderReason,
  type PaletteData,
  parseQuery,
} from './entries.ts'
import { type Place, rankPlaces, userActions } from './user-actions.ts'

const ID = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const AT = '2026-11-17T16:30:00Z'
const orderOf = (id: string) => makeOrder({ id, patient_address: { receiver_name: 'Maren Okafor' } })

const UNKNOWN = { name: null, birth_date: null, recipient: 'Maren Okafor' }
const shipsTo = (name: string) => ({ ...UNKNOWN, name })

const place = (label: string, more: Partial<Place> = {}): Place => ({
  kind: 'page',
  key: label,
  label,
  note: null,
  words: '',
  strokes: [],
  icon: Settings,
  href: `/sandbox/${label}`,
  onArrival: null,
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
  place('Audit log', { words: 'who did what' }),
  place('Refresh the user directory', { kind: 'action', href: null, words: 'reload' }),
]
const all = <T>(...rows: T[]): Matches<T> => ({ rows, total: rows.length })

const KNOWN: PaletteData = {
  environment: 'sandbox',
  recents: [],
  orders: new Map(),
  places: PLACES,
  views: [],
  catalog: [],
  savedViews: [],
  here: null,
  opened: [],
  actionsFor: (who) => userActions(who, { environment: 'sandbox', role: 'lab_coordinator' }),
}

function groups(
  text: string,
  found: Partial<Matched> = {},
  recents: readonly string[] = [],
  more: Partial<PaletteData> = {},
) {
  const opened = recents.map((id) => ({ kind: 'order' as const, id, label: 'Heart risk' }))
  const known = { ...KNOWN, recents: opened, ...more }
  return groupsFor(parseQuery(text), { ...NOTHING_FOUND, ...found }, known)
}
const titles = (...given: Parameters<typeof groups>) =>
  groups(...given).map(({ title, entries }) => [title, entries.map(({ key }) => key)])

describe('before anything is typed', () => {
  test('what was opened last, then the pages and actions that the person may use', () => {
    expect(titles('', {}, [ID])).toEqual([
      ['Recently opened', [`recent-${ID}`]],
      ['Pages', ['Orders', 'Users', 'Bulk import', 'Audit log']],
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
      ['For member-1', [`connections-${ID}`, `orders-${ID}`]],
      ['Orders of this user', ['a', 'more-Orders of this user']],
    ])
    expect(groups(ID, found).map(({ of }) => of)).toEqual([null, null, '1 of 1,200'])
    expect(groups(ID, found)[2]?.entries[1]).toMatchObject({
      label: 'Show all 1,200 orders of this user',
      href: `/sandbox/users/${ID}/orders`,
      held: null,
    })
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
      ['For u', ['connections-u', 'orders-u']],
      ['Orders', ['o', 'more-Orders']],
      ['Pages and actions', ['Bulk import']],
    ])
    expect(groups('import', found).map(({ of }) => of)).toEqual([null, null, null, null])
  })

  test('people stand once and first; those whose name only sounds alike come last', () => {
    const person = (user_id: string, how: FoundPerson['how']): FoundPerson => {
      return { user_id, client_user_id: null, how, by: ['name'], order_ids: [] }
    }
    const people = { rows: [person('u1', 'exact'), person('u2', 'prefix'), person('u3', 'sounds')], total: 9 }
    expect(titles('okafor', { people, users: all(user('u2')), orders: all(orderOf('o')) })).toEqual([
      ['People', ['u1', 'u2']],
      ['For member-1', ['connections-u2', 'orders-u2']],
      ['Orders', ['o']],
      ['Sounds like', ['u3', 'more-Sounds like']],
    ])
  })

  test('all that was found is one line on, with the text beside the address', () => {
    const many = { users: { rows: [user('u'), user('v')], total: 15 }, orders: { rows: [orderOf('o')], total: 15 } }
    const [users, orders] = groups('maren', many)
    expect([users?.of, users?.entries.at(-1)]).toEqual([
      '2 of 15',
      {
        kind: 'more',
        key: 'more-Users',
        label: 'Show all 15 users',
        href: '/sandbox/users',
        held: { users: 'maren' },
      },
    ])
    expect(orders?.entries.at(-1)).toMatchObject({
      label: 'Show all 15 orders',
      href: '/sandbox/orders?view=all',
      held: { 'orders.search_input': 'maren' },
    })
  })

  test('a line says why it was found', () => {
    const people = { users: all(user(ID, 'member-a797'), user('41fa88c3-0000-4000-8000-00000000a797', 'x')) }
    const orders = all(makeOrder({ id: ID.replace('3', '4'), user_id: 'u' }), makeOrder({ id: 'o', user_id: ID }))
    const why = (text: string) =>
      groups(text, { ...people, orders })
        .flatMap(({ entries }) => entries)
        .map((entry) => {
          if (entry.kind === 'user') return entry.why
          return entry.kind === 'order' && entry.asked ? orderReason(entry.order, entry.asked, UNKNOWN) : null
        })
        .filter((one) => one !== null)
    expect(why('a797')).toEqual(['reference', 'ID ends in a797', 'order ID ends in a797', 'user ID ends in a797'])
    expect(why('3cb73ce0…a797').slice(0, 1)).toEqual(['ID 3cb73ce0…a797'])
  })

  test.each([
    ['the recipient, while nothing says whose it is', 'okafor', UNKNOWN, 'recipient'],
    ['the patient, to whom it ships', 'okafor', { name: 'Maren Okafor', birth_date: null, recipient: null }, 'patient'],
    ['the recipient, who is not the patient', 'okafor', shipsTo('Ada Moss'), 'recipient'],
    ['both, where both have the name', 'okafor', shipsTo('Ada Okafor'), 'patient and recipient'],
    ['the patient, who is not the recipient', 'moss', shipsTo('Ada Moss'), 'patient'],
    ['what is hidden', 'okafor', shipsTo('A▒ O▒'), 'name or birth date'],
  ])('an order found by a name says which: %s', (_, text, patient, reason) => {
    const asked = parseQuery(text)
    if (asked.kind !== 'text') throw new Error('It is a text.')
    expect(orderReason(orderOf('a'), asked, patient)).toBe(reason)
  })

  test('the user of the page, and those opened before, are acted on by what somebody calls it', () => {
    const here = { user_id: ID, client_user_id: null }
    const opened = [{ user_id: 'u7', client_user_id: 'member-7' }]
    const labels = (text: string) =>
      groups(text, {}, [], { here, opened }).map(({ title, entries }) => [title, entries.map(({ key }) => key)])
    expect(labels('')[0]).toEqual(['For 3cb73ce0…a797', [`connections-${ID}`, `orders-${ID}`]])
    expect(labels('kits')).toEqual([['Pages and actions', ['Orders', `orders-${ID}`, 'orders-u7']]])
    expect(labels('orders member-7')).toEqual([['Pages and actions', ['orders-u7']]])
  })

  test('saved views stand before anything is typed, and every view is found by its name', () => {
    const [saved, builtIn] = [
      [place('Late kits', { key: 'view-1', note: 'view of orders' })],
      [place('Exceptions', { key: 'view-exceptions', note: 'view of orders' })],
    ]
    const more = { savedViews: saved, views: [...saved, ...builtIn] }
    expect(groups('', {}, [], more).map(({ title }) => title)).toEqual(['Saved views', 'Pages', 'Actions'])
    expect(groups('exc', {}, [], more)[0]?.entries[0]?.key).toBe('view-exceptions')
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
    const [group] = groupsFor(parseQuery('page'), NOTHING_FOUND, { ...KNOWN, places: many })
    expect(group?.entries).toHaveLength(6)
  })
})
