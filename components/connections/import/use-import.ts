/** The import of an environment, as a page sees it. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { OpenEngineFor } from '#components/connections/import/desk/engine.ts'
import type { RunClock } from '#components/connections/import/desk/run/port.ts'
import { delay } from '#lib/utils/time/delay.ts'
import { ImportDesk } from './import-desk.ts'
import { type ImportState, isUnsafeToLeave, START } from './import-state.ts'

const CLOCK: RunClock = {
  now: () => Date.now(),
  sleep: delay,
}

/** In the browser only: an import outlives its page, and is found again by the next. */
const desks = new Map<string, ImportDesk>()

function deskOf(environment: string, openEngine: OpenEngineFor): ImportDesk {
  const known = typeof window === 'undefined' ? undefined : desks.get(environment)
  if (known) return known
  const desk = new ImportDesk(environment, openEngine, CLOCK)
  if (typeof window !== 'undefined') desks.set(environment, desk)
  return desk
}

const start = () => START

export function useImport(environment: string, openEngine: OpenEngineFor): { desk: ImportDesk; state: ImportState } {
  const [desk] = useState(() => deskOf(environment, openEngine))
  const state = useSyncExternalStore(desk.subscribe, desk.read, start)
  useEffect(() => {
    desk.enter()
    return () => desk.leave()
  }, [desk])
  const unsafe = isUnsafeToLeave(state.run)
  useEffect(() => {
    if (!unsafe) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsafe])
  return { desk, state }
}

const DeskContext = createContext<{ desk: ImportDesk; state: ImportState } | null>(null)
export const DeskProvider = DeskContext.Provider

/** Within the page of the import. */
export function useDesk() {
  const value = useContext(DeskContext)
  if (!value) throw new Error('This part stands within the page of an import.')
  return value
}
