'use client'
import { MapPinned, MapPinOff } from 'lucide-react'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Notice } from '#components/ui/display/notice.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { countOf } from '#lib/utils/text/counts.ts'
import { type FinderSearch, widerThan } from './finder-search.ts'

/** Before anything can be asked. */
export function NoSearchYet({ hasZip }: { hasZip: boolean }) {
  return (
    <EmptyState
      mark={<MapPinned aria-hidden="true" className="size-5" strokeWidth={1.8} />}
      title={hasZip ? 'Choose a lab' : 'Search near which ZIP code?'}
    >
      {hasZip
        ? 'Each search covers one lab. Choose it by name, or enter its number.'
        : 'Enter a 5-digit ZIP code and choose a lab. The search starts when both are set.'}
    </EmptyState>
  )
}

/** The service's own words, below ours. */
export function Refused({ detail }: { detail: string }) {
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

export function NoCenters({ search, withoutAccount, onChange }: NoCentersProps) {
  const { radius, capabilities, lab_account_id } = search
  const wider = widerThan(radius)
  if (withoutAccount)
    return (
      <EmptyState
        mark={<MapPinOff aria-hidden="true" className="size-5" strokeWidth={1.8} />}
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
      mark={<MapPinOff aria-hidden="true" className="size-5" strokeWidth={1.8} />}
      title={`No centers within ${radius} miles`}
      action={
        <>
          {wider && (
            <Button look="primary" onPress={() => onChange({ radius: wider })}>
              Search within {wider} miles
            </Button>
          )}
          {lab_account_id && <Button onPress={() => onChange({ lab_account_id: null })}>Any lab account</Button>}
          {capabilities.length > 0 && <Button onPress={() => onChange({ capabilities: [] })}>Any capability</Button>}
        </>
      }
    >
      {wider
        ? 'This lab has no matching center in range.'
        : 'This lab has no matching center in range, and the service searches no farther. Try another lab or ZIP code.'}
    </EmptyState>
  )
}

export function ListSkeleton() {
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
