import { CatalogPicker } from '#components/patterns/domain/catalog-picker.tsx'
import type { PickerField, Shown } from './markers-search.ts'

interface TestPickersProps extends Shown {
  /** The one that was asked for: it gets the focus, and opens. */
  first: PickerField
}

export function TestPickers({ search, catalog, fields, first, onChange }: TestPickersProps) {
  const { options, problem } = catalog
  const { lab_test } = search
  return fields.map(({ field, label, any }) => {
    const kind = field === 'lab_account' ? 'lab_account' : 'lab_test'
    const known = options[kind]
    return (
      <CatalogPicker
        key={field}
        kind={kind}
        label={label}
        options={field === 'compare' ? (known?.filter(({ id }) => id !== lab_test) ?? null) : known}
        optionsProblem={problem}
        value={search[field] ?? null}
        onChange={(id) => onChange(field, id)}
        autoFocus={field === first}
        {...(any && { anyLabel: any })}
      />
    )
  })
}
