/** Draws a detail of the base map with the browser's plain brush: a second WebGL map would cost far more. */

import { type Extent, type MapArea, type MapLine, touches } from '#components/service-centers/map/base/map-areas.ts'
import type { Base } from '#components/service-centers/map/base/use-base.ts'
import { type View, worldPixels } from '#components/service-centers/map/geometry/mercator.ts'
import { readColors } from '#components/service-centers/map/map-style.ts'

export function drawInset(canvas: HTMLCanvasElement, { ground, details }: Base, view: View, reach: number): void {
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
  const lakes = details.lakes.map(({ area }) => area)
  brush.fillStyle = colors['map-water']
  brush.fillRect(0, 0, width, height)
  fill(ground.neighbors, colors['map-land'])
  fill(
    ground.great_lakes.map(({ area }) => area),
    colors['map-water'],
  )
  fill(ground.nation, colors['map-land'])
  fill(
    details.urban.map(({ area }) => area),
    colors['map-urban'],
  )
  fill(lakes, colors['map-water'])
  stroke(details.rivers, colors['map-river'], 1.25)
  stroke(
    lakes.flatMap(({ rings }) => rings),
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
