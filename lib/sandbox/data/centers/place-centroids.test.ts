import { expect, test } from 'vitest'
import { centroidOf } from '#lib/utils/data/zip-codes.ts'
import { placeCentroidOf } from './place-centroids.ts'
import { PLACES } from './places.ts'

test('every place of the sample data lies where its ZIP does', () => {
  for (const { zip } of PLACES) expect([zip, placeCentroidOf(zip)]).toEqual([zip, centroidOf(zip)])
})

test('nothing is known of any other ZIP', () => {
  expect(placeCentroidOf('99999')).toBeNull()
})
