/** Names, dates and IDs as people type them, by HTTP: each spelling finds what the plain one finds. */
import { expect, test } from 'vitest'
import { testSandbox } from './sandbox.testing.ts'

const sandbox = testSandbox({ users: 1500, orders: 6000 }, new Date('2026-11-21T00:00:00Z'))
const totalOf = async (text: string) => {
  const answer = await (await sandbox).get(`/v3/orders?size=1&search_input=${encodeURIComponent(text)}`)
  return (await answer.json()).total
}

test.each([
  [
    "O'Brien",
    ['O’Brien', 'OʼBRIEN', 'O`Brien', 'obrien', 'O\u2019\u200bBrien', 'o′brien', '\u202dO’Brien\u202c', "O'Brien,"],
  ],
  ['Nunez', ['Núñez', 'Nu\u0301n\u0303ez', 'NÚÑEZ', 'Ｎｕｎｅｚ', 'nu\u00adnez']],
  ['Anne-Marie', ['Anne\u2011Marie', 'Anne–Marie', 'anne marie', 'Anne—Marie', 'Anne\u2060-\u2060Marie', 'annemarie']],
])('%s', async (plain, others) => {
  const total = await totalOf(plain)
  expect(total).toBeGreaterThan(0)
  for (const text of others) expect([text, await totalOf(text)]).toEqual([text, total])
})

test('names in either order, dates and IDs', async () => {
  const { records } = await sandbox
  const [first, last] = (
    records.find(({ patient_name }) => patient_name.split(' ').length === 2)?.patient_name ?? ''
  ).split(' ')
  const total = await totalOf(`${first} ${last}`)
  expect(total).toBeGreaterThan(0)
  for (const text of [`${last}, ${first}`, `${last},${first}`, `"${last}, ${first}"`])
    expect([text, await totalOf(text)]).toEqual([text, total])
  const dob = records.find(({ order }) => order.patient_details?.dob)?.order.patient_details?.dob ?? ''
  const [y = '', m = '', d = ''] = dob.split('-')
  const month = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'][Number(m) - 1]
  const born = await totalOf(dob)
  expect(born).toBeGreaterThan(0)
  for (const text of [
    `${m}/${d}/${y}`,
    `${Number(m)}/${Number(d)}/${y}`,
    `${y}-${Number(m)}-${Number(d)}`,
    `${month} ${Number(d)} ${y}`,
    `${d}${month?.toUpperCase()}${y}`,
    `${Number(d)} ${month} ${y}`,
    `DOB: ${m}/${d}/${y}`,
    `${y}/${m}/${d}`,
  ])
    expect([text, await totalOf(text)]).toEqual([text, born])
  const id = records[0]?.order.id ?? ''
  for (const text of [
    id,
    `#${id}`,
    id.toUpperCase(),
    `"${id}",`,
    `https://console.test/live/orders/${id}?tab=x`,
    id.replaceAll('-', ''),
    id.replaceAll('-', ' '),
    `Order #${id.slice(0, 8)}`,
    `#${id.slice(0, 8)}`,
    `${id.slice(0, 8)}…${id.slice(-4)}`,
  ])
    expect([text, (await totalOf(text)) >= 1]).toEqual([text, true])
})

test('a hidden sign is named', async () => {
  const answer = await (await sandbox).get(`/v3/orders?order_type=${encodeURIComponent('test\u200bkit')}`)
  expect([answer.status, await answer.text()]).toEqual([422, expect.stringContaining('a zero-width space (U+200B)')])
})

test.each(['11/26/2026', '2026-02-30', '1795600000'])('%s is no date, and both forms are named', async (text) => {
  const answer = await (await sandbox).get(`/v3/orders?start_date=${encodeURIComponent(text)}`)
  expect([answer.status, await answer.text()]).toEqual([
    422,
    expect.stringContaining('Not a date (YYYY-MM-DD) or an ISO'),
  ])
})
