'use client'
import { ChevronDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import type { View } from './shown-view.ts'
import type { Views } from './use-views.ts'

const loadMenu = () => import('./view-menu.tsx')
const ViewMenu = lazy(() => loadMenu().then((part) => ({ default: part.ViewMenu })))

interface ViewOptionsProps {
  view: View
  views: Views
}

/** The button on the current tab; what it opens comes when somebody is about to. */
export function ViewOptions({ view, views }: ViewOptionsProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const [isUsed, setUsed] = useState(false)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={`Options for view ${view.name}`}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onPointerEnter={() => void loadMenu()}
        onFocus={() => void loadMenu()}
        onClick={() => {
          setUsed(true)
          setOpen(true)
        }}
        className="-ml-1.5 grid size-6 place-items-center rounded-tag text-ink-3 hover:bg-hover hover:text-ink max-rail:size-10"
      >
        <ChevronDown aria-hidden="true" className="size-3.5" strokeWidth={2} />
      </button>
      <Suspense fallback={null}>
        {isUsed && (
          <ViewMenu view={view} views={views} trigger={trigger} isOpen={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
    </>
  )
}
