/** The import of an environment, as a page sees it. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { RunClock } from '#components/connections/import/run/run-port.ts'
import { delay } from '#lib/utils/time/delay.ts'
import type { OpenEngineFor } from './engine.ts'
import { ImportSession } from './import-session.ts'
import { type ImportState, isUnsafeToLeave, START } from './session-state.ts'

const CLOCK: RunClock = {
  now: () => Date.now(),
  sleep: delay,
}

/** In the browser only: an import outlives its page, and is found again by the next. */
const sessions = new Map<string, ImportSession>()

function sessionOf(environment: string, openEngine: OpenEngineFor): ImportSession {
  const known = typeof window === 'undefined' ? undefined : sessions.get(environment)
  if (known) return known
  const session = new ImportSession(environment, openEngine, CLOCK)
  if (typeof window !== 'undefined') sessions.set(environment, session)
  return session
}

const start = () => START

export function useImportOf(
  environment: string,
  openEngine: OpenEngineFor,
): { session: ImportSession; state: ImportState } {
  const [session] = useState(() => sessionOf(environment, openEngine))
  const state = useSyncExternalStore(session.subscribe, session.read, start)
  useEffect(() => {
    session.enter()
    return () => session.leave()
  }, [session])
  const unsafe = isUnsafeToLeave(state.run)
  useEffect(() => {
    if (!unsafe) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsafe])
  return { session, state }
}

const EngineContext = createContext<{ session: ImportSession; state: ImportState } | null>(null)
export const ImportSessionProvider = EngineContext.Provider

/** Within the page of the import. */
export function useImportSession() {
  const value = useContext(EngineContext)
  if (!value) throw new Error('This part stands within the page of an import.')
  return value
}
