/** Work that goes on in this tab whatever page is open, so that the navigation can say so. */

import { useQueryClient } from '@tanstack/react-query'
import { usePathname } from 'next/navigation'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readAllAgain } from '#lib/kernel/client/queries.ts'
import { createSignal } from '#lib/utils/data/signal.ts'

export interface WorkUnderWay {
  /** The page of it, as in the navigation: "connections/import". */
  section: string
  /** For people who hear it: "import running". */
  label: string
  /** 0 to 100. */
  percent: number
}

const works = new Map<string, WorkUnderWay>()
const changed = createSignal()

/** Says how far the work of an environment is; null when it is over. */
export function setWorkUnderWay(environment: string, work: WorkUnderWay | null) {
  const known = works.get(environment)
  if (known === undefined && work === null) return
  if (work && known?.percent === work.percent && known.label === work.label) return
  if (work) works.set(environment, work)
  else works.delete(environment)
  changed.send()
}

/** Returns the work under way on a page of an environment; null for none. */
export function useWorkUnderWay(environment: string, section: string): WorkUnderWay | null {
  const work = useSyncExternalStore(
    changed.subscribe,
    () => works.get(environment) ?? null,
    () => null,
  )
  return work?.section === section ? work : null
}

/** Reads again what pages show when the work is over: it may have changed any of it. */
export function useRefreshAfter(work: WorkUnderWay | null) {
  const client = useQueryClient()
  const pathname = usePathname()
  const last = useRef({ work, pathname, isOnItsWay: false })
  useEffect(() => {
    const { work: before, pathname: left, isOnItsWay } = last.current
    const isOver = before !== null && work === null
    const hasArrived = left !== pathname && isOnItsWay
    last.current = { work, pathname, isOnItsWay: isOver || (isOnItsWay && !hasArrived) }
    if (isOver || hasArrived) void readAllAgain(client)
  }, [work, pathname, client])
}
