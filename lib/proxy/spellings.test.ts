import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { askingSpellings } from './spellings.ts'

const ORDERS = [
  { id: '1', created_at: '2026-01-01T00:00:00Z', name: 'Curtis O’Brien' },
  { id: '2', created_at: '2026-01-02T00:00:00Z', name: "Curtis O'Brien" },
  { id: '3', created_at: '2026-01-03T00:00:00Z', name: 'Ana Núñez' },
  { id: '4', created_at: '2026-01-04T00:00:00Z', name: 'Ana Nunez' },
  { id: '5', created_at: '2026-01-05T00:00:00Z', name: 'Anne Marie Poe' },
  { id: '6', created_at: '2026-01-06T00:00:00Z', name: '1986-05-24' },
]

/** A service that compares letter by letter. */
function remote() {
  const asked: string[] = []
  const upstream = inProcess(async (request) => {
    const query = new URL(request.url).searchParams
    const text = query.get('search_input') ?? query.get('patient_name') ?? ''
    asked.push(text)
    if (text === 'broken') return Response.json({ detail: 'no' }, { status: 500 })
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 50)]
    const all = ORDERS.filter(({ name }) => name.includes(text)).toReversed()
    return Response.json({ orders: all.slice((page - 1) * size, page * size), total: all.length, page, size })
  })
  const search = async (text: string, more = '') => {
    const path = `/v3/orders?search_input=${encodeURIComponent(text)}${more}`
    const call = { method: 'GET', path, headers: {}, body: null, signal: new AbortController().signal } as const
    const { status, body } = await askingSpellings(upstream)(call)
    const chunks: Uint8Array[] = []
    for await (const chunk of body ?? []) chunks.push(chunk)
    const { orders = [], total } = JSON.parse(Buffer.concat(chunks).toString())
    return { status, total, ids: orders.map(({ id }: { id: string }) => id) }
  }
  return { search, asked }
}

test.each([
  ["O'Brien", ['2', '1']],
  ["O'Brien, Curtis", ['2', '1']],
  ['Núñez', ['4', '3']],
  ['Anne-Marie', ['5']],
  ['05/24/1986', ['6']],
  ['Poe', ['5']],
  ['Nobody', []],
])('%s finds every spelling once, with one total', async (text, ids) => {
  expect(await remote().search(text)).toEqual({ status: 200, total: ids.length, ids })
})

test('pages and directions are those of all that was found', async () => {
  const { search } = remote()
  expect(await search('Núñez', '&size=1&page=2')).toEqual({ status: 200, total: 2, ids: ['3'] })
  expect((await search("O'Brien", '&order_key=created_at&order_direction=asc')).ids).toEqual(['1', '2'])
})

test('a text of one spelling is asked for once, and a failure is told', async () => {
  const { search, asked } = remote()
  expect((await search('broken')).status).toBe(500)
  expect(asked).toEqual(['broken'])
})
