'use client'
import { FlaskConical } from 'lucide-react'
import Link from 'next/link'
import { EmptyState } from '#components/patterns/states/empty-state.tsx'
import { linkButton } from '#components/ui/button/link-button.ts'
import { Skeleton } from '#components/ui/display/skeleton.tsx'
import type { CatalogEntry, LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { TestCard } from './test-card.tsx'

interface ChooseTestProps {
  environment: string
  /** Null until they are there. */
  entries: readonly CatalogEntry[] | null
  methods: readonly LabTestMethod[]
  hrefOf: (lab_test_id: string) => string
  /** Decides which markers a test has; null for any. */
  lab_account_id: string | null
}

/** Tests that are shown; the picker above finds the others. */
const SHOWN = 120

/** The lab tests of the catalog, by lab, where none is chosen yet. */
export function ChooseTest({ environment, entries, methods, hrefOf, lab_account_id }: ChooseTestProps) {
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
        mark={<FlaskConical aria-hidden="true" className="size-5" />}
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
  return (
    <div className="flex flex-col gap-5 p-4 rail:p-6">
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
                  methods={methods.filter(({ lab_test }) => lab_test === test.name).map(({ method }) => method)}
                />
              ))}
          </ul>
        </section>
      ))}
      {tests.length > SHOWN && (
        <p className="text-ink-3">{formatCount(tests.length - SHOWN)} more: type part of the name in the box above.</p>
      )}
    </div>
  )
}
