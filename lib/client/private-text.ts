/** What of a list's state may be personal: it lives in this entry of the browser's history and never in the address. */
import { useCallback, useSyncExternalStore } from 'react'
import { announceAddress, heldState, onAddress } from './address.ts'

/** `''` where nothing is kept, on the server and until the page is alive. It survives reload, Back and Forward. */
export function usePrivateText(key: string): readonly [string, (text: string) => void] {
  const text = useSyncExternalStore(
    onAddress,
    () => heldState()[key] ?? '',
    () => '',
  )
  const set = useCallback(
    (next: string) => {
      const { [key]: _, ...rest } = heldState()
      const held = next === '' ? rest : { ...rest, [key]: next }
      window.history.replaceState({ ...window.history.state, held }, '')
      announceAddress()
    },
    [key],
  )
  return [text, set]
}
