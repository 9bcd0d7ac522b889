/** The filters of the list as its chips and its picker show them; types and sources have their numbers beside the list. */

import { someLabel } from '#components/patterns/list/filters/chip-labels.ts'
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filters/filter-fields.ts'
import { timeField } from '#components/patterns/volume/time-field.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { labelStyle } from '#components/ui/field/field.tsx'
import { nameFromSlug } from '#lib/domains/connections/source-name.ts'
import { OUTCOME_WORDS, OUTCOMES } from '#lib/domains/events/outcomes.ts'
import { uuid } from '#lib/kernel/fields.ts'
import type { WallClock } from '#lib/utils/time/instants.ts'
import { type EventListFilters, toggled, USUAL_PERIOD } from './event-search.ts'

type Props = FilterEditorProps<EventListFilters>
type Field = FilterField<EventListFilters>

function OutcomeEditor({ draft, onChange }: Props) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 text-ink-3">With any of these outcomes:</legend>
      {OUTCOMES.map((outcome) => (
        <Check
          key={outcome}
          checked={draft.outcomes.includes(outcome)}
          onChange={() => onChange({ ...draft, outcomes: toggled(draft.outcomes, outcome) })}
        >
          {OUTCOME_WORDS[outcome].label}
          <span className="block text-xs text-ink-3">{OUTCOME_WORDS[outcome].sentence}</span>
        </Check>
      ))}
    </fieldset>
  )
}

const OUTCOME: Field = {
  id: 'outcome',
  label: 'Outcome',
  icon: 'state',
  chip: ({ outcomes }) =>
    someLabel(
      outcomes.map((outcome) => OUTCOME_WORDS[outcome].label),
      'outcomes',
    ),
  clear: (filters) => ({ ...filters, outcomes: [] }),
  Editor: OutcomeEditor,
}

interface BoxProps {
  label: string
  value: string
  hint: string
  onType: (text: string) => void
}

function Box({ label, value, hint, onType }: BoxProps) {
  return (
    <label className="flex flex-col gap-1.5">
      <span className={labelStyle}>{label}</span>
      <input
        type="text"
        defaultValue={value}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onType(target.value)}
        className={`${boxStyle} h-8 px-2.5 font-mono text-sm max-rail:h-11 max-rail:text-lg`}
      />
      <span className="text-xs text-ink-3">{hint}</span>
    </label>
  )
}

const HINT = 'Separate several with commas. The numbers beside the list choose one with a press.'
const readNames = (text: string) => text.split(',').flatMap((one) => one.trim() || [])
const readId = (text: string) => uuid.safeParse(text.trim()).data ?? null

function TypeEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, event_types: readNames(text) })
  return <Box label="Event types" value={draft.event_types.join(', ')} hint={HINT} onType={set} />
}

function SourceEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, sources: readNames(text) })
  return <Box label="Sources" value={draft.sources.join(', ')} hint={HINT} onType={set} />
}

function UserEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, user_id: readId(text) })
  return <Box label="User ID" value={draft.user_id ?? ''} hint="Enter the whole ID." onType={set} />
}

function OrderEditor({ draft, onChange }: Props) {
  const set = (text: string) => onChange({ ...draft, order_id: readId(text) })
  return <Box label="Order ID" value={draft.order_id ?? ''} hint="Enter the whole ID." onType={set} />
}

const TYPE: Field = {
  id: 'type',
  label: 'Type',
  icon: 'status',
  chip: ({ event_types }) => someLabel(event_types, 'types'),
  clear: (filters) => ({ ...filters, event_types: [] }),
  Editor: TypeEditor,
}

const SOURCE: Field = {
  id: 'source',
  label: 'Source',
  icon: 'source',
  chip: ({ sources }) =>
    someLabel(
      sources.map((slug) => nameFromSlug(slug) || 'none'),
      'sources',
    ),
  clear: (filters) => ({ ...filters, sources: [] }),
  Editor: SourceEditor,
}

const USER: Field = {
  id: 'user',
  label: 'User',
  icon: 'user',
  chip: ({ user_id }) => (user_id === null ? null : { operator: 'is', value: user_id }),
  clear: (filters) => ({ ...filters, user_id: null }),
  Editor: UserEditor,
}

const ORDER: Field = {
  id: 'order',
  label: 'Order',
  icon: 'order',
  chip: ({ order_id }) => (order_id === null ? null : { operator: 'is', value: order_id }),
  clear: (filters) => ({ ...filters, order_id: null }),
  Editor: OrderEditor,
}

/** On the page of one user their events are all there are. */
export function eventFields(isOfUser: boolean, clock: WallClock): readonly Field[] {
  const all = [timeField<EventListFilters>('Received', USUAL_PERIOD, clock), OUTCOME, TYPE, SOURCE, USER, ORDER]
  return isOfUser ? all.filter((field) => field !== USER) : all
}
