/** Finds a marker in all lab tests: they are read step by step, and searched here. */
import { type QueryClient, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CirclePause, LoaderCircle, TriangleAlert } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { SearchBox } from '#components/patterns/list/filters/search-box.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { CatalogEntry } from '#lib/domains/catalog/catalog.ts'
import { listMarkers, type Marker } from '#lib/domains/catalog/marker.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { plainSigns } from '#lib/utils/text/typed-text.ts'
import { findMarkers } from './find-markers.ts'
import { gather, type MarkersOf, markersQuery } from './markers-search.ts'

/** Lab tests that one search reads at most, how many of them at a time, and pages of each. */
const BUDGET = { tests: 240, step: 4, pages: 20 } as const
/** Markers of one test that are named. */
const NAMED = 4

/** Null where they can't be read. */
async function readAll(client: QueryClient, of: MarkersOf, environment: string): Promise<readonly Marker[] | null> {
  const query = { ...markersQuery(of, { environment }), pages: BUDGET.pages }
  try {
    const known = gather(await client.fetchInfiniteQuery(query))
    if (known.total === null || known.markers.length >= known.total) return known.markers
    // A card has counted this test by its first page.
    return gather(await client.fetchInfiniteQuery({ ...query, staleTime: 0 })).markers
  } catch (error) {
    if (error instanceof RequestError) return null
    throw error
  }
}

function useAllMarkers(environment: string, tests: readonly CatalogEntry[], account: string | null, isAsked: boolean) {
  const client = useQueryClient()
  const [isStopped, setStopped] = useState(false)
  const ids = tests.slice(0, BUDGET.tests).map(({ id }) => id)
  const read = async (id: string) =>
    [id, await readAll(client, { lab_test_id: id, lab_account_id: account }, environment)] as const
  const { data, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: ['service', environment, listMarkers.name, 'of all tests', account, ids],
    queryFn: ({ pageParam: from }) => Promise.all(ids.slice(from, from + BUDGET.step).map(read)),
    initialPageParam: 0,
    getNextPageParam: (_, pages) => (pages.flat().length < ids.length ? pages.flat().length : null),
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    enabled: isAsked && !isStopped,
  })
  const goesOn = isAsked && hasNextPage && !isStopped
  useEffect(() => {
    // Looked at for every step: one that is in memory never shows that it was being read.
    if (data !== undefined && goesOn && !isFetching) void fetchNextPage()
  }, [data, goesOn, isFetching, fetchNextPage])
  const known = useMemo(() => new Map(data?.pages.flat()), [data])
  return { known, of: ids.length, isWhole: data !== undefined && !hasNextPage, isStopped, setStopped, refetch }
}

interface MarkerFinderProps {
  environment: string
  tests: readonly CatalogEntry[]
  lab_account_id: string | null
  text: string
  onFind: (text: string) => void
  labOf: (lab_id: string | null) => string
  methodsOf: (test: CatalogEntry) => readonly string[]
  hrefOf: (lab_test_id: string) => string
  /** Shown while nothing is looked for. */
  children: ReactNode
}

export function MarkerFinder(props: MarkerFinderProps) {
  const { environment, tests, lab_account_id, text, onFind, labOf, methodsOf, hrefOf, children } = props
  const isAsked = plainSigns(text).length > 1
  const reading = useAllMarkers(environment, tests, lab_account_id, isAsked)
  const { known, isWhole } = reading
  const found = useMemo(() => {
    const hits = tests.map((test) => ({ test, markers: findMarkers(known.get(test.id) ?? [], text) }))
    return hits.filter(({ markers }) => markers.length > 0)
  }, [tests, known, text])
  const words = `${countOf(found.length, 'lab test')} with a match${isWhole ? '' : ' so far'}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <SearchBox label="Find a marker in all lab tests" value={text} onSearch={onFind} />
        <p role="status" className="text-ink-3">
          {isAsked ? words : 'By name, slug or LOINC code.'}
        </p>
      </div>
      {isAsked ? <Progress reading={reading} left={tests.length - reading.of} /> : children}
      {isAsked && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,330px),1fr))] gap-2.5">
          {found.map(({ test, markers }) => (
            <li key={test.id} className="rounded-card border border-line bg-surface px-3.5 py-3 shadow-1">
              <Link href={hrefOf(test.id)} prefetch={false} className="font-heading break-words text-link">
                {test.name}
              </Link>
              <p className="mt-0.5 mb-1.5 flex flex-wrap items-center gap-x-3 text-sm text-ink-2">
                <span>{labOf(test.lab_id)}</span>
                {methodsOf(test).map((method) => (
                  <Method key={method} method={method} />
                ))}
                {methodsOf(test).length === 0 && <span className="text-ink-3">Method not seen yet</span>}
                <span>{samplesOf(markers) || 'Sample not stated'}</span>
              </p>
              {markers.slice(0, NAMED).map((marker) => (
                <p key={marker.id} className="flex flex-wrap items-baseline gap-x-2">
                  {marker.name}
                  <Verbatim className="font-mono text-xs text-ink-3">{codesOf(marker)}</Verbatim>
                </p>
              ))}
              {markers.length > NAMED && <p className="text-ink-3">and {formatCount(markers.length - NAMED)} more</p>}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const loincsOf = ({ expected_results }: Marker) => expected_results.flatMap(({ loinc }) => (loinc ? [loinc] : []))
const onceEach = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean).join(', ')
const codesOf = (marker: Marker) => onceEach(loincsOf(marker).map(({ code }) => code))

/** Returns the kinds of sample, which only LOINC names say, at their end: "… in Serum or Plasma". */
const samplesOf = (markers: readonly Marker[]) =>
  onceEach(markers.flatMap(loincsOf).map(({ name }) => / in (\p{Lu}[^[\]]*?)(?: by .+)?$/u.exec(name)?.[1] ?? ''))

interface ProgressProps {
  reading: ReturnType<typeof useAllMarkers>
  /** Lab tests beyond those that one search reads. */
  left: number
}

function Progress({ reading: { known, of, isWhole, isStopped, setStopped, refetch }, left }: ProgressProps) {
  const failed = [...known.values()].filter((markers) => markers === null).length
  const words = `${formatCount(known.size)} of ${countOf(of, 'lab test')}`
  if (!isWhole) {
    return (
      <Note
        tone="place"
        icon={isStopped ? CirclePause : LoaderCircle}
        action={<Button onPress={() => setStopped(!isStopped)}>{isStopped ? 'Read the rest' : 'Stop'}</Button>}
      >
        {isStopped ? 'Stopped after' : 'Reading:'} {words}.{' '}
        <progress
          aria-label="Lab tests read"
          value={known.size}
          max={of}
          className="h-1.5 overflow-hidden rounded-full align-middle accent-accent"
        />
      </Note>
    )
  }
  if (failed + left === 0) return null
  return (
    <Note tone="warn" icon={TriangleAlert} action={<Button onPress={() => void refetch()}>Try again</Button>}>
      The markers of {countOf(failed + left, 'lab test')} weren’t read, so these may have it, too. One search reads{' '}
      {BUDGET.tests}.
    </Note>
  )
}
