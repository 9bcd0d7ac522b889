/** How far somebody got in each tour. Kept in this browser. */
import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import { type Subject, TOUR_IDS, type TourId } from './tour.ts'

const STORE_KEY = 'demo-tours'

const progress = z.object({
  /** The step reached, from 0. */
  step: z.int().min(0),
  is_done: z.boolean(),
  subject: z
    .object({ user_id: z.string(), reference: z.string(), order_id: z.string(), problem_id: z.string().default('') })
    .nullable(),
})
export type Progress = z.infer<typeof progress>

const all = z.partialRecord(z.enum(TOUR_IDS), progress)

const listeners = new Set<() => void>()
const read = () => window.localStorage.getItem(STORE_KEY) ?? ''

function parse(text: string): Partial<Record<TourId, Progress>> {
  try {
    return all.parse(JSON.parse(text))
  } catch {
    return {}
  }
}

const progressOf = (id: TourId): Progress | null => parse(read())[id] ?? null

export function saveProgress(id: TourId, changes: Partial<Progress>) {
  const before = parse(read())
  const start: Progress = { step: 0, is_done: false, subject: null }
  window.localStorage.setItem(STORE_KEY, JSON.stringify({ ...before, [id]: { ...start, ...before[id], ...changes } }))
  for (const listener of [...listeners]) listener()
}

/** The subject that a story goes on with; a story that begins anew looks for one. */
export function storedSubject(id: TourId, step: number): Subject | null {
  return step === 0 ? null : (progressOf(id)?.subject ?? null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

export function useProgress(): Partial<Readonly<Record<TourId, Progress>>> {
  const text = useSyncExternalStore(subscribe, read, () => '')
  return useMemo(() => parse(text), [text])
}
