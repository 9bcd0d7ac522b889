import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type Extent, type MapArea, type MapLine, touches } from '#components/service-centers/map/base/atlas.ts'
import {
  type Box,
  pixelsPerMile,
  projectionOf,
  type View,
  worldPixels,
  zoomToFit,
} from '#components/service-centers/map/geometry/mercator.ts'
import { milesOf } from '#components/service-centers/map/map-overlay.tsx'
import { onTheme, readColors } from '#components/service-centers/map/map-style.ts'
import type { CenterMapProps } from '#components/service-centers/map/map-types.ts'
import { groupLabel, groupPins, insetPinBox } from '#components/service-centers/map/pins.ts'
import { Button } from '#components/ui/button/button.tsx'
import type { Point } from '#lib/utils/data/distance.ts'
import type { Base } from './use-base.ts'

/** Pixels. */
export const INSET_HEAD = 34
const PICTURE = { width: 200, height: 250 }
export const INSET = { width: PICTURE.width, height: PICTURE.height + INSET_HEAD }
/** Room around the dashed ring, both sides together, in pixels. */
const ROOM = 16

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
        <Search className="size-3.5 shrink-0 text-ink-2" />
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

/** Draws a detail of the base map with the browser's plain brush: a second WebGL map would cost far more. */
function drawInset(canvas: HTMLCanvasElement, { ground, details }: Base, view: View, reach: number): void {
  const brush = canvas.getContext('2d')
  if (!brush) return
  const { width, height, center, zoom } = view
  const density = window.devicePixelRatio
  canvas.width = width * density
  canvas.height = height * density
  brush.scale(density, density)
  const scale = 2 ** zoom
  const middle = worldPixels(center, 0)
  const [left, top] = [middle.x - width / 2 / scale, middle.y - height / 2 / scale]
  const seen: Extent = { left, top, right: left + width / scale, bottom: top + height / scale }
  const colors = readColors()
  const trace = ({ points }: MapLine) => {
    for (let index = 0; index + 1 < points.length; index += 2) {
      const [x, y] = [((points[index] ?? 0) - left) * scale, ((points[index + 1] ?? 0) - top) * scale]
      if (index === 0) brush.moveTo(x, y)
      else brush.lineTo(x, y)
    }
  }
  const fill = (areas: readonly MapArea[], color: string) => {
    brush.fillStyle = color
    for (const area of areas) {
      if (!touches(area, seen)) continue
      brush.beginPath()
      for (const ring of area.rings) trace(ring)
      brush.fill('evenodd')
    }
  }
  const stroke = (lines: readonly MapLine[], color: string, lineWidth: number) => {
    brush.strokeStyle = color
    brush.lineWidth = lineWidth
    brush.beginPath()
    for (const line of lines) if (touches(line, seen)) trace(line)
    brush.stroke()
  }
  brush.fillStyle = colors['map-water']
  brush.fillRect(0, 0, width, height)
  fill(ground.neighbors, colors['map-land'])
  fill(ground.great_lakes, colors['map-water'])
  fill(ground.nation, colors['map-land'])
  fill(details.urban, colors['map-urban'])
  fill(details.lakes, colors['map-water'])
  stroke(details.rivers, colors['map-river'], 1.25)
  stroke(
    details.lakes.flatMap(({ rings }) => rings),
    colors['map-coast'],
    0.8,
  )
  stroke(ground.state_lines, colors['map-state'], 1.25)
  stroke(ground.coast, colors['map-coast'], 1.1)
  brush.beginPath()
  brush.arc(width / 2, height / 2, reach, 0, 2 * Math.PI)
  brush.globalAlpha = 0.06
  brush.fillStyle = colors.accent
  brush.fill()
  brush.globalAlpha = 1
  brush.setLineDash([3, 3])
  brush.strokeStyle = colors.accent
  brush.lineWidth = 1.25
  brush.stroke()
}
