'use client'
import { useEffect, useState } from 'react'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { type ToastPlace, toastPlace } from './toast-place.ts'
import type { ToastMessage } from './toast-region.tsx'

/** Most visits see no toast, so its code comes with the first one. */
const loadRegion = () => import('./toast-region.tsx')
const ToastRegion = lazyPart(loadRegion, 'ToastRegion')

/** Without `plain` the region shows its queue; with it the region’s code could not be loaded. */
interface Shown {
  place: ToastPlace
  plain: ToastMessage | null
}

const hosts = new Set<(shown: Shown) => void>()

/** Shows a message beside what was pressed, never over it. A failure stays until it is closed. */
export function toast(message: ToastMessage) {
  const place = toastPlace(document.activeElement, window.innerWidth)
  const mountAll = (plain: ToastMessage | null) => {
    for (const mount of hosts) mount({ place, plain })
  }
  void loadRegion().then(
    ({ show }) => {
      mountAll(null)
      show(message)
    },
    // Without a connection the message is most needed, so it doesn’t depend on one.
    () => mountAll(message),
  )
}

export function ToastHost() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    hosts.add(setShown)
    return () => {
      hosts.delete(setShown)
    }
  }, [])
  if (!shown) return null
  const { place, plain } = shown
  if (plain) return <PlainToast message={plain} onClose={() => setShown(null)} />
  return <ToastRegion place={place} />
}

function PlainToast({ message: { title, text }, onClose }: { message: ToastMessage; onClose: () => void }) {
  return (
    <div
      role="alert"
      className="fixed right-4 bottom-16 z-60 flex max-w-[380px] items-start gap-3 rounded-pop border border-line-2 bg-surface px-3 py-2.5 shadow-3"
    >
      <p>
        <span className="font-heading">{title}</span> {text}
      </p>
      <button type="button" onClick={onClose} className="font-control text-link">
        Close
      </button>
    </div>
  )
}
