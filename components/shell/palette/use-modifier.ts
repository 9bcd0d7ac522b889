/** The key that stands beside letters in commands, as it is called where the browser runs. */
import { useSyncExternalStore } from 'react'

const never = () => () => undefined
const read = () => (/^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl')

export function useModifier(): string {
  return useSyncExternalStore(never, read, () => 'Ctrl')
}
