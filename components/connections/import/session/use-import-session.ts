import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { useDraft } from '#lib/kernel/client/drafts.ts'
import { ImportSession } from './import-session.ts'
import { type ImportState, INITIAL_STATE, isUnsafeToLeave } from './session-state.ts'
import type { StartEngine } from './start-worker.ts'

/** In the browser only: an import outlives its page, and the next page finds it again. */
const sessions = new Map<string, ImportSession>()

function sessionOf(environment: string, startEngine: StartEngine): ImportSession {
  const session = sessions.get(environment) ?? new ImportSession(environment, startEngine)
  if (typeof window !== 'undefined') sessions.set(environment, session)
  return session
}

interface ImportValue {
  session: ImportSession
  state: ImportState
}

export function useImport(environment: string, startEngine: StartEngine): ImportValue {
  const [session] = useState(() => sessionOf(environment, startEngine))
  const state = useSyncExternalStore(session.subscribe, session.getState, () => INITIAL_STATE)
  useEffect(() => {
    session.enter()
    return () => session.leave()
  }, [session])
  const unsafe = isUnsafeToLeave(state.run)
  useDraft(unsafe)
  useEffect(() => {
    if (!unsafe) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [unsafe])
  return { session, state }
}

const ImportContext = createContext<ImportValue | null>(null)
export const ImportProvider = ImportContext.Provider

export function useImportSession(): ImportValue {
  const value = useContext(ImportContext)
  if (!value) throw new Error('useImportSession is used outside of ImportProvider.')
  return value
}
