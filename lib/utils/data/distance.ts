/** Distances on the ground, over a spherical Earth. */

/** The mean radius, 6371.0088 km. */
export const EARTH_RADIUS_MILES = 3958.7613

/** Degrees, WGS 84. */
export interface Point {
  lat: number
  lng: number
}

/** Returns the point some miles away in a direction; `bearing` in degrees clockwise from north. */
export function pointFrom(start: Point, bearing: number, miles: number): Point {
  const [lat, turn, arc] = [radians(start.lat), radians(bearing), miles / EARTH_RADIUS_MILES]
  const sine = Math.sin(lat) * Math.cos(arc) + Math.cos(lat) * Math.sin(arc) * Math.cos(turn)
  const east = Math.sin(turn) * Math.sin(arc) * Math.cos(lat)
  const lng = Math.atan2(east, Math.cos(arc) - Math.sin(lat) * sine)
  return { lat: degrees(Math.asin(Math.min(1, Math.max(-1, sine)))), lng: start.lng + degrees(lng) }
}

/** Everywhere that is so far away, clockwise from north; first and last are one. Longitudes may pass 180 rather than jump. */
export function ringAround(center: Point, miles: number, points = 128): Point[] {
  const ring = Array.from({ length: points }, (_, index) => pointFrom(center, (index * 360) / points, miles))
  return [...ring, ...ring.slice(0, 1)]
}

function degrees(radians: number): number {
  return (radians * 180) / Math.PI
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** The great-circle distance (haversine); the flattened Earth's own differs by half a percent at most. */
export function milesBetween(a: Point, b: Point): number {
  const north = Math.sin(radians(b.lat - a.lat) / 2) ** 2
  const east = Math.sin(radians(b.lng - a.lng) / 2) ** 2
  // Rounding can carry the sum a hair above 1 for antipodes, where the root of a negative number would be NaN.
  const haversine = Math.min(1, north + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * east)
  return 2 * EARTH_RADIUS_MILES * Math.atan2(Math.sqrt(haversine), Math.sqrt(1 - haversine))
}
