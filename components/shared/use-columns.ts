'use client'
/**
 * Which columns a list shows, kept in a cookie of this browser, so that the first HTML is right: the page hands over
 * `await cookieChoice(columnsCookie('users'))`, the list calls `useColumns` and shows `<ColumnsButton {...columns} />`.
 */
import { useMemo, useState } from 'react'
import { readCookie, writeCookie } from '#lib/utils/browser.ts'
import {
  type ChosenColumn,
  columnsCookie,
  type KnownColumn,
  readColumns,
  writeColumns,
} from '#lib/utils/column-choice.ts'

export interface ColumnsChoice {
  columns: ChosenColumn[]
  /** All of the choice as one text, to be kept elsewhere; empty for the list's own. */
  kept: string
  /** Whether it is another than the usual one. */
  isChanged: boolean
  onChange: (columns: ChosenColumn[]) => void
  onReset: () => void
}

/**
 * `list` names the cookie; `initial` is what the cookie held when the HTML was made; `known` is a constant. `usual` is the
 * choice where nobody has made another, null for the list's own. Another `list` begins with what its own cookie holds.
 */
export function useColumns(
  list: string,
  known: readonly KnownColumn[],
  initial: string | null,
  usual: string | null = null,
): ColumnsChoice {
  const [held, setHeld] = useState({ list, text: initial })
  if (held.list !== list) setHeld({ list, text: readCookie(columnsCookie(list)) ?? null })
  const { text } = held
  return useMemo(() => {
    const keep = (next: string) => {
      setHeld({ list, text: next })
      writeCookie(columnsCookie(list), next)
    }
    const kept = text || usual || ''
    return {
      columns: readColumns(known, kept),
      kept,
      isChanged: Boolean(text) && text !== usual,
      onChange: (columns) => keep(writeColumns(columns)),
      onReset: () => keep(''),
    }
  }, [list, known, text, usual])
}
