'use client'

import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { I18nProvider } from 'react-aria-components'
import { HintProvider } from '#components/ui/dialog/hint.tsx'
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
 * Keeps React working on a page that a browser translates: that wraps each text in elements of its own (`<font>`),
 * and React then removes a text from, or puts something before it in, an element that isn't its parent any more.
 * Returns what stands for `node` in `parent`: itself, or the wrapper that it was put into; null where neither is
 * there.
 */
function inPlace(parent: Node, node: Node): Node | null {
  let place: Node | null = node
  while (place !== null && place.parentNode !== parent) place = place.parentNode
  return place
}

/** Lets nodes be removed and placed whether or not they were wrapped. Once is enough. */
function tolerateTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function remove<T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) {
      removeChild.call(this, child)
      return child
    }
    const place = inPlace(this, child)
    // A wrapper that holds other texts too stays with them.
    if (place?.textContent === child.textContent) removeChild.call(this, place)
    else if (place && child.parentNode) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function insert<T extends Node>(this: Node, node: T, before: Node | null): T {
    insertBefore.call(this, node, before && inPlace(this, before))
    return node
  }
}
