'use client'
/**
 * Which columns a list shows, kept in a cookie of this browser, so that the first HTML is right: the page hands over
 * `await cookieChoice(columnsCookie('users'))`, the list calls `useColumns` and shows `<ColumnsButton {...columns} />`.
 */
import { useMemo, useState } from 'react'
import { writeCookie } from '#lib/utils/browser.ts'
import {
  type ChosenColumn,
  columnsCookie,
  type KnownColumn,
  readColumns,
  writeColumns,
} from '#lib/utils/column-choice.ts'

export interface ColumnsChoice {
  columns: ChosenColumn[]
  onChange: (columns: ChosenColumn[]) => void
  onReset: () => void
}

/** `list` names the cookie; `initial` is what the cookie held when the HTML was made; `known` is a constant. */
export function useColumns(list: string, known: readonly KnownColumn[], initial: string | null): ColumnsChoice {
  const [text, setText] = useState(initial)
  return useMemo(() => {
    const keep = (next: string) => {
      setText(next)
      writeCookie(columnsCookie(list), next)
    }
    return {
      columns: readColumns(known, text),
      onChange: (columns) => keep(writeColumns(columns)),
      onReset: () => keep(''),
    }
  }, [list, known, text])
}
