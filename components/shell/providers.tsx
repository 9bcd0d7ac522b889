'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { HintProvider } from '#components/ui/button/hint.tsx'
import { ViewerProvider } from '#components/ui/display/viewer.tsx'
import { createQueryClient } from '#lib/kernel/client/queries.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'

if (typeof window !== 'undefined') tolerateTranslation()

interface ProvidersProps {
  timeZone: string
  clockHours: WallClock['hours']
  dayOrder: NonNullable<WallClock['days']>
  now: number
  children: ReactNode
}

/** The console speaks English only, whatever the browser's language: no half-translated parts. */
export function Providers({ timeZone, clockHours, dayOrder, now, children }: ProvidersProps) {
  const [client] = useState(createQueryClient)
  return (
    <QueryClientProvider client={client}>
      <I18nProvider locale="en-US">
        <ViewerProvider timeZone={timeZone} clockHours={clockHours} dayOrder={dayOrder} now={now}>
          <HintProvider>{children}</HintProvider>
        </ViewerProvider>
      </I18nProvider>
    </QueryClientProvider>
  )
}

/**
 * Keeps React working on a page that a browser translates: that wraps each text in elements of its own (`<font>`) or puts
 * these in its place, and React then removes, changes or puts something before a text that isn't where it was. A change of
 * a text that is out of the page would not be seen: the page would go on saying what is no longer true. Once is enough.
 */
function tolerateTranslation(): void {
  const { removeChild, insertBefore, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const standIns = new WeakMap<Node, Node>()
  const keep = (records: readonly MutationRecord[]) => {
    for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find((one) => one?.nodeName === 'FONT')
      if (font) for (const text of removedNodes) standIns.set(text, font)
    }
  }
  const observer = new MutationObserver(keep)
  observer.observe(document, { childList: true, subtree: true })

  /** The element in the page that shows a text which isn't there itself. */
  const standInOf = (text: Node): Node | undefined => {
    if (text.parentNode !== null || text.nodeType !== Node.TEXT_NODE) return undefined
    keep(observer.takeRecords())
    const font = standIns.get(text)
    return font?.parentNode ? font : undefined
  }
  /** Returns what stands for `node` in `parent`: itself, or the wrapper that it was put into; null where neither is there. */
  const inPlace = (parent: Node, node: Node): Node | null => {
    let place: Node | null = standInOf(node) ?? node
    while (place !== null && place.parentNode !== parent) place = place.parentNode
    return place
  }
  const withoutStandIn = <T extends Node>(node: T): T => {
    const font = standInOf(node)
    if (font?.parentNode) removeChild.call(font.parentNode, font)
    return node
  }
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) {
      removeChild.call(this, child)
      return child
    }
    const place = inPlace(this, child)
    // A wrapper that holds other texts too stays with them.
    if (place && (child.parentNode === null || place.textContent === child.textContent)) removeChild.call(this, place)
    else if (place && child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, withoutStandIn(node), before && inPlace(this, before))
    return node
  }
  Node.prototype.appendChild = function append<T extends Node>(this: Node, node: T): T {
    appendChild.call(this, withoutStandIn(node))
    return node
  }
  if (nodeValue?.get && nodeValue.set)
    Object.defineProperty(Node.prototype, 'nodeValue', {
      ...nodeValue,
      set(this: Node, value: string | null) {
        nodeValue.set?.call(this, value)
        const font = standInOf(this)
        font?.parentNode?.replaceChild(this, font)
      },
    })
}
