'use client'
import { Info } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorPanel, Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { CenterResults } from './center-results.tsx'
import { FinderForm } from './finder-form.tsx'
import { ListSkeleton, NoCenters, NoSearchYet, Refused } from './finder-states.tsx'
import { type Finder, useFinder } from './use-finder.ts'

interface FinderViewProps {
  environment: string
  failure: RequestFailure | null
}

/** Client errors that a retry won't fix. */
const REFUSALS: readonly (number | null)[] = [400, 404, 422]

/** Service centers around a ZIP, in a list and on a map. */
export function FinderView({ environment, failure }: FinderViewProps) {
  const finder = useFinder(environment, failure)
  const { ignored, go, centers, isStale } = finder
  useEffect(() => {
    if (centers && !isStale) announce(`${countOf(centers.length, 'service center')} found.`)
  }, [centers, isStale])
  return (
    <>
      <h1 className="sr-only">Service centers</h1>
      <FinderForm environment={environment} finder={finder} />
      {ignored.length > 0 && (
        <Note
          tone="move"
          icon={Info}
          action={
            <Button look="ghost" onPress={() => go({}, 'replace')}>
              Dismiss
            </Button>
          }
        >
          This search can’t use a value in the address ({ignored.join(', ')}). Showing the default.
        </Note>
      )}
      <div className="@container/finder relative flex flex-1 flex-col framed:min-h-0">
        <Found finder={finder} />
      </div>
    </>
  )
}

function Found({ finder }: { finder: Finder }) {
  const { search, order, query, centers, failure, isFetching, refetch, go } = finder
  if (query === null) {
    if (search.order_id !== null && order.isFetching && !order.zip) return <ListSkeleton />
    return <NoSearchYet hasZip={search.order_id === null ? search.zip_code !== '' : order.zip !== null} />
  }
  if (failure && !centers) {
    if (REFUSALS.includes(failure.status)) return <Refused detail={failure.detail} />
    return <ErrorPanel subject="Service centers" failure={failure} isRetrying={isFetching} onRetry={refetch} />
  }
  if (!centers) return <ListSkeleton />
  if (centers.length === 0) return <NoCenters search={search} withoutAccount={finder.withoutAccount} onChange={go} />
  return <CenterResults finder={finder} centers={centers} />
}
