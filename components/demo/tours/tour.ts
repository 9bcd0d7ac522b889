import { useMemo, useSyncExternalStore } from 'react'
import { z } from 'zod'
import type { DemoControl, DemoSnapshot } from '#lib/demo/control.ts'
import type { DemoAnswer } from '#lib/demo/news.ts'
import type { Scenario } from '#lib/demo/scenario.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { keep, readKept } from '#lib/utils/browser/browser.ts'
import { createSignal, subscribeBoth } from '#lib/utils/data/signal.ts'

/** Sample records that a story is about; empty for a story without any. */
export interface Subject {
  user_id: string
  reference: string
  order_id: string
  /** The order that has needed action for longest. */
  problem_id: string
}

export interface Scene {
  /** The address that every page of the demo begins with: `/demo`. */
  home: string
  subject: Subject
  control: DemoControl
}

/** The event that completes a step, whoever caused it. */
type Completion =
  /** This page, or one below it, is open. */
  | { kind: 'route'; path: (scene: Scene) => string }
  /** Something is on the page, or is gone from it. */
  | { kind: 'page'; holds: (scene: Scene) => boolean }
  /** A request was answered with success. */
  | { kind: 'answered'; method: DemoAnswer['method']; path: RegExp }
  /** The demo changed, compared with what it was when the step began. */
  | { kind: 'snapshot'; changed: (before: DemoSnapshot, now: DemoSnapshot) => boolean }

export interface Step {
  /** No patient data: screen readers may log what they say. */
  text: string
  /** The page it takes place on; null: wherever the step before led. */
  path: ((scene: Scene) => string) | null
  /** Element that the step points at; null while it isn't on the page. */
  target: (scene: Scene) => HTMLElement | null
  /** Verb and object, on the primary button. */
  action: string
  /** Does the step for the person who presents; null: there is nothing to do but read. */
  perform: ((scene: Scene) => unknown) | null
  /** Null: the primary button goes on. */
  completion: Completion | null
}

export const TOUR_IDS = ['data', 'draw', 'morning', 'caller', 'critical'] as const
export type TourId = (typeof TOUR_IDS)[number]

/** Apart from the tours, for what only names them. */
export const TOUR_TITLES: Readonly<Record<TourId, string>> = {
  data: 'Find out why data stopped',
  draw: 'Book a draw',
  morning: 'Triage the morning',
  caller: 'Help a caller with only a phone number',
  critical: 'Handle a critical result at 7 AM',
}

export interface Tour {
  id: TourId
  title: string
  /** One line under the title. */
  summary: string
  minutes: number
  role: Role
  scenario: Scenario
  /** Asks the demo for a subject; null when the data has none. */
  findSubject: (environment: string) => Promise<Subject | null>
  steps: readonly Step[]
  /** Shown after the last step. */
  ending: string
}

export const NO_SUBJECT: Subject = { user_id: '', reference: '', order_id: '', problem_id: '' }

/** How far somebody got in each tour. Kept in this browser. */
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

const saved = createSignal()
const read = () => readKept(STORE_KEY) ?? ''

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
  keep(STORE_KEY, JSON.stringify({ ...before, [id]: { ...start, ...before[id], ...changes } }))
  saved.send()
}

/** The subject that a story goes on with; a story that begins anew looks for one. */
export function storedSubject(id: TourId, step: number): Subject | null {
  return step === 0 ? null : (progressOf(id)?.subject ?? null)
}

const subscribe = subscribeBoth(saved, 'storage')

export function useProgress(): Partial<Readonly<Record<TourId, Progress>>> {
  const text = useSyncExternalStore(subscribe, read, () => '')
  return useMemo(() => parse(text), [text])
}
