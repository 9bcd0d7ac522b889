'use client'
import { Info } from 'lucide-react'
import dynamic from 'next/dynamic'
import { type ReactNode, useMemo } from 'react'
import { PageHeader } from '#components/patterns/page/page-header.tsx'
import { Note } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import type { RequestFailure } from '#lib/kernel/client/failure.ts'
import { TestMarkers } from './lab-test-markers.tsx'
import { writeMarkersSearch } from './markers-search.ts'
import { PickerBoxes } from './picker-boxes.tsx'
import type { PickerField } from './picker-fields.ts'
import { useMarkersSearch } from './use-markers-search.ts'

const ChooseTest = dynamic(() => import('./choose-test.tsx').then((part) => part.ChooseTest))
const CompareView = dynamic(() => import('./compare/compare-view.tsx').then((part) => part.CompareView))

interface MarkersViewProps {
  environment: string
  /** Failure of the server's read. */
  failure: RequestFailure | null
}

/** Lists the markers of a lab test, and compares two tests. */
export function MarkersView({ environment, failure }: MarkersViewProps) {
  const { search, ignored, change, clearIgnored } = useMarkersSearch()
  const catalog = useCatalogEntries(environment)
  const { lab_test, lab_account = null, compare, sort = 'sent' } = search
  const labName = useMemo(() => (id: number) => catalog.nameOf('lab', String(id)) ?? `Lab ${id}`, [catalog])
  const nameOf = (id: string) => catalog.nameOf('lab_test', id)
  const called = (id: string) => nameOf(id) ?? 'Unnamed lab test'
  const summaryOf = (one: string, other: string | undefined) =>
    other ? `${called(one)}, ${called(other)}` : called(one)
  const account = lab_account === null ? null : (catalog.nameOf('lab_account', lab_account) ?? lab_account)
  const shared = {
    environment,
    lab_account_id: lab_account,
    account,
    onAnyAccount: () => change({ lab_account: undefined }),
  }
  /** A test is not compared with itself. */
  const choose = (field: PickerField, id: string | null) => {
    const next = { ...search, [field]: id ?? undefined }
    change(next.compare === next.lab_test ? { ...next, compare: undefined } : next)
  }
  return (
    <>
      <PageHeader title="Markers" summary={lab_test ? summaryOf(lab_test, compare) : null} />
      <PickerBoxes search={search} catalog={catalog} onChange={choose} />
      {ignored.length > 0 && (
        <Note
          tone="move"
          icon={Info}
          action={
            <Button look="ghost" onPress={clearIgnored}>
              Dismiss
            </Button>
          }
        >
          This page can’t use a value in the address ({ignored.join(', ')}). It was ignored.
        </Note>
      )}
      <div className="@container/list relative flex flex-1 flex-col framed:min-h-0">
        {!lab_test && (
          <Scroller>
            <ChooseTest
              environment={environment}
              entries={catalog.entries}
              methods={catalog.methods}
              lab_account_id={lab_account}
              hrefOf={(id) => `/${environment}/markers?${writeMarkersSearch({ ...search, lab_test: id })}`}
            />
          </Scroller>
        )}
        {lab_test && !compare && (
          <TestMarkers
            key={`${lab_test} ${lab_account}`}
            {...shared}
            lab_test_id={lab_test}
            name={nameOf(lab_test)}
            labName={labName}
            sort={sort}
            onSort={(next) => change({ sort: next })}
            failure={failure}
          />
        )}
        {lab_test && compare && (
          <Scroller>
            <CompareView
              key={`${lab_test} ${compare} ${lab_account}`}
              {...shared}
              a={{ id: lab_test, name: nameOf(lab_test) }}
              b={{ id: compare, name: nameOf(compare) }}
              failure={failure}
            />
          </Scroller>
        )}
      </div>
    </>
  )
}

function Scroller({ children }: { children: ReactNode }) {
  return <div className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">{children}</div>
}
