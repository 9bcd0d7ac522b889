/** The editor of any filter of the list; loaded when somebody opens the picker. */
import { Plus } from 'lucide-react'
import { type ComponentType, type KeyboardEvent, useState } from 'react'
import {
  ORDER_SORT_LABELS,
  type OrderFilters,
  sortKeys,
  sortNext,
  sortOf,
} from '#components/orders/search/orders-search.ts'
import { StatusPill } from '#components/patterns/domain/order-terms.tsx'
import { useChoiceCount } from '#components/patterns/list/filters/count-chips.tsx'
import { DayRange } from '#components/patterns/list/filters/day-range.tsx'
import { choiceId, type FilterEditorProps } from '#components/patterns/list/filters/filter-fields.ts'
import { OneOf, SortEditor } from '#components/patterns/list/filters/one-of.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { useTimeZone } from '#components/ui/display/viewer.tsx'
import { boxStyle } from '#components/ui/field/box-style.ts'
import { Check } from '#components/ui/field/check.tsx'
import { EXCEPTION_STATUSES, OPEN_STATUSES } from '#lib/domains/orders/status/status.ts'
import { LOW_LEVEL_STATUSES } from '#lib/kernel/values.ts'
import { dayIn, type RelativeDays } from '#lib/utils/time/day-ranges.ts'
import { parseInstant } from '#lib/utils/time/instants.ts'
import { type CHOICE_FILTERS, type ChoiceFilter, choiceFilter } from './order-choices.ts'
import { groupOf, STATUS_GROUPS, statusesFor } from './status-groups.ts'
import { OrderIdsFilter, PatientFilter, RecipientFilter, TransactionFilter, UserFilter } from './text-editors.tsx'

const KNOWN: readonly string[] = LOW_LEVEL_STATUSES
const QUICK = 'min-h-6 text-sm font-control text-link max-rail:min-h-10'

/** Any of the low-level statuses by what they ask of somebody; one that this console does not know is typed as sent. */
function StatusFilter({ draft, onChange }: FilterEditorProps<OrderFilters>) {
  const [text, setText] = useState('')
  const countOf = useChoiceCount()
  const chosen = draft.status
  const set = (status: readonly string[]) => onChange({ ...draft, status })
  const toggle = (status: string, on: boolean) => {
    const rest = chosen.filter((one) => one !== status)
    set(on ? [...rest, status] : rest)
  }
  const found = statusesFor(text, chosen)
  const typed = text.trim()
  const isNew = typed !== '' && !KNOWN.includes(typed) && !chosen.includes(typed)
  const add = () => {
    set([...chosen, typed])
    setText('')
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || typed === '') return
    // Enter takes what was searched for; it sends the form only when nothing is.
    event.preventDefault()
    const [only] = found
    if (found.length === 1 && only) {
      toggle(only, !chosen.includes(only))
      setText('')
    } else if (found.length === 0 && isNew) add()
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <input
          type="text"
          aria-label="Find a status"
          placeholder="Find a status, or enter the API value"
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className={`${boxStyle} h-8 max-w-[240px] px-2.5 text-sm max-rail:h-11 max-rail:max-w-none max-rail:text-lg`}
        />
        <button type="button" onClick={() => set(OPEN_STATUSES)} className={QUICK}>
          Open only
        </button>
        <button type="button" onClick={() => set(EXCEPTION_STATUSES)} className={QUICK}>
          Exceptions only
        </button>
      </div>
      <div className="max-h-[min(440px,50vh)] overflow-y-auto pl-1">
        <div className="gap-6 sm:columns-2">
          {STATUS_GROUPS.map(([group, label]) => {
            const statuses = found.filter((status) => groupOf(status) === group)
            if (statuses.length === 0) return null
            return (
              <fieldset key={group} className="mb-3 break-inside-avoid">
                <legend className="mb-1 text-xs text-ink-3">{label}</legend>
                {statuses.map((status) => (
                  <Check
                    key={status}
                    checked={chosen.includes(status)}
                    onChange={(on) => toggle(status, on)}
                    count={countOf(choiceId(status))}
                  >
                    <StatusPill status={status} bare />
                  </Check>
                ))}
              </fieldset>
            )
          })}
        </div>
      </div>
      {isNew && (
        <Button icon={Plus} onPress={add} className="self-start">
          Add <Verbatim className="font-mono">{typed}</Verbatim> as sent
        </Button>
      )}
      <p className="text-xs text-ink-3">
        Filters by an order’s latest event. Values this console doesn’t know are under “Other”.
      </p>
    </div>
  )
}

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

interface ChoiceEditorProps extends FilterEditorProps<OrderFilters> {
  filter: ChoiceFilter
}

/** The editor of any filter that is chosen from a few values. */
function ChoiceEditor({ filter, ...props }: ChoiceEditorProps) {
  return (
    <div className="flex flex-col gap-3">
      {filter.remove ? <Several filter={filter} {...props} /> : <One filter={filter} {...props} />}
      {filter.note && <p className="text-xs text-ink-3">{filter.note}</p>}
    </div>
  )
}

function One({ filter: { legend, choicesOf, chosen }, draft, onChange }: ChoiceEditorProps) {
  const choices = choicesOf(draft)
  return (
    <OneOf
      legend={legend}
      value={chosen(draft)[0] ?? null}
      options={choices.map(({ id, label, note }) => ({ value: id, text: label, ...(note && { note }) }))}
      onChange={(picked) => onChange(choices.find(({ id }) => id === picked)?.choose(draft) ?? draft)}
    />
  )
}

function Several({ filter: { legend, choicesOf, chosen, remove }, draft, onChange }: ChoiceEditorProps) {
  const countOf = useChoiceCount()
  const isChosen = new Set(chosen(draft))
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="mb-2 text-ink-3">{legend}</legend>
      {choicesOf(draft).map(({ id, label, choose }) => (
        <Check
          key={id}
          checked={isChosen.has(id)}
          onChange={(on) => onChange(on ? choose(draft) : (remove?.(draft, id) ?? draft))}
          count={countOf(id)}
        >
          {label}
        </Check>
      ))}
    </fieldset>
  )
}

interface Range {
  from: string | null
  to: string | null
  within: RelativeDays | null
}

interface RangeProps extends Range {
  onChange: (range: Range) => void
}

/** An end that is an exact instant stands as its day, and stays exact until its day is changed. */
function Range({ from, to, within, onChange }: RangeProps) {
  const timeZone = useTimeZone()
  const dayOf = (value: string | null) =>
    value === null || value.length === 10 ? value : dayIn(timeZone, parseInstant(value))
  const kept = (day: string | null, value: string | null) => (day === dayOf(value) ? value : day)
  return (
    <DayRange
      from={dayOf(from)}
      to={dayOf(to)}
      within={within}
      onWithin={(days) => onChange({ from: null, to: null, within: days })}
      onChange={(days) => onChange({ from: kept(days.from, from), to: kept(days.to, to), within: null })}
    />
  )
}

export function CreatedFilter({ draft, onChange }: Props) {
  return (
    <Range
      from={draft.start_date}
      to={draft.end_date}
      within={draft.created_within}
      onChange={({ from, to, within }) =>
        onChange({ ...draft, start_date: from, end_date: to, created_within: within })
      }
    />
  )
}

function UpdatedFilter({ draft, onChange }: Props) {
  return (
    <Range
      from={draft.updated_start_date}
      to={draft.updated_end_date}
      within={draft.updated_within}
      onChange={({ from, to, within }) =>
        onChange({ ...draft, updated_start_date: from, updated_end_date: to, updated_within: within })
      }
    />
  )
}

function SortFilter({ draft, onChange }: Props) {
  const sort = sortOf(draft)
  return (
    <SortEditor
      keys={sortKeys(draft)}
      labels={ORDER_SORT_LABELS}
      {...sort}
      // A name is looked for from A on, a time from now back.
      onKey={(order_key) => onChange({ ...draft, ...sortNext(draft, order_key) })}
      onDirection={(order_direction) => onChange({ ...draft, ...sort, order_direction })}
    />
  )
}
