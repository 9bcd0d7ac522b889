import { expect, test } from 'vitest'
import { isJson } from './read-body.ts'

test.each([
  'application/json',
  'application/json; charset=utf-8',
  'application/json;x=y',
  ' Application/JSON ;',
  'application/merge-patch+json',
])('%o is JSON', (type) => {
  expect(isJson(type)).toBe(true)
})

test.each([
  null,
  '',
  'text/plain',
  'text/plain; application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=application/json',
  'application/json-patch+json',
  'application/jsonp',
  'application/json+xml',
  'application/json, text/plain',
  'text/plain, application/json',
])('%o is not', (type) => {
  expect(isJson(type)).toBe(false)
})
