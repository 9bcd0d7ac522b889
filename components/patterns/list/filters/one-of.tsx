import { useId } from 'react'
import { ORDER_DIRECTIONS } from '#lib/kernel/values.ts'
import { useChoiceCount } from './count-chips.tsx'
import { choiceId } from './filter-fields.ts'

interface OneOfProps<T> {
  legend: string
  value: T
  options: readonly { value: T; text: string; note?: string }[]
  onChange: (value: T) => void
}

export function OneOf<T extends string | boolean | null>({ legend, value, options, onChange }: OneOfProps<T>) {
  const name = useId()
  const countOf = useChoiceCount()
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{legend}</legend>
      {options.map(({ value: each, text, note }) => {
        const count = countOf(choiceId(each))
        const id = `${name}-${choiceId(each)}`
        return (
          <label key={text} className="flex min-h-8 cursor-pointer items-center gap-2.5 max-rail:min-h-10">
            <input
              type="radio"
              name={name}
              checked={value === each}
              onChange={() => onChange(each)}
              aria-labelledby={id}
              {...(count && { 'aria-describedby': `${id}-count` })}
              className="size-4 shrink-0 accent-accent"
            />
            <span id={id} className="flex flex-wrap gap-x-2.5">
              {text}
              {note && <span className="text-xs leading-5 text-ink-3">{note}</span>}
            </span>
            {count && (
              <span id={`${id}-count`} className="ml-auto pl-3 text-ink-2 tabular-nums">
                {count}
              </span>
            )}
          </label>
        )
      })}
    </fieldset>
  )
}

type Direction = (typeof ORDER_DIRECTIONS)[number]

interface SortEditorProps<Key extends string> {
  keys: readonly Key[]
  /** Labels of each key and its two directions. */
  labels: Readonly<Record<Key, Readonly<Record<'label' | Direction, string>>>>
  order_key: Key
  order_direction: Direction
  onKey: (key: Key) => void
  onDirection: (direction: Direction) => void
}

/** The order of the rows, for where they are cards and have no heads; loaded when somebody opens the picker. */
export function SortEditor<Key extends string>(props: SortEditorProps<Key>) {
  const { keys, labels, order_key, order_direction, onKey, onDirection } = props
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-3">
      <OneOf
        legend="Sort by"
        value={order_key}
        options={keys.map((value) => ({ value, text: labels[value].label }))}
        onChange={(next) => next === order_key || onKey(next)}
      />
      <OneOf
        legend="Direction"
        value={order_direction}
        options={ORDER_DIRECTIONS.map((value) => ({ value, text: capital(labels[order_key][value]) }))}
        onChange={onDirection}
      />
    </div>
  )
}

function capital(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
