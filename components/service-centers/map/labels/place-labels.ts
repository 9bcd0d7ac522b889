/** All names of a view. Pure. */
import type { Ground } from '#components/service-centers/map/base/atlas.ts'
import type { Details } from '#components/service-centers/map/base/details.ts'
import type { Box } from '#components/service-centers/map/geometry/boxes.ts'
import { landMaskOf } from '#components/service-centers/map/geometry/land-mask.ts'
import { pixelsPerMile, type View } from '#components/service-centers/map/geometry/mercator.ts'
import { createLabelRoom } from './label-room.ts'
import type { MapLabel, Measure } from './label-types.ts'
import { placeBorders, placeCounties, placeStates } from './region-labels.ts'
import { isLandmark, placeTowns } from './town-labels.ts'
import { placeWaters } from './water-labels.ts'

/** Pixels of a mile, below which counties are too close together to be named, and below which states are named instead. */
const COUNTIES_FROM = 4
const DETAILS_FROM = 1.4

interface Labelled {
  ground: Ground
  details: Details
  view: View
  measure: Measure
  /** Pins, controls and what else covers the map, in pixels. */
  obstacles: readonly Box[]
}

/** Important names first: each takes the room that is left by those before. */
export function placeLabels({ ground, details, view, measure, obstacles }: Labelled): MapLabel[] {
  const beyond = Math.max(view.width, view.height) / 3
  const land = landMaskOf(ground, details, view, beyond)
  const room = createLabelRoom({ view, land, measure, obstacles, beyond })
  const scale = pixelsPerMile(view.zoom, view.center.lat)
  const { towns, counties, lakes } = details
  if (scale < DETAILS_FROM) return [...placeWaters(ground.great_lakes, [], room), ...placeStates(ground.states, room)]
  const isCommon = (town: (typeof towns)[number]) => !isLandmark(town)
  const isSeen = ({ point }: MapLabel) => room.isInView(room.project(point))
  const landmarks = placeTowns(towns.filter(isLandmark), room)
  const waters = placeWaters(ground.great_lakes, lakes, room)
  const borders = placeBorders(ground, room)
  const others = placeTowns(towns.filter(isCommon), room, landmarks.filter(isSeen).length)
  return [
    ...landmarks,
    ...waters,
    ...borders,
    ...others,
    ...(scale < COUNTIES_FROM ? [] : placeCounties(counties, room)),
  ]
}
