import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowRight, FlaskConical } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Method } from '#components/patterns/domain/order-terms.tsx'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { ShortId } from '#components/ui/display/copyable-id.tsx'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import { IdBars } from '#components/ui/display/tube.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import type { CatalogEntry, LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { MarkerFinder } from './marker-finder.tsx'
import { gather, markersQuery } from './markers-search.ts'
import { addPrices } from './price.ts'

interface TestCardProps {
  environment: string
  test: CatalogEntry
  lab_account_id: string | null
  href: string
  /** How orders of this test are collected, as far as the console has seen. */
  methods: readonly string[]
}

/** A lab test to choose: how many markers it has and what they cost, read once the card is on screen. */
function TestCard({ environment, test, lab_account_id, href, methods }: TestCardProps) {
  const { place, isSeen } = useSeen<HTMLLIElement>()
  const query = markersQuery({ lab_test_id: test.id, lab_account_id }, { environment })
  const { data, isError } = useInfiniteQuery({ ...query, enabled: isSeen, retry: false })
  const facts = useMemo(() => (data ? factsOf(gather(data)) : null), [data])
  return (
    <li ref={place}>
      <Link
        href={href}
        prefetch={false}
        className="group flex h-full items-start justify-between gap-3 rounded-card border border-line bg-surface px-3.5 py-3 shadow-1 hover:border-line-2 hover:bg-hover"
      >
        <span className="min-w-0">
          <span className="block font-heading break-words">{test.name}</span>
          <Verbatim className="id-text text-ink-3" title={test.id}>
            <IdBars id={test.id} />
            <ShortId id={test.id} />
          </Verbatim>
          <span className="mt-1.5 flex min-h-5 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            {facts?.count && <span>{facts.count}</span>}
            {facts?.price && <span title={PRICE_NOTE}>{facts.price}</span>}
            {isError && <Unknown>Markers unknown</Unknown>}
            {methods.map((method) => (
              <Method key={method} method={method} />
            ))}
          </span>
        </span>
        <ArrowRight className="mt-1 shrink-0 text-ink-3 group-hover:text-ink" />
      </Link>
    </li>
  )
}

const PRICE_NOTE = 'Sum of the marker prices, as the service sends them'

function Unknown({ children }: { children: ReactNode }) {
  return <span className="text-ink-3">{children}</span>
}

function factsOf({ markers, total }: ReturnType<typeof gather>) {
  const all = total ?? markers.length
  const price = markers.length === all ? addPrices(markers.map((marker) => marker.price)) : null
  return { count: countOf(all, 'marker'), price: price === null ? null : `Price ${price}` }
}

/** Returns whether an element has been on the screen, for what is read only then; never where nobody can tell. */
function useSeen<T extends Element>(): { place: RefObject<T | null>; isSeen: boolean } {
  const place = useRef<T>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      setSeen(true)
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [])
  return { place, isSeen }
}

interface ChooseTestProps {
  environment: string
  /** Null until they are there. */
  entries: readonly CatalogEntry[] | null
  methods: readonly LabTestMethod[]
  hrefOf: (lab_test_id: string) => string
  /** Decides which markers a test has; null for any. */
  lab_account_id: string | null
  /** A marker that is looked for in all tests; empty for none. */
  text: string
  onFind: (text: string) => void
}

/** Tests that are shown; the picker above finds the others. */
const SHOWN = 120

/** The lab tests of the catalog, by lab, where none is chosen yet. */
export function ChooseTest(props: ChooseTestProps) {
  const { environment, entries, methods, hrefOf, lab_account_id } = props
  if (!entries) {
    return (
      <div aria-hidden="true" className="flex flex-col gap-3 p-4 rail:p-6">
        <Skeleton className="after-300ms h-5 w-60" />
        <Skeleton className="after-300ms h-24 w-full max-w-[900px]" />
      </div>
    )
  }
  const tests = entries.filter(({ kind }) => kind === 'lab_test')
  if (tests.length === 0) {
    return (
      <EmptyState
        mark={<FlaskConical className="size-5" />}
        title="No lab tests in the catalog yet"
        action={
          <Link href={`/${environment}/settings/catalogue`} prefetch={false} className={linkButton}>
            Open catalog
          </Link>
        }
      >
        Paste a lab test ID above, or add your tests to the catalog in Settings.
      </EmptyState>
    )
  }
  const names = new Map(entries.flatMap(({ kind, id, name }) => (kind === 'lab' ? [[id, name]] : [])))
  const shown = tests.slice(0, SHOWN)
  const labs = [...new Set(shown.map(({ lab_id }) => lab_id))]
  const nameOf = (lab_id: string | null) => (lab_id === null ? 'Lab unknown' : (names.get(lab_id) ?? `Lab ${lab_id}`))
  const sorted = labs.map((lab_id) => ({ lab_id, name: nameOf(lab_id) })).sort((a, b) => a.name.localeCompare(b.name))
  const methodsOf = ({ name }: CatalogEntry) =>
    methods.filter(({ lab_test }) => lab_test === name).map(({ method }) => method)
  return (
    <div className="flex flex-col gap-5 p-4 rail:p-6">
      <MarkerFinder {...props} tests={tests} labOf={nameOf} methodsOf={methodsOf}>
        <p className="text-ink-2">
          Choose one of {countOf(tests.length, 'lab test')} to see what it measures. Not listed? Paste its ID above. A
          price is the sum of marker prices, without a currency, as the service sends them.
        </p>
        {sorted.map(({ lab_id, name }) => (
          <section key={lab_id} aria-label={name}>
            <h2 className="mb-2 text-base">{name}</h2>
            <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,250px),1fr))] gap-2.5">
              {shown
                .filter((test) => test.lab_id === lab_id)
                .map((test) => (
                  <TestCard
                    key={test.id}
                    environment={environment}
                    test={test}
                    lab_account_id={lab_account_id}
                    href={hrefOf(test.id)}
                    methods={methodsOf(test)}
                  />
                ))}
            </ul>
          </section>
        ))}
        {tests.length > SHOWN && (
          <p className="text-ink-3">
            {formatCount(tests.length - SHOWN)} more: type part of the name in the box above.
          </p>
        )}
      </MarkerFinder>
    </div>
  )
}
