'use client'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ToastMessage } from './toast-region.tsx'

const SHOWN_FOR = 6_000

/** Most visits see no toast, so its code comes with the first one. */
const loadRegion = () => import('./toast-region.tsx')
const ToastRegion = lazy(() => loadRegion().then((part) => ({ default: part.ToastRegion })))

const hosts = new Set<() => void>()

/** Shows a message at the top right. A failure stays until it is closed. */
export function toast(message: ToastMessage) {
  for (const mount of hosts) mount()
  void loadRegion().then(({ queue }) => {
    queue.add(message, message.kind === 'failed' ? {} : { timeout: SHOWN_FOR })
  })
}

/** Where toasts appear; stands once in the shell. */
export function ToastHost() {
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    const mount = () => setNeeded(true)
    hosts.add(mount)
    return () => {
      hosts.delete(mount)
    }
  }, [])
  if (!needed) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  )
}
