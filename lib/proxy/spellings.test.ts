import { expect, test } from 'vitest'
import { inProcess } from './in-process.ts'
import { askingSpellings } from './spellings.ts'
import { wholeBody } from './upstream.ts'

const ORDERS = [
  { id: '1', created_at: '2026-01-01T00:00:00Z', name: 'Curtis O’Brien' },
  { id: '2', created_at: '2026-01-02T00:00:00Z', name: "Curtis O'Brien" },
  { id: '3', created_at: '2026-01-03T00:00:00Z', name: 'Ana Núñez' },
  { id: '4', created_at: '2026-01-04T00:00:00Z', name: 'Ana Nunez' },
  { id: '5', created_at: '2026-01-05T00:00:00Z', name: 'Anne Marie Poe' },
  { id: '6', created_at: '2026-01-06T00:00:00Z', name: '1986-05-24' },
  { id: '7', created_at: '2026-01-07T00:00:00Z', name: 'Ida Mueller' },
  { id: '8', created_at: '2026-01-08T00:00:00Z', name: 'Ida Müller' },
  { id: '9', created_at: '2026-01-09T00:00:00Z', name: 'Jo O Brien' },
  { id: '10', created_at: '2026-01-10T00:00:00Z', name: 'Ana De La Cruz' },
  { id: '11', created_at: '2026-01-11T00:00:00Z', name: 'Sam MacDonald' },
  { id: '12', created_at: '2026-01-12T00:00:00Z', name: 'Søren Strauß Håkon' },
  { id: '13', created_at: '2026-01-13T00:00:00Z', name: 'JOSÉ SÁNCHEZ' },
]

/** A service that compares letter by letter. */
function remote() {
  const asked: string[] = []
  const upstream = inProcess(async (request) => {
    const query = new URL(request.url).searchParams
    const text = query.get('search_input') ?? query.get('patient_name') ?? ''
    asked.push(text)
    if (text === 'Broken') return Response.json({ detail: 'no' }, { status: 500 })
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 50)]
    const all = ORDERS.filter(({ name }) => name.includes(text)).toReversed()
    return Response.json({ orders: all.slice((page - 1) * size, page * size), total: all.length, page, size })
  })
  const search = async (text: string, more = '') => {
    const path = `/v3/orders?search_input=${encodeURIComponent(text)}${more}`
    const call = { method: 'GET', path, headers: {}, body: null, signal: new AbortController().signal } as const
    const { status, body } = await askingSpellings(upstream)(call)
    const { orders = [], total } = JSON.parse(Buffer.from(await wholeBody(body)).toString())
    return { status, total, ids: orders.map(({ id }: { id: string }) => id) }
  }
  return { search, asked }
}

test.each([
  ["O'Brien", ['9', '2', '1']],
  ['OBrien', ['9', '2', '1']],
  ["O'Brien, Curtis", ['2', '1']],
  ['Núñez', ['4', '3']],
  ['Anne-Marie', ['5']],
  ['05/24/1986', ['6']],
  ['Poe', ['5']],
  ['Müller', ['8', '7']],
  ['Mueller', ['8', '7']],
  ['DeLaCruz', ['10']],
  ['Mac Donald', ['11']],
  ['Strauss', ['12']],
  ['Haakon', ['12']],
  ['nunez', ['4', '3']],
  ['curtis', ['2', '1']],
  ['poe', ['5']],
  ['Nunez', ['4', '3']],
  ['SANCHEZ, JOSE', ['13']],
  ['Nobody', []],
])('%s finds every spelling once, with one total', async (text, ids) => {
  expect(await remote().search(text)).toEqual({ status: 200, total: ids.length, ids })
})

test('pages and directions are those of all that was found', async () => {
  const { search } = remote()
  expect(await search('Núñez', '&size=1&page=2')).toEqual({ status: 200, total: 2, ids: ['3'] })
  expect((await search("O'Brien", '&order_key=created_at&order_direction=asc')).ids).toEqual(['1', '2', '9'])
})

test('a text of one spelling is asked for once, and a failure is told', async () => {
  const { search, asked } = remote()
  expect((await search('Broken')).status).toBe(500)
  expect(asked).toEqual(['Broken'])
  await search('588ccf49')
  expect(asked).toEqual(['Broken', '588ccf49'])
})

const call = { method: 'GET', path: '/v3/orders?search_input=N%C3%BA%C3%B1ez', headers: {}, body: null } as const
const asking = (answer: (text: string, size: number) => BodyInit, more = '') => {
  const upstream = inProcess(async ({ url }) => {
    const query = new URL(url).searchParams
    return new Response(answer(query.get('search_input') ?? '', Number(query.get('size') ?? 50)))
  })
  return askingSpellings(upstream)({ ...call, path: `${call.path}${more}`, signal: new AbortController().signal })
}

test('a malformed order hides none that another spelling finds', async () => {
  const { body } = await asking((text) => {
    const orders = text === 'Nunez' ? [{ id: 7 }, ORDERS[3]] : [ORDERS[2]]
    return JSON.stringify({ orders, total: orders.length, page: 1, size: 50 })
  })
  const { orders } = JSON.parse(Buffer.from(await wholeBody(body)).toString())
  expect(orders.map(({ id }: { id: string }) => id).sort()).toEqual(['', '3', '4'])
})

test('more than can be merged is said, with the spelling that stands alone', async () => {
  const { body } = await asking((text) =>
    JSON.stringify({ orders: [ORDERS[text === 'Nunez' ? 3 : 2]], total: text === 'Nunez' ? 501 : 1, page: 1, size: 1 }),
  )
  const { orders, total, only_spelling } = JSON.parse(Buffer.from(await wholeBody(body)).toString())
  expect({ only_spelling, total, ids: orders.map(({ id }: { id: string }) => id) }).toEqual({
    only_spelling: 'Núñez',
    total: 1,
    ids: ['3'],
  })
})

test('a spelling that a service takes for another adds nothing: its answer stands as it came, however long it is', async () => {
  const asked: string[] = []
  const orders = Array.from({ length: 20 }, (_, at) => ({ ...ORDERS[3], id: String(at) }))
  const answer = { orders, total: 501, page: 1, size: 20, more: 'as sent' }
  const { body } = await asking((text) => {
    asked.push(text)
    return JSON.stringify(answer)
  })
  expect(JSON.parse(Buffer.from(await wholeBody(body)).toString())).toEqual(answer)
  expect(asked).toEqual([...new Set(asked)])
})

test('two results of one length that begin alike are both read', async () => {
  const { body } = await asking((text, size) => {
    const all = [ORDERS[3], ORDERS[text === 'Nunez' ? 1 : 2]]
    return JSON.stringify({ orders: all.slice(0, size), total: 2, page: 1, size })
  }, '&size=1')
  expect(JSON.parse(Buffer.from(await wholeBody(body)).toString()).total).toBe(3)
})

test('an answer without an end is not read to its end', async () => {
  const endless = () => new ReadableStream({ pull: (stream) => stream.enqueue(new Uint8Array(1024 * 1024)) })
  await expect(asking(endless)).rejects.toMatchObject({ fault: 'oversize' })
})
