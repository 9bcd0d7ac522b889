/** Distances on the ground, over a spherical Earth. */

/** The mean radius, 6371.0088 km. */
export const EARTH_RADIUS_MILES = 3958.7613

/** Degrees, WGS 84. */
interface Point {
  lat: number
  lng: number
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
