import clsx from 'clsx'
import { CircleAlert, List, Map as MapIcon } from 'lucide-react'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { CenterMap } from '#components/service-centers/map/center-map.tsx'
import type { MapProblem } from '#components/service-centers/map/map-types.ts'
import { closeReach } from '#components/service-centers/map/pins.ts'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { useMedia } from '#components/ui/display/use-narrow.ts'
import { Segments } from '#components/ui/field/segments.tsx'
import type { FoundCenter } from '#lib/domains/service-centers/service-center.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { milesLabel } from './center-labels.ts'
import { CenterList, useHighlight } from './center-list.tsx'
import type { Finder } from './use-finder.ts'

const VIEWS = [
  { value: 'list', text: 'List', icon: List },
  { value: 'map', text: 'Map', icon: MapIcon },
] as const

/** List and map of one answer, in step: what is pointed at or chosen in one shows in the other. */
export function CenterResults({ finder, centers }: { finder: Finder; centers: readonly FoundCenter[] }) {
  const { search, places, isStale } = finder
  const looking = useHighlight(centers)
  const [view, setView] = useState<'list' | 'map'>('list')
  const [problem, setProblem] = useState<MapProblem | null>(null)
  const isBeside = useRoomBeside()
  const canDraw = useCanDraw()
  const noMap = reasonOf(canDraw === false || problem === 'no-webgl', places.failure?.detail ?? null)
  const { selected, select } = looking
  const labNames =
    search.lab_id === null
      ? [...new Set(centers.flatMap(({ lab }) => lab?.name ?? []))]
      : [finder.catalog.nameOf('lab', String(search.lab_id))]
  const reach = useMemo(
    () =>
      closeReach({
        origin: places.origin,
        radius: Number(search.radius),
        points: places.pins.map(({ point }) => point),
        distances: centers.map(({ distance }) => distance),
      }),
    [places, search.radius, centers],
  )
  const nameOf = useCallback(
    (number: number) => {
      const center = centers[number - 1]
      return center ? `${center.metadata.name}, ${milesLabel(center.distance)}` : ''
    },
    [centers],
  )
  const step = (by: number) => {
    const from = selected ?? (by > 0 ? 0 : centers.length + 1)
    const number = Math.min(centers.length, Math.max(1, from + by))
    select(number)
    announce(`${number} of ${centers.length}: ${nameOf(number)}`)
  }
  useShortcuts([
    { strokes: ['j'], label: 'Next center', group: 'List', run: () => step(1) },
    { strokes: ['k'], label: 'Previous center', group: 'List', run: () => step(-1) },
  ])
  const shown = noMap === null ? view : 'list'
  return (
    <>
      {noMap !== null && (
        <Note tone="move" icon={CircleAlert}>
          {noMap} The list shows all results.
        </Note>
      )}
      {places.nearest && (
        <Note tone="move" icon={CircleAlert}>
          {`We don’t know exactly where this ZIP code is. The map shows ${places.nearest}, the nearest one we know, so distances may be off by a few miles.`}
        </Note>
      )}
      {noMap === null && (
        <div className="flex items-center justify-between border-b border-line bg-surface px-4 py-2 min-[900px]:hidden print:hidden">
          <p className="text-base font-heading">{countOf(centers.length, 'center')}</p>
          <Segments label="Show as" value={view} options={VIEWS} onChange={setView} />
        </div>
      )}
      <div
        className={clsx(
          'flex flex-1 flex-col framed:min-h-0 min-[900px]:grid',
          noMap === null && 'min-[900px]:grid-cols-[minmax(0,1fr)_minmax(452px,38%)]',
        )}
      >
        <div
          className={clsx(
            'relative framed:min-h-0 framed:overflow-y-auto min-[900px]:order-last min-[900px]:block',
            noMap === null && 'min-[900px]:border-l min-[900px]:border-line',
            shown === 'map' && 'max-[899px]:hidden',
          )}
        >
          <CenterList
            centers={centers}
            search={search}
            known={finder.known}
            labNames={labNames}
            test={finder.order.test}
            nowhere={places.isReady ? places.nowhere : []}
            looking={looking}
            isStale={isStale}
            wide={noMap !== null}
          />
        </div>
        {noMap === null && (
          <div
            className={clsx(
              'relative min-h-[380px] flex-1 min-[900px]:block min-[900px]:min-h-0 print:hidden',
              shown === 'list' && 'max-[899px]:hidden',
            )}
          >
            {(isBeside || view === 'map') && (
              <CenterMap
                origin={places.origin}
                miles={Number(search.radius)}
                reach={reach}
                pins={places.pins}
                places={places}
                isReady={canDraw === true && places.isReady}
                nameOf={nameOf}
                selected={selected}
                hovered={looking.hovered}
                onSelect={select}
                onHover={looking.hover}
                style_url={places.style_url}
                problem={problem}
                onFailed={setProblem}
              />
            )}
          </div>
        )}
      </div>
    </>
  )
}

/** The map before a search, where there is room for it. */
export function CountryMap({ places }: Pick<Finder, 'places'>) {
  const [problem, setProblem] = useState<MapProblem | null>(null)
  const isBeside = useRoomBeside()
  if (useCanDraw() !== true || !isBeside || !places.isReady || problem === 'no-webgl') return null
  return (
    <CenterMap
      {...{ origin: null, miles: 0, reach: null, pins: [], places, isReady: true, problem }}
      {...{ nameOf: String, selected: null, hovered: null, style_url: places.style_url }}
      onSelect={nothing}
      onHover={nothing}
      onFailed={setProblem}
    />
  )
}

const nothing = () => undefined

/** Why there is no map; null where there is one. */
function reasonOf(cannotDraw: boolean, failure: string | null): string | null {
  if (cannotDraw) return 'No map: this browser can’t draw it (WebGL is off or missing).'
  return failure === null ? null : `There is no map here, because where ZIP codes lie did not load. ${failure}`
}

/** As the classes of the page have it. */
const useRoomBeside = () => useMedia('(width >= 900px)')

let known: boolean | null = null

function canDraw(): boolean {
  if (known !== null) return known
  const context = document.createElement('canvas').getContext('webgl2')
  // A browser keeps few of them at a time.
  context?.getExtension('WEBGL_lose_context')?.loseContext()
  known = context !== null
  return known
}

const never = () => () => undefined

/** Whether this browser can draw a map; null until the page is alive. */
function useCanDraw(): boolean | null {
  return useSyncExternalStore<boolean | null>(never, canDraw, () => null)
}
