/** Unsaved work on a page: whatever would lead away from it asks first. */
import { useEffect, useRef, useState } from 'react'
import { onAbandon, useDraft } from './drafts.ts'

type Go = () => void

let ask: ((go: Go) => void) | null = null

/** Goes at once where nothing is unsaved; otherwise the page asks, and goes when its reader says so. */
export function leave(go: Go) {
  if (ask) ask(go)
  else go()
}

/** A link of this console that a plain press would follow away from this page. */
function linkAway(event: MouseEvent): HTMLAnchorElement | null {
  const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event
  if (event.defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return null
  const link = target instanceof Element ? target.closest('a[href]') : null
  if (!(link instanceof HTMLAnchorElement) || link.target === '_blank' || link.hasAttribute('download')) return null
  return link.origin === window.location.origin && link.pathname !== window.location.pathname ? link : null
}

/** Back and forward, where the browser lets a page hold them. Returns what ends it. */
function guardHistory(held: (go: Go) => void): () => void {
  if (!('navigation' in window)) return () => undefined
  const { navigation } = window
  const onNavigate = (event: NavigateEvent) => {
    const { navigationType, cancelable, destination } = event
    if (navigationType !== 'traverse' || !cancelable) return
    if (new URL(destination.url).pathname === window.location.pathname) return
    event.preventDefault()
    held(() => navigation.traverseTo(destination.key))
  }
  navigation.addEventListener('navigate', onNavigate)
  return () => navigation.removeEventListener('navigate', onNavigate)
}

/** Returns what ends the guard, which must be done before `go` is called. */
function guardLeaving(held: (go: Go) => void): () => void {
  const onClick = (event: MouseEvent) => {
    const link = linkAway(event)
    if (!link) return
    event.preventDefault()
    held(() => link.click())
  }
  const onUnload = (event: BeforeUnloadEvent) => event.preventDefault()
  ask = held
  window.addEventListener('click', onClick, true)
  window.addEventListener('beforeunload', onUnload)
  const endHistory = guardHistory(held)
  const end = () => {
    if (ask === held) ask = null
    window.removeEventListener('click', onClick, true)
    window.removeEventListener('beforeunload', onUnload)
    endHistory()
    stopListening()
  }
  // A signed-out viewer leaves at once: patients must not stay on screen behind a question.
  const stopListening = onAbandon(end)
  return end
}

/** While something is unsaved, `isAsking` turns true when a person wants to leave. */
export function useLeaveGuard(isUnsaved: boolean) {
  const [wanted, setWanted] = useState<{ go: Go } | null>(null)
  const end = useRef<() => void>(undefined)
  useDraft(isUnsaved)
  useEffect(() => {
    if (!isUnsaved) return
    end.current = guardLeaving((go) => setWanted({ go }))
    return () => end.current?.()
  }, [isUnsaved])
  return {
    isAsking: wanted !== null,
    stay: () => setWanted(null),
    leave: () => {
      setWanted(null)
      end.current?.()
      wanted?.go()
    },
  }
}
