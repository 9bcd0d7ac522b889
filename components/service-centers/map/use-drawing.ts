/** Whether there is room for a map beside the list, and whether this browser can draw one. */
import { useSyncExternalStore } from 'react'
import { useMedia } from '#components/ui/display/use-narrow.ts'

/** As the classes of the page have it. */
export const useRoomBeside = () => useMedia('(width >= 900px)')

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
