/** Changes to a list's columns in their panel; apart, since it loads with the panel. */
import type { ChosenColumn } from './column-choice.ts'

/** Returns the columns with one shown or hidden; a fixed column stays as it is. */
export function withShown(columns: readonly ChosenColumn[], id: string, shown: boolean): ChosenColumn[] {
  return columns.map((column) => (column.id === id && !column.fixed ? { ...column, shown } : column))
}

/** `step` is -1 for up, 1 for down; what cannot move stays, and nothing goes before a fixed column. */
export function withMoved(columns: readonly ChosenColumn[], id: string, step: -1 | 1): ChosenColumn[] {
  const at = columns.findIndex((column) => column.id === id)
  const [one, other] = [columns[at], columns[at + step]]
  if (!one || !other || one.fixed || other.fixed) return [...columns]
  return columns.with(at, other).with(at + step, one)
}
