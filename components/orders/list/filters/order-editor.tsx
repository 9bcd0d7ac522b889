'use client'
/** The editor of any filter of the list; loaded when somebody opens the picker. */
import type { ComponentType } from 'react'
import type { OrderFilters } from '#components/orders/list/orders-search.ts'
import type { FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { ChoiceEditor } from './choice-editor.tsx'
import { CreatedFilter, SortFilter, UpdatedFilter } from './filter-editors.tsx'
import { type CHOICE_FILTERS, choiceFilter } from './order-choices.ts'
import { StatusFilter } from './status-filter.tsx'
import { OrderIdsFilter, PatientFilter, RecipientFilter, TransactionFilter, UserFilter } from './text-editors.tsx'

type Props = FilterEditorProps<OrderFilters>

const EDITORS = {
  status: StatusFilter,
  patient: PatientFilter,
  recipient: RecipientFilter,
  user: UserFilter,
  orders: OrderIdsFilter,
  transaction: TransactionFilter,
  created: CreatedFilter,
  updated: UpdatedFilter,
  sort: SortFilter,
} satisfies Record<string, ComponentType<Props>>

/** A field without an editor is a type error. */
export type OrderField = keyof typeof EDITORS | keyof typeof CHOICE_FILTERS

const BY_FIELD = new Map<string, ComponentType<Props>>(Object.entries(EDITORS))

export function OrderEditor({ field, ...props }: Props & { field: string }) {
  const filter = choiceFilter(field)
  if (filter) return <ChoiceEditor filter={filter} {...props} />
  const Editor = BY_FIELD.get(field)
  return Editor ? <Editor {...props} /> : null
}
