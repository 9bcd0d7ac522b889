import { Route } from 'lucide-react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import { useDemo } from '#lib/demo/use-demo.ts'
import { startTour, useTourRun } from './run.ts'
import { TOUR_IDS, TOUR_TITLES } from './tour.ts'

const RunningTour = lazyPart(() => import('./running-tour.tsx'), 'RunningTour')

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
  return <RunningTour run={run} demo={demo} environment={environment} />
}
