import { expect, test } from 'vitest'
import { locateZips, ZIPS_LIMIT } from '#lib/domains/service-centers/zips.ts'
import { testConsole } from '#lib/system/console/console.testing.ts'
import { locateZip } from '#lib/utils/data/zip-codes.ts'

test('ZIP codes are located once each, unknown ones left out, with the streets of this console', async () => {
  const style_url = 'https://streets.example/plain.json'
  const { send, rows } = testConsole({ map: { locateZip, style_url } })
  const answer = await send(locateZips, {
    json: { zip_codes: ['AZ 85004', '00000', '32429\u200b', '85004'] },
    as: 'read_only',
  })
  const { centroids, map_style_url } = locateZips.response.parse(await answer.json())
  expect(centroids.map(({ zip_code, nearest }) => [zip_code, nearest])).toEqual([
    ['85004', null],
    ['32429', '32428'],
  ])
  expect(centroids[0]?.lat).toBeCloseTo(33.45, 1)
  expect(map_style_url).toBe(style_url)
  // Nobody's data: what is on record is the search.
  expect(rows).toEqual([])
})

test('what is no ZIP, or more than a search can find, is refused', async () => {
  const { send } = testConsole()
  const many = Array.from({ length: ZIPS_LIMIT + 1 }, (_, index) => String(10_000 + index))
  for (const zip_codes of [['8500'], ['85004-1234'], many, '85004']) {
    expect((await send(locateZips, { json: { zip_codes } })).status, String(zip_codes)).toBe(422)
  }
  expect(await (await send(locateZips, { json: { zip_codes: many.slice(1) } })).json()).toEqual({
    centroids: [],
    map_style_url: null,
  })
})
