'use client'
import { CircleAlert, Layers, MapPinned, MapPinOff } from 'lucide-react'
import { useEffect } from 'react'
import { PrintedFilters } from '#components/patterns/print/print-sheet.tsx'
import { UnreadableNote } from '#components/patterns/states/card-failure.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { ErrorPanel, IgnoredNote, Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { ALL_LABS_SHOWN } from '#lib/domains/service-centers/service-center.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { capabilityLabel } from './center-labels.ts'
import { CenterResults, CountryMap } from './center-results.tsx'
import { FinderForm } from './finder-form.tsx'
import { type FinderSearch, widerThan } from './finder-search.ts'
import { type Finder, useFinder } from './use-finder.ts'

/** Client errors that a retry won't fix. */
const REFUSALS: readonly (number | null)[] = [400, 404, 422]

export function FinderView({ environment, failure }: { environment: string; failure: RequestFailure | null }) {
  const finder = useFinder(environment, failure)
  const { ignored, go, centers } = finder
  const isStale = finder.isStale || finder.all?.isSearching
  useEffect(() => {
    if (centers && !isStale) announce(`${countOf(centers.length, 'service center')} found.`)
  }, [centers, isStale])
  return (
    <>
      <h1 className="sr-only">Service centers</h1>
      <PrintedFilters of={printed(finder)} />
      <FinderForm environment={environment} finder={finder} />
      <IgnoredNote ignored={ignored} onDismiss={() => go({}, 'replace')} />
      <div className="@container/finder relative flex flex-1 flex-col framed:min-h-0">
        <Found finder={finder} />
      </div>
    </>
  )
}

function printed({ search, catalog }: Finder): [label: string, value: string | null][] {
  const { zip_code, order_id, lab_id, all_labs, radius, capabilities, lab_account_id } = search
  const nameOf = (kind: 'lab' | 'lab_account', id: string) => catalog.nameOf(kind, id) ?? id
  const lab = lab_id === null ? null : nameOf('lab', String(lab_id))
  return [
    ['Order', order_id],
    ['ZIP code', order_id === null ? zip_code : null],
    ['Lab', all_labs ? 'All labs' : lab],
    ['Within', `${radius} mi`],
    ['Services', capabilities.map((each) => capabilityLabel(each).text).join(', ')],
    ['Lab account', lab_account_id && nameOf('lab_account', lab_account_id)],
  ]
}

function Found({ finder }: { finder: Finder }) {
  const { search, order, query, centers, failure, isFetching, refetch, go } = finder
  if (query === null) {
    if (search.order_id !== null && order.isFetching && !order.zip) return <ListSkeleton />
    const hasZip = search.order_id === null ? search.zip_code !== '' : order.zip !== null
    return <NoSearchYet finder={finder} hasZip={hasZip} />
  }
  if (failure && !centers) {
    if (REFUSALS.includes(failure.status)) return <Refused detail={failure.detail} />
    return <ErrorPanel subject="Service centers" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  if (finder.all && finder.catalog.problem)
    return <Refused detail={`The catalog of labs didn’t load. ${finder.catalog.problem}`} />
  const progress = finder.all && <LabsProgress all={finder.all} />
  if (!centers || (centers.length === 0 && finder.all?.isSearching))
    return (
      <>
        {progress}
        <ListSkeleton />
      </>
    )
  if (centers.length === 0 && finder.unreadable.length === 0)
    return (
      <>
        {progress}
        <NoCenters search={search} withoutAccount={finder.withoutAccount} onChange={go} />
      </>
    )
  return (
    <>
      {progress}
      <UnreadableNote
        noun="A service center"
        unreadable={finder.unreadable}
        className="border-b border-line px-4 rail:px-6"
      />
      <CenterResults finder={finder} centers={centers} />
    </>
  )
}

/** How far a search of all labs is, which labs gave no answer, and the way to stop it. */
function LabsProgress({ all }: { all: NonNullable<Finder['all']> }) {
  const { settled, labs, left, failed, isSearching, isStopped, count, stop, again } = all
  const more = left > 0 ? ` ${countOf(left, 'more lab')} in the catalog: choose one to search it.` : ''
  const shown = count > ALL_LABS_SHOWN ? ` Showing the nearest ${ALL_LABS_SHOWN} of ${count} centers.` : ''
  const names = failed.map(({ lab, detail }) => `${lab} (${detail})`).join(', ')
  const retry = (isStopped || failed.length > 0) && (
    <Button onPress={again}>{isStopped ? 'Continue' : 'Try these labs again'}</Button>
  )
  return (
    <Note
      tone={failed.length > 0 ? 'warn' : 'move'}
      icon={failed.length > 0 ? CircleAlert : Layers}
      action={isSearching ? <Button onPress={stop}>Stop</Button> : retry}
    >
      {`${isSearching ? 'Searching' : 'Searched'} ${settled} of ${countOf(labs, 'lab')}${isStopped ? ', stopped' : ''}.${shown}${more}`}
      {failed.length > 0 && ` No answer from ${names}.`}
    </Note>
  )
}

/** Before anything can be asked: the country, and what to type. */
function NoSearchYet({ finder: { places, go }, hasZip }: { finder: Finder; hasZip: boolean }) {
  return (
    <div className="flex flex-1 flex-col min-[900px]:grid min-[900px]:grid-cols-[minmax(0,1fr)_minmax(452px,38%)]">
      <div className="relative max-[899px]:hidden print:hidden">
        <CountryMap places={places} />
      </div>
      <div className="min-[900px]:border-l min-[900px]:border-line">
        <EmptyState
          mark={<MapPinned className="size-5" />}
          title={hasZip ? 'Choose a lab' : 'Search near which ZIP code?'}
          action={hasZip && <Button onPress={() => go({ all_labs: true })}>Search all labs</Button>}
        >
          {hasZip
            ? 'Choose a lab by name, enter its number, or search all labs of the catalog.'
            : 'Enter a 5-digit ZIP code and choose a lab or all labs. The search starts when both are set.'}
        </EmptyState>
      </div>
    </div>
  )
}

function Refused({ detail }: { detail: string }) {
  return (
    <Notice kind="warn" alert className="m-4 max-w-[640px] rail:m-6">
      <h2 className="text-base">The service can’t search with these values</h2>
      <p className="text-ink-2">Check the ZIP code, the lab and the lab account.</p>
      <p translate="no" className="mt-1.5 font-mono text-xs break-words text-ink-2">
        {detail}
      </p>
    </Notice>
  )
}

interface NoCentersProps {
  search: FinderSearch
  /** For any lab account; null where none is chosen or that isn't known. */
  withoutAccount: number | null
  onChange: (next: Partial<FinderSearch>) => void
}

function NoCenters({ search, withoutAccount, onChange }: NoCentersProps) {
  const { radius, capabilities, lab_account_id, all_labs } = search
  const who = all_labs ? 'No lab of the catalog' : 'This lab'
  const has = all_labs ? 'has a matching center in range' : 'has no matching center in range'
  const wider = widerThan(radius)
  if (withoutAccount)
    return (
      <EmptyState
        mark={<MapPinOff className="size-5" />}
        title="No centers for this lab account"
        action={
          <Button look="primary" onPress={() => onChange({ lab_account_id: null })}>
            Any lab account
          </Button>
        }
      >
        {`Without the account, this search finds ${countOf(withoutAccount, 'center')} within ${radius} miles.`}
      </EmptyState>
    )
  return (
    <EmptyState
      mark={<MapPinOff className="size-5" />}
      title={`No centers within ${radius} miles`}
      action={
        <>
          {wider && (
            <Button look="primary" onPress={() => onChange({ radius: wider })}>
              Search within {wider} miles
            </Button>
          )}
          {!all_labs && <Button onPress={() => onChange({ all_labs: true, lab_id: null })}>Search all labs</Button>}
          {lab_account_id && <Button onPress={() => onChange({ lab_account_id: null })}>Any lab account</Button>}
          {capabilities.length > 0 && <Button onPress={() => onChange({ capabilities: [] })}>Any capability</Button>}
        </>
      }
    >
      {wider
        ? `${who} ${has}.`
        : `${who} ${has}, and the service searches no farther. Try another ${all_labs ? '' : 'lab or '}ZIP code.`}
    </EmptyState>
  )
}

function ListSkeleton() {
  return (
    <div className="after-300ms flex-1 bg-surface min-[900px]:ml-auto min-[900px]:w-[520px] min-[900px]:border-l min-[900px]:border-line">
      <span className="sr-only">Service centers are loading.</span>
      {Array.from({ length: 7 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike.
        <div key={index} className="flex gap-3 border-b border-line px-4 py-3">
          <Skeleton className="size-6 rounded-full" />
          <div className="flex flex-1 flex-col gap-2 py-0.5">
            <Skeleton className="h-3.5 w-3/5" />
            <Skeleton className="h-3.5 w-4/5" />
            <Skeleton className="h-3.5 w-2/5" />
          </div>
        </div>
      ))}
    </div>
  )
}
