'use client'
/** The person whose page is open, in the tab's title and the breadcrumb: written by the browser alone, never into an address. */
import { useEffect, useSyncExternalStore } from 'react'
import { usePatientData } from '#components/ui/display/mask.tsx'
import { createSignal } from '#lib/utils/data/signal.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { initials } from '#lib/utils/text/tiles.ts'

let named: { id: string; name: string } | null = null
const changed = createSignal()

function setNamed(next: typeof named) {
  named = next
  changed.send()
}

/** Returns the name of the person whose record is open, for `PatientName`; null until it is known. */
export function usePersonName(id: string): string | null {
  const known = useSyncExternalStore(
    changed.subscribe,
    () => named,
    () => null,
  )
  return known?.id === id ? known.name : null
}

/**
 * Puts the person's name, masked with the page, where the title has `own`, for as long as the page is open. `id`: the
 * record's, in lower case.
 */
export function usePersonTitle(id: string, name: string | null, own: string, keepsOwn = false): void {
  const { masked } = usePatientData()
  const isHidden = masked || isMasked(name)
  const shown = name && isHidden ? [...initials(name)].map((letter) => `${letter}.`).join(' ') : name
  useEffect(() => {
    if (!name) return
    setNamed({ id, name })
    return () => setNamed(null)
  }, [id, name])
  useEffect(() => {
    if (!shown) return
    const title = keepsOwn ? `${shown} · ${own}` : shown
    let [plain, written] = ['', '']
    const write = () => {
      if (document.title === written || !document.title.includes(own)) return
      plain = document.title
      written = plain.replace(own, () => title)
      document.title = written
    }
    write()
    // The page's own title comes after its parts, and anew with each of its tabs.
    const observer = new MutationObserver(write)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      if (document.title === written) document.title = plain
    }
  }, [shown, own, keepsOwn])
}
