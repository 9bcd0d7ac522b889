/** The one-line form of rows as a grid, and what changes where it is wider than its place. */
import type { CSSProperties, MouseEvent } from 'react'
import type { ShownColumn } from './list-features.ts'

const GAP = 12
const SIDES = 24

/** Pixels that a row of one line needs at least: what its tracks cannot be narrower than, gaps and sides. */
function lineWidth(shown: readonly ShownColumn[], box: number): number {
  const tracks = shown.map(({ track }) => Number.parseInt(track.replace('minmax(', ''), 10) || 0)
  return tracks.reduce((sum, one) => sum + one + GAP, -GAP) + (box || SIDES) + SIDES
}

type LineStyle = CSSProperties & Record<'--line-columns' | '--line-areas' | '--line-width' | '--line-first', string>

const BOX = 56

/** The one-line form of the rows; the narrower ones keep the places that the list gives them. */
export function lineStyle(shown: readonly ShownColumn[], hasBox: boolean): { width: number; style: LineStyle } {
  const width = lineWidth(shown, hasBox ? BOX : 0)
  const areas = shown.map(({ area }) => area).join(' ')
  const style = {
    '--line-columns': shown.map(({ track }) => track).join(' '),
    '--line-areas': `'${areas}'`,
    '--line-width': `${width}px`,
    '--line-first': shown[0]?.track ?? 'auto',
  }
  return { width, style }
}

/** A row that scrolls below its first column cannot lie below the link of that column: the press is handed to it. */
export function openRow({ target, ctrlKey, metaKey, shiftKey }: MouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button, input, label')) return
  const link = target.closest('[data-index]')?.querySelector('a.row-link')
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  link?.dispatchEvent(new window.MouseEvent('click', init))
}
