/** The layout of a list (columns, their order and widths, row height) as a short text for a cookie. */

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
  /** Pixels, where somebody has chosen a width for the rows of one line. */
  width?: number
}

/** Rows of 38 pixels, or of 44. */
export type Density = 'dense' | 'roomy'

export const COLUMN_WIDTH = { min: 56, max: 640, step: 16 } as const

/** Part of a stored text that is no column. */
export const ROOMY = '*roomy'
/** A column: hidden with a leading `-`, its width in pixels after a `~`. */
const MARK = /^(-?)(\w+)(?:~(\d{1,4}))?$/

/** Returns the id of the column that a part of a stored text is about. */
export const columnOf = (part: string) => MARK.exec(part)?.[2]

const clamp = (width: number) => Math.min(Math.max(Math.round(width), COLUMN_WIDTH.min), COLUMN_WIDTH.max)

/** Parses the columns of a stored text. Columns missing from it come last; unknown ids are dropped. */
export function readColumns(known: readonly KnownColumn[], text: string | null): ChosenColumn[] {
  const marks = new Map<string, { isHidden: boolean; width: string | undefined }>()
  for (const part of (text ?? '').split('.')) {
    const [, sign, id, width] = MARK.exec(part) ?? []
    if (id === undefined) continue
    const before = marks.get(id)
    marks.set(id, { isHidden: before?.isHidden || sign === '-', width: before?.width ?? width })
  }
  const columns = known.map((column): ChosenColumn => {
    const mark = marks.get(column.id)
    const shown = column.fixed || (mark ? !mark.isHidden : !column.extra)
    return { ...column, shown, ...(mark?.width && { width: clamp(Number(mark.width)) }) }
  })
  const named = [...marks.keys()].flatMap((id) => columns.filter((column) => column.id === id && !column.fixed))
  const rest = columns.filter((column) => !(column.fixed || marks.has(column.id)))
  return [...columns.filter(({ fixed }) => fixed), ...named, ...rest]
}

/** Parses the row height from the text of `writeColumns`; compact unless it says otherwise. */
export function readDensity(text: string | null): Density {
  return (text ?? '').split('.').includes(ROOMY) ? 'roomy' : 'dense'
}

/** Uses no character a cookie would escape: `-id` is hidden, `id~120` is 120 pixels wide. */
export function writeColumns(columns: readonly ChosenColumn[], density: Density = 'dense'): string {
  const marks = columns.map(
    ({ id, shown, width }) => `${shown ? '' : '-'}${id}${width === undefined ? '' : `~${width}`}`,
  )
  return [...marks, ...(density === 'roomy' ? [ROOMY] : [])].join('.')
}

/** Null gives the column the width back that the list has for it. */
export function withWidth(columns: readonly ChosenColumn[], id: string, width: number | null): ChosenColumn[] {
  return columns.map((column) => {
    if (column.id !== id) return column
    const { width: _, ...own } = column
    return width === null ? own : { ...own, width: clamp(width) }
  })
}

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
