'use client'
import { Route } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { useDemo } from '#lib/demo/use-demo.ts'
import { startTour, useTourRun } from './run.ts'
import { TOUR_IDS, TOUR_TITLES } from './tour.ts'

const RunningTour = lazy(() => import('./running-tour.tsx').then((part) => ({ default: part.RunningTour })))

/** Stands on every page of the demo: shows the tour that runs, and offers all of them in the palette. */
export function TourHost({ environment }: { environment: string }) {
  const demo = useDemo()
  const run = useTourRun()
  useShortcuts(
    TOUR_IDS.map((id) => ({
      strokes: [],
      label: `Start tour: ${TOUR_TITLES[id]}`,
      words: 'guided tour demo story learn training',
      group: 'Console',
      icon: Route,
      run: () => startTour(id),
    })),
  )
  if (!(run && demo)) return null
  return (
    <Suspense fallback={null}>
      <RunningTour run={run} demo={demo} environment={environment} />
    </Suspense>
  )
}
