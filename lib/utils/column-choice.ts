/** Which columns a list shows and in which order, as one short text of column ids that a cookie can hold. */

/** In which a browser keeps the choice of a list. */
export const columnsCookie = (list: string) => `columns_${list}`

export interface KnownColumn {
  id: string
  label: string
  /** Always first and always shown. */
  fixed?: boolean
  /** Not shown unless somebody asks for it. */
  extra?: boolean
}

export interface ChosenColumn extends KnownColumn {
  shown: boolean
}

const HIDDEN = '-'
const ID = /^-?[\w]+$/

/** Columns that the text does not know stand where the list has them; ids that the list does not know are dropped. */
export function readColumns(known: readonly KnownColumn[], text: string | null): ChosenColumn[] {
  const marks = (text ?? '').split('.').filter((mark) => ID.test(mark))
  const hidden = new Set(marks.filter((mark) => mark.startsWith(HIDDEN)).map((mark) => mark.slice(1)))
  const order = [...new Set(marks.map((mark) => mark.replace(HIDDEN, '')))]
  const columns = known.map((column) => {
    const isNamed = order.includes(column.id)
    return { ...column, shown: column.fixed || (isNamed ? !hidden.has(column.id) : !column.extra) }
  })
  const named = order.flatMap((id) => columns.filter((column) => column.id === id && !column.fixed))
  const rest = columns.filter((column) => !(column.fixed || order.includes(column.id)))
  return [...columns.filter(({ fixed }) => fixed), ...named, ...rest]
}

export function writeColumns(columns: readonly ChosenColumn[]): string {
  return columns.map(({ id, shown }) => (shown ? id : `${HIDDEN}${id}`)).join('.')
}

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
