'use client'
import { createContext, type ReactNode, useContext, useState, useSyncExternalStore } from 'react'
import { clearCookies, readCookie, writeCookie } from '#lib/utils/browser/browser.ts'
import {
  MASKED,
  MASKED_BY_DEFAULT,
  PATIENT_DATA_COOKIES,
  type PatientData,
  patientDataCookie,
  readPatientData,
  SHOWN,
  shownFrom,
} from '#lib/utils/browser/patient-data.ts'

export interface MaskSettings {
  /** Id of the environment: what is shown in one stays masked in the others. */
  environment: string
  masked_by_default: boolean
  /** The cookie as the server had it, and the instant it was read at. */
  choice: string | null
  now: number
}

/** The cookie is the truth, so that tabs and the next HTML agree; a channel tells tabs that it changed. */
function createMask({ environment, masked_by_default, choice, now }: MaskSettings) {
  const cookie = patientDataCookie(environment)
  const initial = readPatientData(choice, masked_by_default, now)
  const listeners = new Set<() => void>()
  let state: PatientData = initial
  let timer: ReturnType<typeof setTimeout> | undefined
  let tabs: BroadcastChannel | undefined

  const sync = () => {
    const next = readPatientData(readCookie(cookie), masked_by_default, Date.now())
    clearTimeout(timer)
    if (next.until !== null) timer = setTimeout(sync, next.until - Date.now())
    if (JSON.stringify(next) === JSON.stringify(state)) return
    state = next
    for (const listener of listeners) listener()
  }
  const write = (value: string) => {
    writeCookie(cookie, value)
    sync()
    tabs?.postMessage('changed')
  }
  return {
    initial: () => initial,
    read: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      if (listeners.size === 1) {
        tabs = new BroadcastChannel(cookie)
        tabs.onmessage = sync
        document.addEventListener('visibilitychange', sync)
        sync()
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        clearTimeout(timer)
        tabs?.close()
        document.removeEventListener('visibilitychange', sync)
      }
    },
    hide: () => write(MASKED),
    show: () => write(shownFrom(Date.now())),
    /** Ends an earlier choice to hide, so that the one person of a verified caller is shown. */
    allowPerson() {
      if (masked_by_default && state.isChosen) write(MASKED_BY_DEFAULT)
    },
  }
}

/** For the end of a session: whoever signs in next has asked to see nobody. */
export function hideEverywhere() {
  clearCookies(PATIENT_DATA_COOKIES, SHOWN)
}

type Mask = ReturnType<typeof createMask>

const MaskContext = createContext<Mask | null>(null)

/** Until when one person is shown although patients are masked; null for nobody. */
const PersonContext = createContext<number | null>(null)

const HIDDEN: PatientData = { masked: true, until: null, isChosen: true }
const unchanging = () => () => undefined

/** Stands above everything that shows patients; a new environment needs a new one (`key`). */
export function MaskProvider({ settings, children }: { settings: MaskSettings; children: ReactNode }) {
  const [mask] = useState(() => createMask(settings))
  return <MaskContext value={mask}>{children}</MaskContext>
}

/** Without a provider everything is masked: what was forgotten hides too much, never too little. */
export function usePatientData(): PatientData {
  const mask = useContext(MaskContext)
  const person = useContext(PersonContext)
  const data = useSyncExternalStore(
    mask?.subscribe ?? unchanging,
    mask?.read ?? (() => HIDDEN),
    mask?.initial ?? (() => HIDDEN),
  )
  return data.masked && !data.isChosen && person !== null ? { masked: false, until: person } : data
}

/** Stands around the pages of one person, whose caller may have been verified: the server shows them alone. */
export function ShownPerson({ until, children }: { until: number | null; children: ReactNode }) {
  return <PersonContext value={until}>{children}</PersonContext>
}

/** For the one control that hides and shows. */
export function useMaskSwitch(): Pick<Mask, 'hide' | 'show' | 'allowPerson'> {
  const mask = useContext(MaskContext)
  if (!mask) throw new Error('The switch needs a MaskProvider above it.')
  return mask
}
