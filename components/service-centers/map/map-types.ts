/** What the map is told, and what it tells. */
import type { Point } from '#lib/utils/data/distance.ts'
import type { Pin, Town } from './pins.ts'

/** `no-webgl`: nothing can be drawn. `no-streets`: lines stand in for them. `no-base`: there are pins and the ring alone. */
export type MapProblem = 'no-webgl' | 'no-streets' | 'no-base'

export interface CenterMapProps {
  /** Where the search was made from; null where its ZIP is not known. */
  origin: Point | null
  /** How far it reached, and the ring drawn within for measure; null for none. */
  miles: number
  inner_miles: number | null
  pins: readonly Pin[]
  /** What a pin is of, by its number. */
  nameOf: (number: number) => string
  towns: readonly Town[]
  selected: number | null
  hovered: number | null
  onSelect: (number: number | null) => void
  onHover: (number: number | null) => void
  style_url: string | null
  onFailed: (problem: MapProblem) => void
}
