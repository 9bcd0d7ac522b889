import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { auditSubjects } from './input-subjects.ts'

const A = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
const B = '70a2f9d3-1111-4222-8333-9a6f2c8151bc'

describe('whom a call is about', () => {
  test.each([
    ['the path', { params: { user_id: A, provider: 'fitbit' } }, [A]],
    ['the query', { query: { user_id: A, order_ids: [B, A], order_transaction_id: B } }, [A, B]],
    ['the body', { params: {}, body: { user_id: A, order_id: B } }, [A, B]],
    ['a bulk import', { body: { connections: [{ user_id: A, access_token: 't' }, { user_id: B }] } }, [A, B]],
    ['a search for users, or a watch over orders', { query: { orders: [B] }, body: { user_ids: [A] } }, [B, A]],
    ['a search of the log', { query: { subject: A } }, [A]],
    ['a report', { body: { subjects: [B] } }, [B]],
    ['staff', { params: { staff_id: A } }, [A]],
    ['one id in two spellings', { params: { user_id: A.toUpperCase() }, query: { user_id: A } }, [A]],
    ['a lab test, which is nobody', { params: { lab_test_id: A }, query: { lab_account_id: B } }, []],
    ['nothing', {}, []],
    ['what is no input', { params: null, query: 'x', body: 7 }, []],
  ])('%s', (_, input, expected) => {
    expect(auditSubjects(input)).toEqual(expected)
  })

  test('is an id or nothing, whatever the call holds and wherever', () => {
    const field = fc.oneof(
      fc.constantFrom(
        'user_id',
        'order_id',
        'order_ids',
        'staff_id',
        'subject',
        'subjects',
        'search_input',
        'first_name',
      ),
      fc.string(),
    )
    const leaf = fc.oneof(fc.string(), fc.constantFrom('Jane Doe', 'jane', '1980-02-29', 'sk_key', A), fc.uuid())
    const { tree } = fc.letrec((tie) => ({
      tree: fc.oneof(
        { maxDepth: 6 },
        leaf,
        fc.array(tie('tree'), { maxLength: 3 }),
        fc.dictionary(field, tie('tree'), { maxKeys: 4 }),
      ),
    }))
    fc.assert(
      fc.property(tree, tree, (query, body) => {
        for (const id of auditSubjects({ query, body })) expect(id).toMatch(/^[0-9a-f-]{36}$/)
      }),
    )
  })

  test('does not follow a body without end', () => {
    let body: unknown = { user_id: A }
    for (let depth = 0; depth < 50_000; depth++) body = [body]
    expect(auditSubjects({ body })).toEqual([])
  })
})
