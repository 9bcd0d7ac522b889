'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import { type ToastPlace, toastPlace } from './toast-place.ts'
import type { ToastMessage } from './toast-region.tsx'

const SHOWN_FOR = 6_000

/** Most visits see no toast, so its code comes with the first one. */
const loadRegion = () => import('./toast-region.tsx')
const ToastRegion = lazy(() => loadRegion().then((part) => ({ default: part.ToastRegion })))

const hosts = new Set<(place: ToastPlace) => void>()

/** Shows a message beside what was pressed, never over it. A failure stays until it is closed. */
export function toast(message: ToastMessage) {
  const place = toastPlace(document.activeElement, window.innerWidth)
  for (const mount of hosts) mount(place)
  void loadRegion().then(({ queue }) => {
    queue.add(message, message.kind === 'failed' ? {} : { timeout: SHOWN_FOR })
  })
}

/** Where toasts appear; stands once in the shell. */
export function ToastHost() {
  const [place, setPlace] = useState<ToastPlace | null>(null)
  useEffect(() => {
    hosts.add(setPlace)
    return () => {
      hosts.delete(setPlace)
    }
  }, [])
  if (!place) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion place={place} />
    </Suspense>
  )
}
