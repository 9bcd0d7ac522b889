import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import { type Point, pointFrom } from '#lib/utils/data/distance.ts'
import {
  type Box,
  boxAround,
  type Pixel,
  pixelsPerMile,
  projectionOf,
  type View,
  zoomToFit,
} from './geometry/mercator.ts'
import { INSET, INSET_HEAD, insetView, MapInset } from './map-inset.tsx'
import { keepFree } from './map-layers.ts'
import { MapOverlay, milesOf, reachLabel } from './map-overlay.tsx'
import type { CenterMapProps } from './map-types.ts'
import { boundsOf, boxAt, emptiestCorner, groupPins, IN_THE_WAY, mapPinBox } from './pins.ts'
import { type Base, useBase } from './use-base.ts'

interface Settled {
  view: View
  /** Buttons, scale and credits, in pixels from the map's corner. */
  controls: readonly Box[]
}

function useSettled(map: MapLibre): Settled {
  const [settled, setSettled] = useState(() => readSettled(map))
  useEffect(() => {
    const read = () => setSettled(readSettled(map))
    map.on('moveend', read)
    map.on('resize', read)
    // Obstacles are drawn after the map.
    read()
    return () => {
      map.off('moveend', read)
      map.off('resize', read)
    }
  }, [map])
  return settled
}

/** Marks what names and the inset keep clear of. */
const CONTROLS = '[data-map-control], .maplibregl-ctrl'

function readSettled(map: MapLibre): Settled {
  const container = map.getContainer()
  const { left, top, width, height } = container.getBoundingClientRect()
  const { lng, lat } = map.getCenter()
  const parts = container.closest('section')?.querySelectorAll(CONTROLS) ?? []
  return {
    view: { width, height, center: { lng, lat }, zoom: map.getZoom() },
    controls: [...parts].map((part) => {
      const box = part.getBoundingClientRect()
      return { x: box.left - left, y: box.top - top, width: box.width, height: box.height }
    }),
  }
}

/** The inset helps while the map shows less than this of its scale. */
const HELPFUL = 0.7
/** Pixels of a ring's label: of one letter, at most, and around them. */
const RING_LETTER = 7
const LABEL_ROOM = 18

interface MapSceneProps extends CenterMapProps {
  map: MapLibre
  /** Streets have names of their own. */
  streets: boolean
}

/** Draws pins and the inset of a crowded middle, and keeps names away from both. */
export function MapScene(props: MapSceneProps) {
  const { map, streets, origin, miles, reach, pins, onFailed } = props
  const settled = useSettled(map)
  const base = useBase(streets ? null : map, () => onFailed('no-base'))
  const { groups, obstacles } = useMemo(
    () => pinsIn(settled, { origin, miles, reach, pins }),
    [settled, origin, miles, reach, pins],
  )
  const inset = useMemo(
    () => insetIn(settled, base, { origin, reach, obstacles }),
    [settled, base, origin, reach, obstacles],
  )
  useEffect(
    () => keepFree(map, inset ? [...obstacles, inset] : obstacles, settled.view),
    [map, settled, obstacles, inset],
  )
  return (
    <>
      <MapOverlay {...props} groups={groups} />
      {base && inset && origin && reach !== null && (
        <MapInset
          {...props}
          base={base}
          box={inset}
          origin={origin}
          reach={reach}
          onZoom={() => fitArea(map, { origin, miles: reach, points: [] }, { animate: true })}
        />
      )}
    </>
  )
}

/** Groups of pins, and everything in view that names and the inset keep clear of. */
function pinsIn(
  { view, controls }: Settled,
  { origin, miles, reach, pins }: Pick<CenterMapProps, 'origin' | 'miles' | 'reach' | 'pins'>,
) {
  const project = projectionOf(view)
  const groups = groupPins(pins, project, mapPinBox)
  const obstacles: Box[] = [...controls, ...groups.map((group) => boxAt(group, project, mapPinBox))]
  if (!origin) return { groups, obstacles }
  const label = (text: string, at: Pixel) => {
    obstacles.push(boxAround(at, text.length * RING_LETTER + LABEL_ROOM, 22))
  }
  obstacles.push(boxAround(project(origin), 18, 18))
  label(milesOf(miles), project(pointFrom(origin, 0, miles)))
  if (reach !== null) {
    const { x, y } = project(pointFrom(origin, 180, reach))
    label(reachLabel(pins.length, reach), { x, y: y + 14 })
  }
  return { groups, obstacles }
}

interface InsetOf extends Pick<CenterMapProps, 'origin' | 'reach'> {
  obstacles: readonly Box[]
}

/** Places the inset; null where the map is close enough or too small, which leaves its button alone. */
function insetIn({ view }: Settled, base: Base | null, { origin, reach, obstacles }: InsetOf): Box | null {
  if (!base || !origin || reach === null) return null
  const scale = pixelsPerMile(view.zoom, origin.lat)
  if (scale > HELPFUL * pixelsPerMile(insetView(origin, reach).zoom, origin.lat)) return null
  const project = projectionOf(view)
  const ring = boxAround(project(origin), 2 * reach * scale, 2 * reach * scale)
  const towns = base.details.towns.map(({ point, population }) => ({
    box: boxAround(project(point), 80, 19),
    // A large town covered is as bad as several small ones.
    weight: population / 20_000,
  }))
  const things = [...towns, ...[...obstacles, ring].map((box) => ({ box, weight: IN_THE_WAY }))]
  return emptiestCorner(view, INSET, things) ?? emptiestCorner(view, { width: INSET.width, height: INSET_HEAD }, things)
}

/** The mainland, for a search that has no place. */
const MAINLAND: [[number, number], [number, number]] = [
  [-125, 24],
  [-66, 50],
]
/** Room for pins at the edge, in pixels. */
const PADDING = 48

export interface Area {
  origin: Point | null
  /** Radius of the circle around the origin. */
  miles: number
  /** Points to fit when there is no origin. */
  points: readonly Point[]
}

/** Fills the map with the circle, or with the pins of a search without a place. */
export function fitArea(map: MapLibre, { origin, miles, points }: Area, { animate }: { animate: boolean }): void {
  if (!origin) {
    map.fitBounds(boundsOf(points) ?? MAINLAND, { padding: PADDING, animate })
    return
  }
  const { width, height } = map.getContainer().getBoundingClientRect()
  const zoom = Math.min(map.getMaxZoom(), zoomToFit({ width, height }, miles, origin.lat))
  map.easeTo({ center: origin, zoom, animate })
}

/** Returns whether the map shows just that circle, so that another size of the map calls for another zoom. */
export function isFitted(map: MapLibre, size: { width: number; height: number }, { origin, miles }: Area): boolean {
  if (!origin) return false
  const { lng, lat } = map.getCenter()
  const zoom = Math.min(map.getMaxZoom(), zoomToFit(size, miles, origin.lat))
  return Math.abs(map.getZoom() - zoom) < 0.01 && Math.hypot(lng - origin.lng, lat - origin.lat) < 0.001
}
