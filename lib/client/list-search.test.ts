import { describe, expect, test } from 'vitest'
import { listOrders } from '#lib/contract/order.ts'
import { listUsers } from '#lib/contract/user.ts'
import { countParser, readListSearch, searchOf } from './list-search.ts'

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

describe('countParser', () => {
  const limit = countParser(listUsers.query, 'limit')

  test('accepts what the schema accepts, and nothing else', () => {
    expect(limit.parse('500')).toBe(500)
    expect(limit.parse('501')).toBeNull()
    expect(limit.parse('12abc')).toBeNull()
  })

  test('its default is the contract’s', () => {
    expect(limit.defaultValue).toBe(100)
    expect(countParser(listOrders.query, 'page').defaultValue).toBe(1)
  })
})
