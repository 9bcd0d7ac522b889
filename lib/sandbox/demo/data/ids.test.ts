import { expect, test } from 'vitest'
import { idsOf } from './events.ts'

const request = (id: string) => ({ headers: new Headers({ 'x-request-id': id }) })

test('the same request gets the same ids again, and another one others', () => {
  const [first, again, other] = [
    idsOf('service')(request('a')),
    idsOf('service')(request('a')),
    idsOf('service')(request('b')),
  ]
  const ids = [first(), first()]
  expect([again(), again()]).toEqual(ids)
  expect(new Set([...ids, other()]).size).toBe(3)
})

test('no part of a world gives a request the id that another has given it', () => {
  const ids = (['service', 'proxy', 'console'] as const).map((part) => idsOf(part)(request('a'))())
  expect(new Set(ids).size).toBe(3)
})
