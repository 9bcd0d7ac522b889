'use client'
import { ORDER_DIRECTIONS } from '#lib/kernel/values.ts'
import { OneOf } from './one-of.tsx'

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
