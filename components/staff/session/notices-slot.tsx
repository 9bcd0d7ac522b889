'use client'
import { lazy, Suspense } from 'react'

const Notices = lazy(() => import('./notices.tsx').then((part) => ({ default: part.Notices })))

/** Loaded only for whoever is to be told something. */
export function NoticesSlot() {
  return (
    <Suspense fallback={null}>
      <Notices />
    </Suspense>
  )
}
