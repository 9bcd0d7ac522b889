import clsx from 'clsx'
import { createContext, useContext } from 'react'
import { EventType } from '#components/patterns/domain/event-type.tsx'
import { type FilterField, someLabel } from '#components/patterns/list/filters/filter-fields.ts'
import { idField, manyOf } from '#components/patterns/list/filters/typed-fields.tsx'
import type { ListRecord } from '#components/patterns/list/list.tsx'
import { columnsOf } from '#components/patterns/list/list-features.ts'
import { OpenerLink } from '#components/patterns/list/opener-link.tsx'
import { timeField } from '#components/patterns/volume/timed-list.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Pill, Tag } from '#components/ui/display/pill.tsx'
import { TimeStamp } from '#components/ui/display/time-stamp.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { FAILURE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import type { Delivery } from '#lib/domains/webhooks/delivery.ts'
import { isSuccess, MAX_ATTEMPTS, type SendFailure } from '#lib/domains/webhooks/rules.ts'
import { formatCount } from '#lib/utils/text/counts.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import {
  type Choice,
  type Choices,
  type DeliveryListFilters,
  deliveryChoices,
  type ListName,
  USUAL_PERIOD,
} from './delivery-search.ts'

export const DELIVERY_LIST: ListRecord<Delivery> = {
  title: 'Webhook deliveries',
  sizes: [50, 100, 250],
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

/** Choices for the editors. A context, because the editors stay mounted while counts change. */
const KnownChoices = createContext<Choices>(deliveryChoices(undefined, []))
export const DeliveryChoicesProvider = KnownChoices.Provider

type Values<N extends ListName> = DeliveryListFilters[N][number]

function listField<N extends ListName>(name: N, label: string, noun: string, icon: Field['icon']) {
  const field: Field = manyOf({
    name,
    id: name,
    label,
    icon,
    noun,
    useOptions: (): readonly Choice<Values<N>>[] => useContext(KnownChoices)[name],
  })
  const chipOf = (choices: Choices): Field['chip'] => {
    const textOf = (value: string) => choices[name].find((choice) => choice.value === value)?.text ?? value
    return (filters) => someLabel(filters[name].map(textOf), noun)
  }
  return { field, chipOf }
}

const LISTS = [
  listField('states', 'Outcome', 'outcomes', 'state'),
  listField('codes', 'Response', 'responses', 'status'),
  listField('event_types', 'Event type', 'types', 'result'),
  listField('endpoints', 'Endpoint', 'endpoints', 'source'),
]

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
  const lists = LISTS.map(({ field, chipOf }) => ({ ...field, chip: chipOf(choices) }))
  return [timeField<DeliveryListFilters>('Event time', USUAL_PERIOD, clock), ...lists, SUBJECT]
}

export function StatePill({ delivery: { state } }: { delivery: Delivery }) {
  return <Pill {...STATE_LOOKS[state]} />
}

/** The status that came, or why none did. */
export function Answered({ status, failure }: { status: number | null; failure: SendFailure | null }) {
  const isGood = isSuccess({ status })
  if (status === null && failure === null) return <span className="text-ink-2">–</span>
  if (isGood) return <Verbatim className="font-mono text-sm text-ink-2">{status}</Verbatim>
  return (
    <span
      data-tone="bad"
      translate={status === null ? undefined : 'no'}
      className={clsx('font-heading whitespace-nowrap text-tone-fg', status !== null && 'font-mono text-sm')}
    >
      {status ?? (failure && FAILURE_LABELS[failure].label)}
    </span>
  )
}

/** The type of the event that was sent, and whether it was a test. */
export function DeliveredType({ delivery: { event_type, is_test }, isWhole = false }: DeliveredTypeProps) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <EventType type={event_type} isShort={!isWhole} />
      {is_test && <Tag>Test</Tag>}
    </span>
  )
}

interface DeliveredTypeProps {
  delivery: Delivery
  isWhole?: boolean
}
