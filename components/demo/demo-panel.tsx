import { Route } from 'lucide-react'
import { usePathname, useSearchParams } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { parseTour, startTour, tourParams, useTourRun } from '#components/demo/tours/run.ts'
import { TOUR_IDS, TOUR_TITLES } from '#components/demo/tours/tour.ts'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { lazyPart } from '#components/ui/lazy-part.tsx'
import type { DemoControl, DemoSnapshot } from '#lib/demo/control.ts'
import { DEFAULT_SCENARIO, formatScenario, parseScenario } from '#lib/demo/scenario.ts'
import { useDemo } from '#lib/demo/use-demo.ts'
import { onAddress, readPageParam, writePageParams } from '#lib/kernel/client/address.ts'
import type { DemoControlsProps } from './controls/demo-controls.tsx'
import { closeDrawer, isOverPage, loadControls, useDrawerOpen } from './drawer.ts'

const NOT_APPLIED = {
  kind: 'failed',
  title: 'The scenario in this link didn’t load.',
  text: 'Choose it in the demo controls.',
} as const

/** Shows scenario and tour in the address of every page of the demo, and applies those a link was opened with. */
export function DemoAddress() {
  const demo = useDemo()
  return demo && <Address control={demo.control} snapshot={demo.snapshot} />
}

/** The words of a scenario as we write them; null where nobody would know one from the text. */
function namedScenario(text: string): string | null {
  const words = formatScenario(parseScenario(text))
  return words !== '' || text.split(',').includes(DEFAULT_SCENARIO.base) ? words : null
}

/** Reads the address once, when the page loads: an older entry reached by Back is no wish for its scenario. */
function Address({ control, snapshot }: { control: DemoControl; snapshot: DemoSnapshot }) {
  const run = useTourRun()
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const shown = formatScenario(snapshot.scenario)
  const first = useRef({ control, shown })
  const [isFollowing, setFollowing] = useState(false)
  useEffect(() => {
    const asked = parseTour(readPageParam('tour'), readPageParam('step'))
    const follow = () => {
      if (asked) startTour(asked.tour, asked.step)
      setFollowing(true)
    }
    const wanted = namedScenario(readPageParam('scenario'))
    if (wanted === null || wanted === first.current.shown) return follow()
    let isOver = false
    first.current.control
      .setScenario(parseScenario(wanted))
      .catch(() => toast(NOT_APPLIED))
      .finally(() => !isOver && follow())
    return () => {
      isOver = true
    }
  }, [])
  // Next leads to a page without a word: each page that it has made has a follower of its own.
  return isFollowing && <Follower key={`${pathname}?${search}`} scenario={shown} {...tourParams(run)} />
}

function Follower({ scenario, tour, step }: { scenario: string; tour: string; step: string }) {
  useEffect(() => {
    const follow = () => writePageParams({ scenario, tour, step })
    follow()
    return onAddress(follow)
  }, [scenario, tour, step])
  return null
}

const DemoControls = lazyPart(loadControls, 'DemoControls')

const ToursCard = lazyPart(() => import('#components/demo/tours/tours-card.tsx'), 'ToursCard')

const makeRoom = () => {
  if (isOverPage()) closeDrawer()
}

export function DemoPanel(props: Omit<DemoControlsProps, 'onClose' | 'tours'>) {
  const isOpen = useDrawerOpen()
  return (
    <>
      <DemoAddress />
      <TourHost environment={props.environment} />
      {isOpen && <DemoControls {...props} tours={<ToursCard onStart={makeRoom} />} onClose={closeDrawer} />}
    </>
  )
}

const RunningTour = lazyPart(() => import('#components/demo/tours/running-tour.tsx'), 'RunningTour')

/** Stands on every page of the demo: shows the tour that runs, and offers all of them in the palette. */
function TourHost({ environment }: { environment: string }) {
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
