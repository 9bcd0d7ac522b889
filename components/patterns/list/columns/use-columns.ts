/** Keeps a list's columns in a cookie, so that the first HTML is right: pages hand over `cookieChoice(…)`. */
import { useMemo, useState } from 'react'
import { readCookie, writeCookie } from '#lib/utils/browser/browser.ts'
import {
  type ChosenColumn,
  columnsCookie,
  type Density,
  type KnownColumn,
  readColumns,
  readDensity,
  withWidth,
  writeColumns,
} from '#lib/utils/browser/column-choice.ts'

export interface ColumnsChoice {
  columns: ChosenColumn[]
  density: Density
  /** All of the choice as one text, to be kept elsewhere; empty for the list's own. */
  kept: string
  /** Whether it is another than the usual one. */
  isChanged: boolean
  onChange: (columns: ChosenColumn[]) => void
  onDensity: (density: Density) => void
  /** Pixels; null for the usual width. */
  onWidth: (id: string, width: number | null) => void
  onReset: () => void
}

/** `initial` is the cookie's content when the HTML was made, `defaultChoice` the choice until somebody makes another. */
export function useColumns(
  list: string,
  known: readonly KnownColumn[],
  initial: string | null,
  defaultChoice: string | null = null,
): ColumnsChoice {
  const [held, setHeld] = useState({ list, text: initial })
  if (held.list !== list) setHeld({ list, text: readCookie(columnsCookie(list)) ?? null })
  const { text } = held
  return useMemo(() => {
    const keep = (next: string) => {
      setHeld({ list, text: next })
      writeCookie(columnsCookie(list), next)
    }
    const kept = text || defaultChoice || ''
    const columns = readColumns(known, kept)
    const density = readDensity(kept)
    return {
      columns,
      density,
      kept,
      isChanged: Boolean(text) && text !== defaultChoice,
      onChange: (next) => keep(writeColumns(next, density)),
      onDensity: (next) => keep(writeColumns(columns, next)),
      onWidth: (id, width) => keep(writeColumns(withWidth(columns, id, width), density)),
      onReset: () => keep(''),
    }
  }, [list, known, text, defaultChoice])
}
