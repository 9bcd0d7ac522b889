/** The filters of the list as its chips and its picker show them. */
import type { FilterEditorProps, FilterField } from '#components/patterns/list/filter-fields.ts'
import { OneOf } from '#components/patterns/list/one-of.tsx'
import { Check } from '#components/ui/field/check.tsx'
import { CODE_LABELS, STATE_LOOKS } from '#components/webhooks/labels.ts'
import { CODE_CLASSES, DELIVERY_STATES } from '#lib/domains/webhooks/rules.ts'
import { type DeliveryListFilters, PERIOD_IDS, PERIODS, USUAL_PERIOD } from './delivery-search.ts'

type Field = FilterField<DeliveryListFilters>
type Props = FilterEditorProps<DeliveryListFilters>
type ListName = Exclude<keyof DeliveryListFilters, 'within'>

interface Choice {
  value: string
  text: string
}

const PERIOD: Field = {
  id: 'within',
  label: 'Event time',
  icon: 'days',
  chip: ({ within }) =>
    within === USUAL_PERIOD ? null : { operator: 'in', value: PERIODS[within].text.toLowerCase() },
  clear: (filters) => ({ ...filters, within: USUAL_PERIOD }),
  Editor: ({ draft, onChange }: Props) => (
    <OneOf
      legend="Event time"
      value={draft.within}
      options={PERIOD_IDS.map((id) => ({ value: id, text: PERIODS[id].text }))}
      onChange={(within) => onChange({ ...draft, within })}
    />
  ),
}

/** Few by name, more by number. */
const NAMED = 2

interface ListField {
  name: ListName
  label: string
  noun: string
  icon: Field['icon']
  choices: readonly Choice[]
  set: (filters: DeliveryListFilters, values: readonly string[]) => DeliveryListFilters
}

/** A filter of several values, of which any counts. */
function listField({ name, label, noun, icon, choices, set }: ListField): Field {
  const textOf = (value: string) => choices.find((choice) => choice.value === value)?.text ?? value
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
    clear: (filters) => set(filters, []),
    Editor({ draft, onChange }: Props) {
      const values: readonly string[] = draft[name]
      const shown = [...choices, ...values.filter((one) => !choices.some(({ value }) => value === one)).map(asChoice)]
      return (
        <fieldset className="flex max-h-80 flex-col gap-2 overflow-y-auto">
          <legend className="mb-2 text-ink-3">Any of these:</legend>
          {shown.map(({ value, text }) => (
            <Check
              key={value}
              checked={values.includes(value)}
              onChange={(isOn) =>
                onChange(set(draft, isOn ? [...values, value] : values.filter((one) => one !== value)))
              }
            >
              {text}
            </Check>
          ))}
          {shown.length === 0 && <p className="text-ink-3">None in this period.</p>}
        </fieldset>
      )
    },
  }
}

const asChoice = (value: string): Choice => ({ value, text: value })

/** Returns the filters; endpoints and types are those that the page knows of. */
export function deliveryFields(endpoints: readonly Choice[], event_types: readonly string[]): readonly Field[] {
  return [
    PERIOD,
    listField({
      name: 'states',
      label: 'Outcome',
      noun: 'outcomes',
      icon: 'state',
      choices: DELIVERY_STATES.map((value) => ({ value, text: STATE_LOOKS[value].label })),
      set: (filters, values) => ({ ...filters, states: DELIVERY_STATES.filter((each) => values.includes(each)) }),
    }),
    listField({
      name: 'codes',
      label: 'Response',
      noun: 'responses',
      icon: 'status',
      choices: CODE_CLASSES.map((value) => ({ value, text: CODE_LABELS[value] })),
      set: (filters, values) => ({ ...filters, codes: CODE_CLASSES.filter((each) => values.includes(each)) }),
    }),
    listField({
      name: 'event_types',
      label: 'Event type',
      noun: 'types',
      icon: 'result',
      choices: event_types.map(asChoice),
      set: (filters, values) => ({ ...filters, event_types: values }),
    }),
    listField({
      name: 'endpoints',
      label: 'Endpoint',
      noun: 'endpoints',
      icon: 'source',
      choices: endpoints,
      set: (filters, values) => ({ ...filters, endpoints: values }),
    }),
  ]
}
