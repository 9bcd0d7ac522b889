/** How much of the map a pin takes, in pixels around its place: as center-pins.css draws it. */
import type { GroupBox } from './pins.ts'
import { groupLabel } from './pins.ts'

/** Pixels of a digit, of the separator and of the rest of a pin's letters. */
const DIGIT = 7.2
const PIN = { x: -14, y: -36, width: 28, height: 36 }
const STACK = { sides: 21, more: 14, height: 28, tip: 7 }
const SMALL = { sides: 14, height: 20 }

/** Pixels that stay free between two pins. */
const AIR = 2

/** On the map: a pin with a tip, or a wider one for several. */
export const mapPinBox: GroupBox = (group) => {
  if (group.pins.length === 1) return PIN
  const width = lettersOf(group) * DIGIT + STACK.sides + (group.pins.length > 2 ? STACK.more : 0) + AIR
  return { x: -width / 2, y: -STACK.height - STACK.tip, width, height: STACK.height + STACK.tip }
}

/** In the inset: no tip, its middle on the place. */
export const insetPinBox: GroupBox = (group) => {
  const width = lettersOf(group) * DIGIT * 0.95 + SMALL.sides + AIR
  return { x: -width / 2, y: -SMALL.height / 2, width, height: SMALL.height }
}

function lettersOf(group: Parameters<GroupBox>[0]): number {
  const { first, more } = groupLabel(group, null)
  return first.length + (more?.length ?? 0)
}
