import { expect, test } from 'vitest'
import { locateZip } from '#lib/utils/data/zip-codes.ts'
import { placeOf } from './place-centroids.ts'
import { PLACES } from './places.ts'

test('every place of the sample data lies where its ZIP does', () => {
  for (const { zip } of PLACES) expect([zip, placeOf(zip)]).toEqual([zip, locateZip(zip)])
})

test('nothing is known of any other ZIP', () => {
  expect(placeOf('99999')).toBeNull()
})
