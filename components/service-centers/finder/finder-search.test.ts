import { describe, expect, test } from 'vitest'
import {
  centersQuery,
  labOfTest,
  readFinderSearch,
  widerThan,
  writeFinderSearch,
  zipDigits,
  zipOfAddress,
} from './finder-search.ts'

const ORDER = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const ACCOUNT = '00000000-0000-4000-b000-000000000201'
const read = (address: string) => readFinderSearch(new URLSearchParams(address))

describe('the address', () => {
  test.each([
    'zip_code=80205&lab_id=1',
    `zip_code=02108&lab_id=27&radius=50&capabilities=stat&capabilities=pediatric_draws&lab_account_id=${ACCOUNT}`,
    'radius=100',
    `order=${ORDER}&lab_id=1&radius=10`,
  ])('%s is read and written as it is', (address) => {
    const { search, ignored } = read(address)
    expect(ignored).toEqual([])
    expect(writeFinderSearch(search).toString()).toBe(address)
  })

  test('what is usual is not written, what cannot be used is named and left out', () => {
    expect(writeFinderSearch(read('radius=25').search).toString()).toBe('')
    const { search, ignored } = read('zip_code=8020&lab_id=x&radius=30&lab_account_id=7&order=1')
    expect(ignored.sort()).toEqual(['lab_account_id', 'lab_id', 'order', 'radius', 'zip_code'])
    expect(search).toEqual({
      order_id: null,
      zip_code: '',
      lab_id: null,
      all_labs: false,
      radius: '25',
      capabilities: [],
      lab_account_id: null,
    })
  })

  test('near an order’s patient no ZIP is in it, whatever somebody wrote there', () => {
    const { search } = read(`order=${ORDER}&zip_code=80205&lab_id=1`)
    expect(search.zip_code).toBe('')
    expect(writeFinderSearch({ ...search, zip_code: '80205' }).toString()).toBe(`order=${ORDER}&lab_id=1`)
  })
})

describe('the call', () => {
  test('nothing is asked without five digits and a lab', () => {
    for (const address of ['', 'zip_code=80205', 'lab_id=1', `order=${ORDER}&lab_id=1`])
      expect(centersQuery(read(address).search, null), address).toBeNull()
    expect(centersQuery({ ...read('lab_id=1').search, zip_code: '8020' }, null)).toBeNull()
  })

  test('the ZIP is that of the patient near an order, and else the one that was typed', () => {
    expect(centersQuery(read(`order=${ORDER}&lab_id=1`).search, '80205')).toEqual({
      zip_code: '80205',
      lab_id: 1,
      radius: '25',
    })
    const typed = read(`zip_code=02108&lab_id=1&radius=10&capabilities=stat&lab_account_id=${ACCOUNT}`).search
    expect(centersQuery(typed, '80205')).toEqual({
      zip_code: '02108',
      lab_id: 1,
      radius: '10',
      capabilities: ['stat'],
      lab_account_id: ACCOUNT,
    })
  })
})

test.each([
  ['80205', '80205'],
  [' 80205-1234 ', '80205'],
  ['80205-', '80205'],
  ['802', '802'],
  ['80 205', '80205'],
  ['8o2O5', '825'],
  ['802051234', '80205'],
])('of "%s" the box holds "%s"', (typed, digits) => {
  expect(zipDigits(typed)).toBe(digits)
})

test.each([
  ['80205', '80205'],
  ['80205-1234', '80205'],
  ['802051234', '80205'],
  ['8020', null],
  ['85004 1234', '85004'],
  ['85004–1234', '85004'],
  ['="85004"', '85004'],
  ['SW1A 1AA', null],
  [null, null],
])('the ZIP of an address with %s is %s', (zip, expected) => {
  expect(zipOfAddress({ zip })).toBe(expected)
  expect(zipOfAddress(null)).toBeNull()
})

test('the next wider radius, up to the widest', () => {
  expect([widerThan('10'), widerThan('25'), widerThan('100')]).toEqual(['20', '50', null])
})

test('the lab of an order is that of its test, where one lab runs tests of that name', () => {
  const entry = (name: string, lab_id: string | null, kind: 'lab_test' | 'lab' = 'lab_test') =>
    ({ kind, id: `${name} ${lab_id}`, name, lab_id, origin: 'seed' }) as const
  const entries = [entry('Heart risk', '2'), entry('Thyroid', '12'), entry('Thyroid', '13'), entry('Iron', null)]
  const labOf = (name: string | undefined) => labOfTest(entries, name)
  expect(['Heart risk', 'Thyroid', 'Iron', 'heart', undefined].map(labOf)).toEqual([2, null, null, null, null])
  expect(labOfTest(null, 'Heart risk')).toBeNull()
})
