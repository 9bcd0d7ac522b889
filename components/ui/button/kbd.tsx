import type { ReactNode } from 'react'
import { useSyncExternalStore } from 'react'

export function Kbd({ children }: { children: ReactNode }) {
  return (
    <kbd className="inline-block min-w-[18px] max-rail:hidden pointer-coarse:hidden rounded-[4px] border border-b-2 border-line-2 bg-surface px-1 text-center font-sans text-2xs leading-4 font-control text-ink-2">
      {children}
    </kbd>
  )
}

const never = () => () => undefined
const read = () => (/^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl')

export function useModifier(): string {
  return useSyncExternalStore(never, read, () => 'Ctrl')
}
