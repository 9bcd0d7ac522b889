import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { parseInSteps, writeInSteps } from './parse-steps.ts'

const entry = z.object({ id: z.int(), note: z.string().default('none') })
const schema = z.object({ name: z.string(), entries: z.array(entry), few: z.array(z.int()).max(3).optional() })
const entries = (length: number) => Array.from({ length }, (_, id) => ({ id }))

describe('parsing in steps', () => {
  test.each([0, 1, 100, 101, 1_234])('%i entries are what they are at once', async (length) => {
    const value = { name: 'a', entries: entries(length), other: 1 }
    expect(await parseInSteps(schema, value)).toEqual({ data: schema.parse(value), error: undefined })
  })

  test('issues name the places that they have at once, and stop where no more are told', async () => {
    const some = { name: 7, entries: entries(500).map((one) => (one.id % 99 === 0 ? { id: 'x' } : one)) }
    const { error } = await parseInSteps(schema, some)
    expect(error?.issues).toEqual(schema.safeParse(some).error?.issues)
    const all = await parseInSteps(schema, { name: 'a', entries: Array.from({ length: 100_000 }, () => null) })
    expect(all.error?.issues.length).toBe(100)
  })

  test('what is asked of a list as a whole is asked of it as a whole', async () => {
    const { error } = await parseInSteps(schema, { name: 'a', entries: [], few: entries(200).map(({ id }) => id) })
    expect(error?.issues).toMatchObject([{ code: 'too_big', path: ['few'] }])
  })

  test.each([null, [], 'x', 7])('%j is no object', async (value) => {
    expect((await parseInSteps(schema, value)).error?.issues).toEqual(schema.safeParse(value).error?.issues)
  })
})

test.each([
  {},
  { a: 1, 'b"': [1, 'x', null], c: { d: [] } },
  { list: Array.from({ length: 1_001 }, (_, at) => ({ at, text: `“${at}”` })), after: true },
  [1, 2],
  null,
])('what is written in steps is what is written at once: %.40j', async (value) => {
  const written = await writeInSteps(value)
  expect(typeof written === 'string' ? written : new TextDecoder().decode(written)).toBe(JSON.stringify(value))
})
