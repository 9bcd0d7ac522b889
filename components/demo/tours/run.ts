/** The tour that runs in this tab: one truth for the address, the drawer, the palette and the player. */
import { useSyncExternalStore } from 'react'
import { saveProgress } from './progress.ts'
import { TOUR_IDS, type TourId } from './tour.ts'

export interface Run {
  tour: TourId
  /** From 0; as many as there are steps once the tour is done. */
  step: number
  is_done: boolean
  /** Another one each time a tour is started, also the same tour. */
  turn: number
  /** Element that had the focus before the tour. */
  opener: HTMLElement | null
}

let run: Run | null = null
let turns = 0
const listeners = new Set<() => void>()

function set(next: Run | null) {
  run = next
  for (const listener of [...listeners]) listener()
}

export function startTour(tour: TourId, step = 0) {
  const active = document.activeElement
  turns += 1
  saveProgress(tour, step === 0 ? { step, is_done: false, subject: null } : { step })
  set({ tour, step, is_done: false, turn: turns, opener: active instanceof HTMLElement ? active : null })
}

export function goToStep(step: number) {
  if (!run) return
  saveProgress(run.tour, { step })
  set({ ...run, step, is_done: false })
}

export function finishTour() {
  if (!run) return
  saveProgress(run.tour, { step: 0, is_done: true })
  set({ ...run, is_done: true })
}

/** Ends the tour and keeps its changes. */
export function endTour() {
  const opener = run?.opener
  set(null)
  if (opener?.isConnected && opener !== document.body) return opener.focus()
  document.querySelector<HTMLElement>('[data-demo-chip]')?.focus()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function useTourRun(): Run | null {
  return useSyncExternalStore(
    subscribe,
    () => run,
    () => null,
  )
}

/** Reads `?tour=draw&step=3`, whose steps begin with 1; null where it names no tour. */
export function parseTour(tour: string | null, step: string | null): { tour: TourId; step: number } | null {
  const id = TOUR_IDS.find((each) => each === tour)
  const number = Number(step)
  return id ? { tour: id, step: Number.isInteger(number) && number > 1 ? number - 1 : 0 } : null
}

/** The values for the address; empty where no tour runs, which takes them out. */
export function tourParams(current: Run | null): { tour: string; step: string } {
  return current && !current.is_done ? { tour: current.tour, step: `${current.step + 1}` } : { tour: '', step: '' }
}
