import { type RefObject, useLayoutEffect, useState } from 'react'
import { useNarrow } from '#components/ui/display/use-narrow.ts'

export interface Layout {
  place: Place
  /** Position of the target, for its outline. */
  target: Box | null
}

/** Keeps the popover beside its target while the page scrolls, loads and is resized. Null until it is measured. */
export function usePlace(popover: RefObject<HTMLElement | null>, target: HTMLElement | null): Layout | null {
  const isPhone = useNarrow()
  const [layout, setLayout] = useState<{ key: string; value: Layout } | null>(null)
  useLayoutEffect(() => {
    let frame = 0
    const measure = () => {
      frame = requestAnimationFrame(measure)
      const element = popover.current
      if (!element) return
      const size = { width: element.offsetWidth, height: element.offsetHeight }
      const view = { width: document.documentElement.clientWidth, height: window.innerHeight }
      const box = target?.isConnected ? boxOf(target) : null
      const value = { place: (isPhone ? placeSheet : placePopover)(box, size, view), target: box }
      const key = JSON.stringify(value)
      setLayout((last) => (last?.key === key ? last : { key, value }))
    }
    measure()
    return () => cancelAnimationFrame(frame)
  }, [popover, target, isPhone])
  return layout?.value ?? null
}

function boxOf(element: HTMLElement): Box {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { left, top, width, height }
}

/** Space between a target and the window's edge. */
const CLEARANCE = 24
const TOP_BARS = 64

/** Whether any of the target lies under the popover. */
export function isCovered(target: HTMLElement, popover: HTMLElement): boolean {
  return target.isConnected && overlap(boxOf(target), boxOf(popover)) > 0
}

/** Scrolls the target into sight at once: a moving one is hard to follow. False where it was drawn again. */
export function reveal(target: HTMLElement, popover: HTMLElement): boolean {
  if (!target.isConnected) return false
  target.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
  const { top, bottom } = target.getBoundingClientRect()
  const needed = popover.offsetHeight + CLEARANCE
  if (window.innerHeight - bottom >= needed) return true
  const by = Math.min(bottom + needed - window.innerHeight, top - TOP_BARS)
  if (by > 0) scrollerOf(target).scrollBy({ top: by, behavior: 'instant' })
  return true
}

function scrollerOf(element: HTMLElement): Element {
  for (let at = element.parentElement; at; at = at.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(at).overflowY) && at.scrollHeight > at.clientHeight
    if (scrolls) return at
  }
  return document.scrollingElement ?? document.documentElement
}

/** Places a step's popover next to its target where there is room, never over it. */

interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Size {
  width: number
  height: number
}

export interface Place {
  left: number
  top: number
  /** Side of the target; null for an edge or corner without an arrow. */
  side: 'below' | 'above' | 'right' | 'left' | null
  /** From the beginning of the popover's edge to the middle of its arrow. */
  arrow: number
}

const GAP = 14
const MARGIN = 8
const ARROW_MARGIN = 22

const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(value, Math.max(least, most)))

export function overlap(a: Box, b: Box): number {
  const width = Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)
  const height = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top)
  return Math.max(0, width) * Math.max(0, height)
}

/** A sheet at the lower edge, or at the upper one where that covers less of the target. */
export function placeSheet(target: Box | null, size: Size, view: Size): Place {
  const bottom = { left: 0, top: view.height - size.height, side: null, arrow: 0 }
  return target ? leastCovering([bottom, { ...bottom, top: 0 }], target, size) : bottom
}

export function placePopover(target: Box | null, size: Size, view: Size): Place {
  const right = view.width - size.width - MARGIN
  const bottom = view.height - size.height - MARGIN
  const corner = (left: number, top: number): Place => ({ left, top, side: null, arrow: 0 })
  const inLowerRight = corner(right, bottom)
  if (!target) return inLowerRight
  const { left, top, width, height } = target
  const alignedLeft = clamp(left, MARGIN, right)
  const alignedTop = clamp(top + height / 2 - size.height / 2, MARGIN, bottom)
  const across = clamp(
    left + Math.min(width / 2, size.width / 4) - alignedLeft,
    ARROW_MARGIN,
    size.width - ARROW_MARGIN,
  )
  const down = clamp(top + height / 2 - alignedTop, ARROW_MARGIN, size.height - ARROW_MARGIN)
  const beside: Place[] = [
    { left: alignedLeft, top: top + height + GAP, side: 'below', arrow: across },
    { left: alignedLeft, top: top - size.height - GAP, side: 'above', arrow: across },
    { left: left + width + GAP, top: alignedTop, side: 'right', arrow: down },
    { left: left - size.width - GAP, top: alignedTop, side: 'left', arrow: down },
  ]
  const fits = (place: Place) =>
    place.left >= MARGIN && place.left <= right && place.top >= MARGIN && place.top <= bottom
  // Close to the edge of a low window a few pixels decide.
  const corners = [MARGIN, 0].flatMap((margin) => {
    const [farLeft, farTop] = [view.width - size.width - margin, view.height - size.height - margin]
    return [corner(farLeft, farTop), corner(farLeft, margin), corner(margin, farTop), corner(margin, margin)]
  })
  return beside.find(fits) ?? leastCovering(corners, target, size)
}

/** The first of those that cover least. */
function leastCovering(places: readonly [Place, ...Place[]] | Place[], target: Box, size: Size): Place {
  const covered = (place: Place) => overlap({ ...place, ...size }, target)
  return places.reduce((best, place) => (covered(place) < covered(best) ? place : best))
}
