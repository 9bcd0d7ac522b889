import type { Point } from '#lib/utils/data/distance.ts'
import type { Pin } from './pins.ts'

/** `no-webgl`: nothing can be drawn. `no-streets`: lines stand in for them. `no-base`: some of the map is missing. */
export type MapProblem = 'no-webgl' | 'no-streets' | 'no-base'

export interface CenterMapProps {
  /** Origin of the search; null when its ZIP code has no known position. */
  origin: Point | null
  /** How far it reached. */
  miles: number
  /** Miles that all centers are within, where most of the circle is empty; null otherwise. */
  reach: number | null
  pins: readonly Pin[]
  nameOf: (number: number) => string
  selected: number | null
  hovered: number | null
  onSelect: (number: number | null) => void
  onHover: (number: number | null) => void
  style_url: string | null
  onFailed: (problem: MapProblem) => void
}
