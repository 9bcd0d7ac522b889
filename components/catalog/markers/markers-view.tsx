'use client'
import clsx from 'clsx'
import { ChevronDown } from 'lucide-react'
import dynamic from 'next/dynamic'
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { testFacts, useLabTest } from '#components/patterns/domain/lab-test-texts.tsx'
import { FactList, PageHeader } from '#components/patterns/page/section-card.tsx'
import { IgnoredNote } from '#components/patterns/states/states.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { FINDER_TEXT } from '#lib/domains/catalog/marker.ts'
import { useCatalogEntries } from '#lib/domains/catalog/use-catalog.ts'
import { navigate, useAddressSearch, useHandedOver, useHistoryState } from '#lib/kernel/client/address.ts'
import type { RequestFailure } from '#lib/kernel/client/errors.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { TestMarkers } from './lab-test-markers.tsx'
import {
  ACCOUNT,
  type FieldLabels,
  type MarkersSearch,
  OTHER,
  type PickerField,
  readMarkersSearch,
  type Shown,
  TEST,
  writeMarkersSearch,
} from './markers-search.ts'
import { TestLetter } from './test-letter.tsx'

const loadPickers = () => import('./lab-test-pickers.tsx')
const TestPickers = lazy(() => loadPickers().then((part) => ({ default: part.TestPickers })))

/** Stand-ins that look like the pickers, whose code loads on first use. */
function PickerBoxes({ isFolded, ...props }: Omit<Shown, 'fields'> & { isFolded: boolean }) {
  const [first, setFirst] = useState<PickerField | null>(null)
  const fields = props.search.lab_test ? [TEST, ACCOUNT, OTHER] : [TEST, ACCOUNT]
  const boxes = fields.map((words) => (
    <Box key={words.field} {...words} {...props} onOpen={() => setFirst(words.field)} />
  ))
  return (
    <section
      aria-label="What to show"
      className={clsx(
        'grid grid-cols-2 items-start gap-3 border-b border-line bg-surface px-4 py-3 max-rail:[&>:first-child]:col-span-2 max-rail:[&>:nth-child(2):last-child]:col-span-2 rail:grid-cols-3 rail:px-6 print:hidden',
        isFolded && 'max-rail:hidden',
      )}
    >
      {first === null ? (
        boxes
      ) : (
        <Suspense fallback={boxes}>
          <TestPickers {...props} fields={fields} first={first} />
        </Suspense>
      )}
    </section>
  )
}

interface BoxProps extends FieldLabels, Omit<Shown, 'fields' | 'onChange'> {
  onOpen: () => void
}

function Box({ field, label, any, search, catalog, onOpen }: BoxProps) {
  const id = useId()
  const chosen = search[field]
  const kind = field === 'lab_account' ? 'lab_account' : 'lab_test'
  const name = chosen && (catalog.nameOf(kind, chosen) ?? chosen)
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span id={id} className="text-sm font-control text-ink-2">
        {label}
      </span>
      <button
        type="button"
        aria-labelledby={`${id} ${id}-value`}
        aria-haspopup="listbox"
        onPointerEnter={() => void loadPickers()}
        onFocus={() => void loadPickers()}
        onClick={onOpen}
        onKeyDown={({ key }) => key === 'ArrowDown' && onOpen()}
        className={`${boxStyle} flex h-8 items-center justify-between gap-2 pr-2 pl-2.5 text-left text-sm max-rail:h-11 max-rail:text-lg`}
      >
        <span id={`${id}-value`} className={name ? 'truncate' : 'truncate text-ink-3'}>
          {name ?? any ?? 'Name or pasted ID'}
        </span>
        <ChevronDown className="shrink-0 text-ink-3" />
      </button>
    </div>
  )
}

const ChooseTest = dynamic(() => import('./choose-test.tsx').then((part) => part.ChooseTest))
const CompareView = dynamic(() => import('./compare-view.tsx').then((part) => part.CompareView))

export function MarkersView({ environment, failure }: { environment: string; failure: RequestFailure | null }) {
  const { search, ignored, change, clearIgnored, text, find } = useMarkersSearch()
  const catalog = useCatalogEntries(environment)
  const { lab_test, lab_account = null, compare, sort = 'sent' } = search
  const labName = useMemo(() => (id: number) => catalog.nameOf('lab', String(id)) ?? `Lab ${id}`, [catalog])
  const nameOf = (id: string) => catalog.nameOf('lab_test', id)
  const called = (id: string) => nameOf(id) ?? `Lab test ${shortId(id)}`
  const isComparison = lab_test !== undefined && compare !== undefined
  /** On a phone the fields of a comparison would take the place of its answer. */
  const [isChanging, setChanging] = useState(false)
  const texts = testFacts(useLabTest(environment, lab_test === undefined ? undefined : { id: lab_test, name: '' }))
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
      <PageHeader
        title="Markers"
        summary={
          isComparison ? (
            <Compared a={called(lab_test)} b={called(compare)} account={account} />
          ) : (
            lab_test && called(lab_test)
          )
        }
      >
        {isComparison && (
          <Button className="rail:hidden" aria-expanded={isChanging} onPress={() => setChanging(!isChanging)}>
            {isChanging ? 'Done' : 'Change'} <span className="sr-only">{isChanging ? 'changing tests' : 'tests'}</span>
          </Button>
        )}
      </PageHeader>
      <PickerBoxes search={search} catalog={catalog} onChange={choose} isFolded={isComparison && !isChanging} />
      <IgnoredNote ignored={ignored} onDismiss={clearIgnored} />
      {lab_test && !compare && (
        <div className="border-b border-line bg-surface px-4 py-2.5 rail:px-6">
          <FactList dense facts={texts} />
        </div>
      )}
      <div className="@container/list relative flex flex-1 flex-col framed:min-h-0">
        {!lab_test && (
          <Scroller>
            <ChooseTest
              environment={environment}
              entries={catalog.entries}
              methods={catalog.methods}
              lab_account_id={lab_account}
              text={text}
              onFind={find}
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
        {isComparison && (
          <Scroller>
            <CompareView
              key={`${lab_test} ${compare} ${lab_account}`}
              {...shared}
              a={{ id: lab_test, name: nameOf(lab_test) }}
              b={{ id: compare, name: nameOf(compare) }}
              failure={failure}
              onOnly={(id) => change({ lab_test: id, compare: undefined })}
            />
          </Scroller>
        )}
      </div>
    </>
  )
}

/** The chosen tests with the letters of their columns; the account only where its field isn't in sight. */
function Compared({ a, b, account }: { a: string; b: string; account: string | null }) {
  return (
    <span className="flex flex-wrap gap-x-5 gap-y-0.5 text-ink-2 max-rail:flex-col">
      <span>
        <TestLetter of="A">{a}</TestLetter>
      </span>
      <span>
        <TestLetter of="B">{b}</TestLetter>
      </span>
      {account !== null && <span className="text-ink-3 rail:hidden print:inline">For {account}</span>}
    </span>
  )
}

function Scroller({ children }: { children: ReactNode }) {
  return <div className="relative flex-1 framed:min-h-0 framed:overflow-y-auto">{children}</div>
}

function useMarkersSearch() {
  useHandedOver()
  const address = useAddressSearch()
  const { [FINDER_TEXT]: text = '' } = useHistoryState()
  const known = useMemo(() => {
    const { ignored, ...search } = readMarkersSearch(address)
    const go = (next: MarkersSearch, way?: 'push' | 'replace') => navigate(writeMarkersSearch(next), {}, way)
    return {
      search,
      ignored,
      change: (changes: MarkersSearch) => go({ ...search, ...changes }),
      clearIgnored: () => go(search, 'replace'),
      /** Typing makes no steps to go back by. */
      find: (next: string) =>
        navigate(writeMarkersSearch(search), next === '' ? {} : { [FINDER_TEXT]: next }, 'replace'),
    }
  }, [address])
  return { ...known, text }
}
