import { describe, expect, test } from 'vitest'
import type { ValidationIssue } from '#lib/kernel/error-body.ts'
import { RequestError, type RequestErrorKind } from './errors.ts'
import { fieldAt, fieldErrors, textAt } from './field-errors.ts'

const FIELDS = ['name', 'address.zip_code', 'sources'] as const
const fieldOf = (path: string) => fieldAt(path, FIELDS)
const issue = (path: string, msg: string): ValidationIssue => ({
  loc: ['body', ...path.split('.')],
  msg,
  type: 'value',
})

function failed(issues: ValidationIssue[], kind: RequestErrorKind = 'http', body: unknown = undefined) {
  return new RequestError({ kind, call: 'POST /x', detail: 'Refused.', status: 422, issues, body })
}

describe('what the console refuses', () => {
  test('is said at its field, also of an item inside it', () => {
    const error = failed([issue('address.zip_code', 'Five digits.'), issue('sources.2', 'Unknown.')])
    expect(fieldErrors(error, { fieldOf, speaker: 'console' })).toEqual({
      fields: new Map([
        ['address.zip_code', 'Five digits.'],
        ['sources', 'Unknown.'],
      ]),
      text: null,
    })
  })
  test('is a text for the whole form where the form has no such field', () => {
    const error = failed([issue('name', 'Taken.'), issue('token', 'Not a link.'), issue('names', 'Odd.')])
    const { fields, text } = fieldErrors(error, { fieldOf, speaker: 'console' })
    expect([[...fields], text]).toEqual([[['name', 'Taken.']], 'Not a link.; Odd.'])
  })
  test('is the message where no field is named: a conflict, a lost connection', () => {
    expect(fieldErrors(failed([]), { fieldOf, speaker: 'console' })).toEqual({ fields: new Map(), text: 'Refused.' })
  })
  test('is read from `issues` before the list in `detail`', () => {
    const error = failed([issue('name', 'Old.')], 'http', { detail: 'Words.', issues: [issue('name', 'New.')] })
    expect(fieldErrors(error, { fieldOf, speaker: 'console' }).fields.get('name')).toBe('New.')
  })
})

describe('what a service refuses', () => {
  test('is quoted, with the path where the form has no such field', () => {
    const error = failed([issue('name', 'too odd'), issue('user_id', 'locked')])
    const { fields, text } = fieldErrors(error, { fieldOf, speaker: 'service' })
    expect(fields.get('name')).toBe('The service refused this: “too odd”')
    expect(text).toBe('user_id: locked')
  })
  test('is not quoted where this console found it before it was sent', () => {
    const { fields } = fieldErrors(failed([issue('name', 'Ours.')], 'input'), { fieldOf, speaker: 'service' })
    expect(fields.get('name')).toBe('Ours.')
  })
})

test('the text at a path is empty where there is none', () => {
  expect(textAt({ address: { zip_code: '85004' } }, 'address.zip_code')).toBe('85004')
  for (const path of ['address', 'address.zip_code.0', 'other'])
    expect(textAt({ address: { zip_code: 1 } }, path)).toBe('')
})
