import { createContext, useContext } from 'react'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { idField } from '#components/patterns/list/filters/typed-fields.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { OpenerLink } from '#components/patterns/list/opener-link.tsx'
import { timeField } from '#components/patterns/volume/timed-list.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Check } from '#components/ui/field/check.tsx'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { MAX_ATTEMPTS } from '#lib/domains/webhooks/rules.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { Answered, DeliveredType, StatePill } from './delivery-cells.tsx'
import {
  type Choices,
  DELIVERY_SIZES,
  type DeliveryListFilters,
  deliveryChoices,
  type ListName,
  toggled,
  USUAL_PERIOD,
  withValues,
} from './delivery-search.ts'

export const DELIVERY_LIST: ListRecord<Delivery> = {
  title: 'Webhook deliveries',
  sizes: DELIVERY_SIZES,
  isSlim: true,
  getRowId: ({ id }) => String(id),
  // A card on a phone, one line from 700 px on; beside an open delivery without what that says.
  rowLayout:
    "[--row-columns:minmax(0,1fr)_auto] [--row-areas:'type_state''subject_code''endpoint_time'] @min-[700px]/list:[--row-columns:minmax(140px,1.4fr)_154px_104px_98px_76px] @min-[700px]/list:[--row-areas:'type_subject_state_code_time'] @min-[900px]/list:[--row-columns:minmax(210px,1.6fr)_154px_minmax(90px,0.8fr)_108px_58px_98px_72px_80px] @min-[900px]/list:[--row-areas:'type_subject_endpoint_state_tries_code_ms_time']",
}

const column = columnsOf<Delivery>()

export function deliveryColumns({ hrefOf, onOpen }: { hrefOf: (id: number) => string; onOpen: (id: number) => void }) {
  return [
    column('event_type', 'Event type', '[grid-area:type]', (delivery) => (
      <OpenerLink
        href={hrefOf(delivery.id)}
        label={delivery.is_test ? `${delivery.event_type}, test` : delivery.event_type}
        onOpen={() => onOpen(delivery.id)}
      >
        <DeliveredType delivery={delivery} />
      </OpenerLink>
    )),
    column('subject', 'Subject', '[grid-area:subject]', (delivery) => (
      <CopyableId
        id={delivery.order_id ?? delivery.user_id}
        noun={delivery.order_id === null ? 'User ID' : 'Order ID'}
      />
    )),
    column('endpoint', 'Endpoint', '[grid-area:endpoint] @min-[700px]/list:@max-[899px]/list:hidden', (delivery) => (
      <span className="block truncate text-ink-2">{delivery.endpoint.name}</span>
    )),
    column('state', 'Outcome', '[grid-area:state] @max-[699px]/list:justify-self-end', (delivery) => (
      <StatePill delivery={delivery} />
    )),
    column('attempts', 'Attempt', '[grid-area:tries] @max-[899px]/list:hidden', (delivery) => (
      <span className="text-ink-2 tabular-nums">
        {delivery.is_test || delivery.attempts === 0 ? '–' : `${delivery.attempts} of ${MAX_ATTEMPTS}`}
      </span>
    )),
    column('code', 'Response', '[grid-area:code] @max-[699px]/list:justify-self-end', (delivery) => {
      const last = delivery.last
      return <Answered status={last?.status ?? null} failure={last?.failure ?? null} />
    }),
    column('ms', 'Time taken', '[grid-area:ms] @max-[899px]/list:hidden', (delivery) => {
      const last = delivery.last
      return <span className="text-ink-2 tabular-nums">{last ? `${formatCount(last.ms)} ms` : '–'}</span>
    }),
    column('created_at', 'Event time', '[grid-area:time] @max-[699px]/list:justify-self-end', (delivery) => (
      <TimeStamp value={delivery.created_at} className="text-ink-2" />
    )),
  ]
}

type Field = FilterField<DeliveryListFilters>
type Props = FilterEditorProps<DeliveryListFilters>

/** Few by name, more by number. */
const NAMED = 2

interface ListField {
  name: ListName
  label: string
  noun: string
  icon: Field['icon']
}

const LISTS: readonly ListField[] = [
  { name: 'states', label: 'Outcome', noun: 'outcomes', icon: 'state' },
  { name: 'codes', label: 'Response', noun: 'responses', icon: 'status' },
  { name: 'event_types', label: 'Event type', noun: 'types', icon: 'result' },
  { name: 'endpoints', label: 'Endpoint', noun: 'endpoints', icon: 'source' },
]

function listField({ name, label, noun, icon }: ListField, choices: Choices): Field {
  const known = choices[name]
  const textOf = (value: string) => known.find((choice) => choice.value === value)?.text ?? value
  return {
    id: name,
    label,
    icon,
    chip(filters) {
      const values: readonly string[] = filters[name]
      if (values.length === 0) return null
      const operator = values.length > 1 ? 'is any of' : 'is'
      return { operator, value: values.length > NAMED ? `${values.length} ${noun}` : values.map(textOf).join(', ') }
    },
    clear: (filters) => withValues(filters, name, []),
    Editor: ListEditor,
  }
}

/** Choices for the editors. A context, because the editors stay mounted while counts change. */
const KnownChoices = createContext<Choices>(deliveryChoices(undefined, []))
export const DeliveryChoicesProvider = KnownChoices.Provider

function ListEditor({ draft, onChange, field }: Props & { field: string }) {
  const all = useContext(KnownChoices)
  const name = LISTS.find((list) => list.name === field)?.name
  if (!name) return null
  const values: readonly string[] = draft[name]
  const absent = values.filter((one) => !all[name].some(({ value }) => value === one))
  const shown = [...all[name], ...absent.map((value) => ({ value, text: value, count: null }))]
  return (
    <fieldset className="flex max-h-80 flex-col gap-2 overflow-y-auto">
      <legend className="mb-2 text-ink-3">Any of these:</legend>
      {shown.map(({ value, text, count }) => (
        <Check
          key={value}
          checked={values.includes(value)}
          count={count !== null && <Count count={count} />}
          onChange={() => onChange(toggled(draft, name, value))}
        >
          {text}
        </Check>
      ))}
      {shown.length === 0 && <p className="text-ink-3">None in this period.</p>}
    </fieldset>
  )
}

function Count({ count }: { count: number }) {
  return (
    <>
      <span aria-hidden="true">{formatCount(count)}</span>
      <span className="sr-only">{countOf(count, 'delivery', 'deliveries')}</span>
    </>
  )
}

const SUBJECT: Field = idField({
  name: 'subject',
  id: 'subject',
  label: 'Subject',
  icon: 'user',
  box: 'User or order ID',
  hint: 'Enter the whole ID. A user’s ID also finds the events of that user’s orders.',
})

/** Returns the filters; endpoints and types are those that the page knows of. */
export function deliveryFields(choices: Choices, clock: WallClock): readonly Field[] {
  const lists = LISTS.map((list) => listField(list, choices))
  return [timeField<DeliveryListFilters>('Event time', USUAL_PERIOD, clock), ...lists, SUBJECT]
}
