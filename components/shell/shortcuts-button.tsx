'use client'
import { Keyboard } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useShortcutKeys, useShortcuts } from '#components/patterns/page/shortcuts.tsx'

const loadSheet = () => import('./shortcuts-sheet.tsx')
const ShortcutsSheet = lazy(() => loadSheet().then((part) => ({ default: part.ShortcutsSheet })))

/** Listens for every shortcut of the page, and shows them all. */
export function ShortcutsButton() {
  const [isOpen, setOpen] = useState(false)
  useShortcutKeys()
  useShortcuts([
    {
      strokes: ['?'],
      label: 'Keyboard shortcuts',
      words: 'keys help',
      group: 'Console',
      icon: Keyboard,
      run: () => setOpen(true),
    },
  ])
  return (
    <>
      <button
        type="button"
        title="Shortcuts"
        onPointerEnter={() => void loadSheet()}
        onClick={() => setOpen(true)}
        className="flex h-8 items-center gap-[9px] rounded-control px-2.5 font-medium text-rail-ink-2 outline-rail-ink hover:bg-rail-2 hover:text-rail-ink max-wide:h-10 max-wide:justify-center max-wide:px-0"
      >
        <Keyboard aria-hidden="true" className="size-4 max-wide:size-[18px]" strokeWidth={1.8} />
        <span className="max-wide:sr-only">Shortcuts</span>
        <span aria-hidden="true" className="ml-auto text-xs font-control max-wide:hidden">
          ?
        </span>
      </button>
      <Suspense fallback={null}>{isOpen && <ShortcutsSheet onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}
