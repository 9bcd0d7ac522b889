'use client'
import { type RefObject, useLayoutEffect, useState } from 'react'
import { useNarrow } from '#components/ui/display/use-narrow.ts'
import { type Box, type Place, placePopover, placeSheet } from './place.ts'

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
/** The bars at the top of every page. */
const TOP_BARS = 64

/**
 * Scrolls the target to where it can be seen with the popover beside it. At once: a moving target is hard to follow.
 * False where the page has drawn it again: then another element is the target.
 */
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
