'use client'
/** Follows one step on the page: its target, and the event that completes it. */
import { useEffect, useEffectEvent, useState } from 'react'
import { onDemoAnswer } from '#lib/demo/answers.ts'
import type { Scene, Step } from './tour.ts'

const POLL_INTERVAL_MS = 100
/** A target that has not come by then is reported as missing. */
export const TARGET_TIMEOUT_MS = 8_000

export interface StepState {
  target: HTMLElement | null
  isMissing: boolean
}

const SEARCHING: StepState = { target: null, isMissing: false }

/** Whether what completes the step is on the page already, for the two kinds that can be seen there. */
export function isComplete({ completion }: Step, scene: Scene): boolean {
  if (completion?.kind === 'page') return completion.holds(scene)
  if (completion?.kind !== 'route') return false
  const path = completion.path(scene)
  return window.location.pathname === path || window.location.pathname.startsWith(`${path}/`)
}

/** Another step needs another component (`key`). `onComplete` is called once, and never for what held from the start. */
export function useStep(step: Step, scene: Scene, onComplete: () => void): StepState {
  const [state, setState] = useState(SEARCHING)
  const complete = useEffectEvent(onComplete)
  const findTarget = useEffectEvent(() => step.target(scene))
  const holds = useEffectEvent(() => isComplete(step, scene))
  const { completion } = step
  const { control } = scene

  useEffect(() => {
    const deadline = Date.now() + TARGET_TIMEOUT_MS
    let before = holds()
    const look = () => {
      const now = holds()
      if (now && !before) return complete()
      before = now
      const target = findTarget()
      const isMissing = target === null && Date.now() >= deadline
      setState((last) => (last.target === target && last.isMissing === isMissing ? last : { target, isMissing }))
    }
    look()
    const timer = setInterval(look, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (completion?.kind !== 'answered') return
    return onDemoAnswer(({ method, pathname, status }) => {
      if (method === completion.method && completion.path.test(pathname) && status < 300) complete()
    })
  }, [completion])

  useEffect(() => {
    if (completion?.kind !== 'snapshot') return
    const before = control.snapshot()
    return control.subscribe(() => {
      const now = control.snapshot()
      if (before && now && completion.changed(before, now)) complete()
    })
  }, [completion, control])

  return state
}
