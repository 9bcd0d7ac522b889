'use client'
/** The picker while it is open: its draft of the filters, and what was loaded with it. */
import { type RefObject, useEffect, useState } from 'react'
import { clock24 } from '#lib/utils/time/instants.ts'
import type { Counting } from './filter-counts.ts'
import { DRAFT, type FilterExtras, type FilterField } from './filter-fields.ts'
import { FilterPicker } from './filter-picker.tsx'
import type { PickerField } from './picker-field.ts'

interface FilterSessionProps<F> {
  noun: string
  /** Initial draft. */
  filters: F
  fields: readonly FilterField<F>[]
  problem: (filters: F) => string | null
  loadExtras?: () => Promise<FilterExtras<F>>
  first: string
  isNew: boolean
  trigger: RefObject<HTMLElement | null>
  onApply: (filters: F) => void
  onClose: () => void
}

export function FilterSession<F>(props: FilterSessionProps<F>) {
  const { noun, filters, fields, problem, loadExtras, first, isNew, trigger, onApply, onClose } = props
  const [draft, setDraft] = useState(filters)
  const [extras, setExtras] = useState<FilterExtras<F> | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are of the list as it is when the picker opens
  useEffect(() => {
    let isOpen = true
    // Without them, the picker has no counts and finds no values.
    loadExtras?.().then(
      (loaded) => isOpen && setExtras(loaded),
      () => undefined,
    )
    return () => {
      isOpen = false
    }
  }, [])
  return (
    <FilterPicker
      noun={noun}
      fields={fields.map((field) => bound(field, draft, extras, problem, setDraft))}
      wrong={problem(draft)}
      first={first}
      isNew={isNew}
      counting={extras && counted(extras, [[DRAFT, draft]])}
      trigger={trigger}
      onApply={() => onApply(draft)}
      onClose={onClose}
    />
  )
}

function bound<F>(
  field: FilterField<F>,
  draft: F,
  extras: FilterExtras<F> | null,
  problem: (filters: F) => string | null,
  onChange: (draft: F) => void,
): PickerField {
  const { id, label, group, icon, chip, clear, Editor, unavailable = null } = field
  const choices = extras?.choicesOf(id, draft) ?? []
  const others = clear(draft)
  const counting = () => {
    if (!extras || problem(others) !== null) return null
    const asked = choices.filter(({ isUncounted }) => !isUncounted)
    return counted(
      extras,
      asked.map((choice) => [choice.id, choice.choose(others)]),
    )
  }
  return {
    id,
    label,
    ...(group && { group }),
    icon,
    isOn: chip(draft, clock24('UTC')) !== null,
    unavailable,
    editor: <Editor field={id} draft={draft} onChange={onChange} />,
    onClear: () => onChange(others),
    choices: choices.map((choice) => ({ ...choice, onChoose: () => onChange(choice.choose(draft)) })),
    counting,
  }
}

function counted<F>(
  { counts }: FilterExtras<F>,
  choices: readonly (readonly [id: string, filters: F])[],
): Counting | null {
  if (choices.length === 0) return null
  const read = counts(choices.map(([, filters]) => filters))
  return read && { ids: choices.map(([id]) => id), read }
}
