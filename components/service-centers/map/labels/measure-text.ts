'use client'
/** How wide a name is in the page's own letters. */
import type { Measure } from './label-types.ts'

const widths = new Map<string, number>()
let brush: CanvasRenderingContext2D | null = null

/** As center-map.css spaces the letters of counties, states and waters, in parts of their size. */
const SPACING = { town: 0, county: 0.05, state: 0.03, water: 0.02 }

export const measureText: Measure = (text, { size, weight }, kind) => {
  const style = kind === 'water' ? 'italic ' : ''
  const key = `${style}${weight} ${text}`
  brush ??= document.createElement('canvas').getContext('2d')
  const known = widths.get(key)
  if (known !== undefined) return known * size + text.length * SPACING[kind] * size
  if (!brush) return text.length * size * 0.6
  // At a size of 100: one measure serves every size.
  brush.font = `${style}${weight} 100px ${getComputedStyle(document.body).fontFamily}`
  const width = brush.measureText(text).width / 100
  widths.set(key, width)
  return width * size + text.length * SPACING[kind] * size
}
