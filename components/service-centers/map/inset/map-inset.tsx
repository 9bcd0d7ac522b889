'use client'
import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { Base } from '#components/service-centers/map/base/use-base.ts'
import type { Box } from '#components/service-centers/map/geometry/boxes.ts'
import { pixelsPerMile, projectionOf, type View, zoomToFit } from '#components/service-centers/map/geometry/mercator.ts'
import { milesOf } from '#components/service-centers/map/map-overlay.tsx'
import { onTheme } from '#components/service-centers/map/map-style.ts'
import type { CenterMapProps } from '#components/service-centers/map/map-types.ts'
import { insetPinBox } from '#components/service-centers/map/pin-boxes.ts'
import { groupLabel, groupPins } from '#components/service-centers/map/pins.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { Point } from '#lib/utils/data/distance.ts'
import { drawInset } from './draw-inset.ts'

/** Pixels. */
export const INSET_HEAD = 34
const PICTURE = { width: 200, height: 250 }
export const INSET = { width: PICTURE.width, height: PICTURE.height + INSET_HEAD }
/** Room around the dashed ring, both sides together, in pixels. */
const ROOM = 16

/** Returns the view of the inset: the centers and what is around them. */
export function insetView(origin: Point, reach: number): View {
  return { ...PICTURE, center: origin, zoom: zoomToFit(PICTURE, reach, origin.lat, ROOM) }
}

interface MapInsetProps
  extends Pick<CenterMapProps, 'pins' | 'selected' | 'hovered' | 'onSelect' | 'onHover' | 'nameOf'> {
  base: Base
  box: Box
  origin: Point
  reach: number
  onZoom: () => void
}

/** The part of a wide search where all its centers are, larger. */
export function MapInset({ base, box, origin, reach, onZoom, ...look }: MapInsetProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const view = insetView(origin, reach)
  useEffect(() => {
    const draw = () => {
      const shown = insetView(origin, reach)
      if (canvas.current) drawInset(canvas.current, base, shown, reach * pixelsPerMile(shown.zoom, origin.lat))
    }
    draw()
    return onTheme(draw)
  }, [base, origin, reach])
  const isWhole = box.height > INSET_HEAD
  return (
    <div className="map-inset" style={{ left: box.x, top: box.y, width: box.width }}>
      <div className="flex items-center gap-1.5 pr-1 pl-2.5" style={{ height: INSET_HEAD }}>
        <Search aria-hidden="true" className="size-3.5 shrink-0 text-ink-2" strokeWidth={1.9} />
        <h3 className="flex-1 text-xs">{milesOf(reach)} detail</h3>
        <Button className="h-[26px] px-2" onPress={onZoom}>
          Zoom here
        </Button>
      </div>
      {isWhole && (
        <div aria-hidden="true" className="map-inset-picture" style={PICTURE}>
          <canvas ref={canvas} style={PICTURE} />
          <InsetPins view={view} origin={origin} {...look} />
        </div>
      )}
    </div>
  )
}

type InsetPinsProps = Omit<MapInsetProps, 'base' | 'box' | 'reach' | 'onZoom'> & { view: View }

/** For the pointer: the keyboard has the same pins on the map. */
function InsetPins({ view, origin, pins, selected, hovered, onSelect, onHover, nameOf }: InsetPinsProps) {
  const project = projectionOf(view)
  const middle = project(origin)
  return (
    <>
      <span className="map-inset-origin" style={{ left: middle.x, top: middle.y }} />
      {groupPins(pins, project, insetPinBox).map((group) => {
        const [first] = group.pins
        const numbers = group.pins.map(({ number }) => number)
        const isOne = (number: number | null) => number !== null && numbers.includes(number)
        const next = numbers.find((number) => number > (isOne(selected) ? (selected ?? 0) : 0)) ?? first.number
        const { x, y } = project(first.point)
        const label = groupLabel(group, selected)
        return (
          <button
            key={first.number}
            type="button"
            tabIndex={-1}
            title={numbers.map((number) => `${number}, ${nameOf(number)}`).join('\n')}
            data-current={isOne(selected) || undefined}
            data-hovered={isOne(hovered) || undefined}
            onClick={() => onSelect(next)}
            onPointerEnter={() => onHover(first.number)}
            onPointerLeave={() => onHover(null)}
            style={{ left: x, top: y }}
            className="map-inset-pin"
          >
            {label.first.replaceAll(' ', '')}
            {label.more && ` ${label.more}`}
          </button>
        )
      })}
    </>
  )
}
