'use client'
import { CataloguePicker } from '#components/shared/catalogue-picker.tsx'
import type { useCatalogue } from '#lib/client/use-catalogue.ts'
import type { MarkersSearch } from './markers-search.ts'

interface TestPickersProps {
  search: MarkersSearch
  catalogue: ReturnType<typeof useCatalogue>
  onChange: (changes: MarkersSearch) => void
}

/** Which test, for which account, and beside which other test. */
export function TestPickers({ search, catalogue, onChange }: TestPickersProps) {
  const { lab_test, lab_account, compare } = search
  const { options, problem } = catalogue
  return (
    <>
      <CataloguePicker
        kind="lab_test"
        label="Lab test"
        options={options.lab_test}
        optionsProblem={problem}
        value={lab_test ?? null}
        onChange={(id) =>
          onChange({ lab_test: id ?? undefined, ...(id === (compare ?? null) && { compare: undefined }) })
        }
      />
      <CataloguePicker
        kind="lab_account"
        label="Lab account (optional)"
        options={options.lab_account}
        optionsProblem={problem}
        value={lab_account ?? null}
        onChange={(id) => onChange({ lab_account: id ?? undefined })}
        anyLabel="Any lab account"
      />
      {lab_test && (
        <CataloguePicker
          kind="lab_test"
          label="Compare with (optional)"
          options={options.lab_test?.filter(({ id }) => id !== lab_test) ?? null}
          optionsProblem={problem}
          value={compare ?? null}
          onChange={(id) => onChange({ compare: id === lab_test ? undefined : (id ?? undefined) })}
          anyLabel="No other test"
        />
      )}
    </>
  )
}
