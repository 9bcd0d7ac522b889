'use client'
/** Sets the demo as a tour needs it, and finds whom the story is about. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRole } from '#components/patterns/page/role.tsx'
import type { DemoControl } from '#lib/demo/control.ts'
import { BASES, formatScenario } from '#lib/demo/scenario.ts'
import { ROLE_LABELS } from '#lib/domains/staff/role-labels.ts'
import { readAllAgain } from '#lib/kernel/client/queries.ts'
import { saveProgress, storedSubject } from './progress.ts'
import type { Subject, Tour } from './tour.ts'

interface PrepareOptions {
  tour: Tour
  /** Another one each time a tour is started. */
  turn: number
  step: number
  control: DemoControl
  environment: string
}

interface Prepared {
  subject: Subject
  /** Change made for the tour; null if none was needed. */
  note: string | null
}

/** Null when the sample data has nobody to tell the story about. */
async function prepareTour({
  tour,
  step,
  control,
  environment,
  client,
}: PrepareOptions & { client: QueryClient }): Promise<Prepared | null> {
  const before = control.snapshot()
  const changes: string[] = []
  // The role comes last: it renders the page again, and Next reloads a page whose address changes during that.
  if (!before || formatScenario(before.scenario) !== formatScenario(tour.scenario)) {
    await control.setScenario(tour.scenario)
    // The first step may use what is on the page: the orders of this scenario, not of the last one.
    await readAllAgain(client)
    changes.push(`scenario ${BASES[tour.scenario.base].label}`)
  }
  if (before?.role !== tour.role) {
    await control.setRole(tour.role)
    changes.push(`role ${ROLE_LABELS[tour.role].label}`)
  }
  const subject = storedSubject(tour.id, step) ?? (await tour.findSubject(environment))
  if (!subject) return null
  saveProgress(tour.id, { subject })
  return { subject, note: changes.length > 0 ? `Set for this tour: ${changes.join(', ')}.` : null }
}

/** A page that is made anew for another role goes on with what has begun. */
const begun = new WeakMap<DemoControl, { turn: number; preparing: Promise<Prepared | null> }>()

function prepareOnce(options: Parameters<typeof prepareTour>[0]): Promise<Prepared | null> {
  const { control, turn } = options
  const known = begun.get(control)
  if (known?.turn === turn) return known.preparing
  const preparing = prepareTour(options)
  begun.set(control, { turn, preparing })
  return preparing
}

export type Preparation = { kind: 'pending' } | { kind: 'failed' } | { kind: 'ready'; prepared: Prepared }

/**
 * Prepares once; a tour started again needs another component (`key`). Begins when the page is rendered for the tour's
 * role: Next loads a page again from its server whose address changes before that, and the step would be lost.
 */
export function usePreparation(options: PrepareOptions): Preparation {
  const [preparation, setPreparation] = useState<Preparation>({ kind: 'pending' })
  const client = useQueryClient()
  const [hasBegun, setBegun] = useState(false)
  const isRendered = useRole() === options.tour.role
  if (!hasBegun && isRendered && preparation.kind === 'ready') setBegun(true)
  const prepare = useEffectEvent(() => prepareOnce({ ...options, client }))
  useEffect(() => {
    let isOver = false
    const settle = (next: Preparation) => {
      if (!isOver) setPreparation(next)
    }
    prepare().then(
      (prepared) => settle(prepared ? { kind: 'ready', prepared } : { kind: 'failed' }),
      () => settle({ kind: 'failed' }),
    )
    return () => {
      isOver = true
    }
  }, [])
  return preparation.kind === 'ready' && !hasBegun ? { kind: 'pending' } : preparation
}
