import { describe, expect, test } from 'vitest'
import { listOrders } from '#lib/domains/orders/order.ts'
import { listUsers } from '#lib/domains/users/user.ts'
import { readListSearch, searchOf, writeListSearch } from './list-search.ts'

describe('readListSearch', () => {
  test('fills the defaults of the contract', () => {
    expect(readListSearch(listUsers.query, new URLSearchParams())).toEqual({
      query: { offset: 0, limit: 100 },
      ignored: [],
    })
  })

  test('takes what the schema takes and drops what it does not declare', () => {
    const search = new URLSearchParams('offset=100&limit=500&colour=plum')
    expect(readListSearch(listUsers.query, search)).toEqual({ query: { offset: 100, limit: 500 }, ignored: [] })
  })

  test.each(['limit=501', 'limit=abc', 'limit=0', 'limit=12abc', 'limit=1.5', 'limit='])(
    '%s falls back to the default and is named',
    (text) => {
      const search = new URLSearchParams(`offset=100&${text}`)
      expect(readListSearch(listUsers.query, search)).toEqual({
        query: { offset: 100, limit: 100 },
        ignored: ['limit'],
      })
    },
  )

  test('a NUL is no text of any key', () => {
    const search = new URLSearchParams('status=%00&status=lost&order_type=testkit&patient_name=a%00')
    const { query, ignored } = readListSearch(listOrders.query, search)
    expect(ignored.sort()).toEqual(['patient_name', 'status'])
    expect(query).toEqual({ order_type: ['testkit'], page: 1, size: 50 })
  })

  test('names each key once, however many of its values are wrong', () => {
    const search = new URLSearchParams('order_ids=x&order_ids=y&page=0')
    const { query, ignored } = readListSearch(listOrders.query, search)
    expect(ignored.sort()).toEqual(['order_ids', 'page'])
    expect(query).toEqual({ page: 1, size: 50 })
  })
})

test('searchOf repeats the keys of arrays and leaves out what is missing', () => {
  expect(searchOf({ status: ['a', 'b'], page: '2', size: undefined }).toString()).toBe('status=a&status=b&page=2')
})

describe('writeListSearch', () => {
  test('leaves out what is usual, and what is not asked for', () => {
    const search = writeListSearch(listOrders.query, {
      status: ['a', 'b'],
      is_critical: false,
      page: 1,
      size: 25,
      user_id: null,
    })
    expect(search.toString()).toBe('status=a&status=b&is_critical=false&size=25')
  })

  test('is read again as it was', () => {
    const query = { offset: 500, limit: 250 }
    expect(readListSearch(listUsers.query, writeListSearch(listUsers.query, query))).toEqual({ query, ignored: [] })
  })
})

test('searchOf leaves out what belongs to the whole page', () => {
  expect(searchOf({ scenario: 'busy,slow', tour: 'draw', step: '3', page: '2' }).toString()).toBe('page=2')
})
