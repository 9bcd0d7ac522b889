/** Whether there is room for a map beside the list, and whether this browser can draw one. */
import { useSyncExternalStore } from 'react'

/** As the classes of the page have it. */
const BESIDE = '(width >= 900px)'

function onRoom(listener: () => void) {
  const query = window.matchMedia(BESIDE)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** False until the page is alive. */
export function useRoomBeside(): boolean {
  return useSyncExternalStore(
    onRoom,
    () => window.matchMedia(BESIDE).matches,
    () => false,
  )
}

let known: boolean | null = null

function canDraw(): boolean {
  if (known !== null) return known
  const context = document.createElement('canvas').getContext('webgl2')
  // A browser keeps few of them at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  known = context !== null
  return known
}

const never = () => () => undefined

/** Null until the page is alive. */
export function useCanDraw(): boolean | null {
  return useSyncExternalStore<boolean | null>(never, canDraw, () => null)
}
