import { Info } from 'lucide-react'
import dynamic from 'next/dynamic'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { CenterMapProps, MapProblem } from './map-types.ts'
import type { Pins } from './pins.ts'

const MapCanvas = dynamic(() => import('./map-canvas.tsx').then((module) => module.MapCanvas), {
  ssr: false,
  loading: () => <MapSkeleton />,
})

const PROBLEMS: Readonly<Record<MapProblem, string>> = {
  'no-webgl': '',
  'no-streets': ' Streets didn’t load. The map shows state and county lines instead.',
  'no-base': ' Some of the map didn’t load. Reload the page to see it.',
}

type CenterMapAreaProps = CenterMapProps & { places: Pins; isReady: boolean; problem: MapProblem | null }

/** The map with what has to be known of its pins. Its code comes when it is first shown. */
export function CenterMap({ places, isReady, problem, ...props }: CenterMapAreaProps) {
  return (
    <section aria-label="Map" className="absolute inset-0 isolate overflow-hidden bg-canvas">
      {isReady ? <MapCanvas {...props} /> : <MapSkeleton />}
      <p
        data-map-control=""
        className="absolute right-3 bottom-3 left-auto flex max-w-[calc(100%-150px)] items-start gap-1.5 rounded-card border border-line bg-surface px-2.5 py-1.5 text-xs text-ink-2 shadow-1"
      >
        <Info className="mt-px size-3.5 shrink-0 text-ink-3" />
        <span>
          {positionLabel(places)}
          {problem && PROBLEMS[problem]}
          {isReady && !props.style_url && (
            <>
              {' '}
              <Credits />
            </>
          )}
        </span>
      </p>
    </section>
  )
}

function MapSkeleton() {
  return (
    <div className="absolute inset-0">
      <span className="sr-only">Loading map.</span>
      <Skeleton className="size-full rounded-none" />
    </div>
  )
}

/** Names of towns may be used as long as their source is named. */
function Credits() {
  return (
    <span className="inline-block whitespace-nowrap min-[1280px]:ml-2 min-[1280px]:border-l min-[1280px]:border-line-2 min-[1280px]:pl-2">
      ©{' '}
      <a
        href="https://www.geonames.org/"
        target="_blank"
        rel="noopener noreferrer"
        title="Names of towns by GeoNames, license CC BY 4.0 (new tab)"
        className="underline-offset-3 hover:underline"
      >
        GeoNames
      </a>{' '}
      ·{' '}
      <span title="Water, built-up areas and neighboring countries by Natural Earth; states and counties by the US Census Bureau">
        Natural Earth
      </span>
    </span>
  )
}

/** Explains that pins are approximate, since the service rarely sends positions. */
function positionLabel({ pins, at_zip, nowhere }: Pins): string {
  const total = pins.length
  const where = placeLabel(total, at_zip.length)
  const missing =
    nowhere.length === 0 ? '' : ` ${nowhere.length === 1 ? 'One is' : `${nowhere.length} are`} in the list only.`
  return `${where}${missing}`
}

function placeLabel(total: number, at_zip: number): string {
  if (total === 0) return 'No pins.'
  if (at_zip === total) return 'Pins sit at ZIP code centers.'
  if (at_zip === 0) return 'Pins sit at the service’s coordinates.'
  return `${at_zip} of ${total} pins sit at ZIP centers, the others where the service says.`
}
