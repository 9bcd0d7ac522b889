'use client'
import { useQueryClient } from '@tanstack/react-query'
import { Search } from 'lucide-react'
import { usePathname } from 'next/navigation'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type BufferedKeys, bufferKeys, useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Kbd, useModifier } from '#components/ui/button/kbd.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { Role } from '#lib/domains/staff/roles.ts'

const loadPalette = () => import('./palette.tsx')
const Palette = lazyPart(loadPalette, 'Palette')
const loadRecents = () => import('./recents.ts')

/** The first half of Ctrl K loads what the second opens. */
function useLoadAhead() {
  useEffect(() => {
    const ahead = ({ key }: KeyboardEvent) => {
      if (key !== 'Control' && key !== 'Meta') return
      document.removeEventListener('keydown', ahead)
      void loadPalette()
    }
    document.addEventListener('keydown', ahead)
    return () => document.removeEventListener('keydown', ahead)
  }, [])
}

/** Notes the user or order of a page when it is left: by then it is known whether there was one. */
function useRecordVisits() {
  const pathname = usePathname()
  const client = useQueryClient()
  useEffect(() => {
    if (!/\/(?:users|orders)\/[0-9a-f-]{36}/.test(pathname)) return
    return () => void loadRecents().then(({ noteOpened }) => noteOpened(pathname, client))
  }, [pathname, client])
}

const NOT_LOADED = {
  kind: 'failed',
  title: 'Search didn’t load.',
  text: 'Check your connection, then try again.',
} as const

/** The way to anything, in the bar at the top: pressed, or by its keys. */
export function SearchButton({ environment, label, role }: { environment: string; label: string; role: Role }) {
  const [isOpen, setOpen] = useState(false)
  const catching = useRef<(() => BufferedKeys) | null>(null)
  const modifier = useModifier()
  useLoadAhead()
  useRecordVisits()
  const takeBufferedKeys = useCallback(() => {
    const end = catching.current
    catching.current = null
    return end?.() ?? null
  }, [])
  useEffect(() => () => void takeBufferedKeys(), [takeBufferedKeys])
  const close = useCallback(() => setOpen(false), [])
  const open = () => {
    if (isOpen || catching.current) return
    catching.current = bufferKeys()
    loadPalette().then(
      () => setOpen(true),
      () => {
        takeBufferedKeys()
        toast(NOT_LOADED)
      },
    )
  }
  const offer = { group: 'Console', icon: Search, run: open } as const
  useShortcuts([
    { ...offer, strokes: ['ctrl+k'], label: 'Search or jump to', inFields: true },
    { ...offer, strokes: ['/'], label: 'Search' },
  ])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void loadPalette()}
        onFocus={() => void loadPalette()}
        onClick={open}
        className="inline-flex h-[30px] shrink-0 items-center gap-2 rounded-control border border-control bg-surface px-2.5 text-ink-3 shadow-1 hover:bg-hover max-rail:size-10 max-rail:justify-center max-rail:border-line-2 max-rail:px-0 wide:w-60 print:hidden"
      >
        <Search className="shrink-0 max-rail:text-ink" />
        <span className="flex-1 text-left max-wide:sr-only">Search or jump to</span>
        <span aria-hidden="true" className="flex gap-1 max-rail:hidden">
          <Kbd>{modifier}</Kbd>
          <Kbd>K</Kbd>
        </span>
      </button>
      {isOpen && (
        <Palette
          environment={environment}
          label={label}
          role={role}
          takeBufferedKeys={takeBufferedKeys}
          onClose={close}
        />
      )}
    </>
  )
}
