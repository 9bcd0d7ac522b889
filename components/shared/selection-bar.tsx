'use client'
import { Copy, X } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { announce } from '#components/ui/announcer.tsx'
import { Button } from '#components/ui/button.tsx'
import { toast } from '#components/ui/toast.tsx'
import { copyText } from '#lib/utils/browser.ts'
import { countOf, formatCount } from '#lib/utils/counts.ts'
import { pageState } from '#lib/utils/selection.ts'
import type { RowSelection } from './use-selection.ts'

interface SelectionBarProps<T> {
  selection: RowSelection<T>
  /** The rows on screen. */
  page: readonly T[]
  getRowId: (row: T) => string
  /** What else can be done with the rows chosen, such as an `ExportButton`. */
  children?: ReactNode
}

/** Stands above the table while rows are chosen: how many, also on other pages, and what can be done with them. */
export function SelectionBar<T>({ selection, page, getRowId, children }: SelectionBarProps<T>) {
  const { rows } = selection
  const selectable = useMemo(() => page.map((row) => ({ id: getRowId(row), row })), [page, getRowId])
  if (rows.size === 0) return null
  const here = selectable.filter(({ id }) => rows.has(id)).length
  const copy = async () => {
    const words = countOf(rows.size, 'id')
    if (await copyText([...rows.keys()].join('\n'))) announce(`${words} copied.`)
    else return toast({ kind: 'failed', title: 'Ids not copied.', text: 'The browser refused. Export them instead.' })
    toast({ kind: 'done', title: 'Copied.', text: `${words}, one a line` })
  }
  return (
    <section
      aria-label="Selection"
      className="flex flex-wrap items-center gap-2 border-b border-accent-line bg-accent-soft px-4 py-2 rail:px-6 print:hidden"
    >
      <p className="mr-2 max-rail:w-full">
        <span className="font-heading text-accent-ink">{formatCount(rows.size)} selected</span>
        {here < rows.size && <span className="text-ink-2">, {formatCount(here)} on this page</span>}
      </p>
      {pageState(rows, selectable) !== 'all' && page.length > 0 && (
        <Button onPress={() => selection.choosePage(page)}>Select page</Button>
      )}
      <Button onPress={() => void copy()}>
        <Copy aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Copy ids
      </Button>
      {children}
      <Button look="ghost" onPress={selection.clear}>
        <X aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Clear
      </Button>
    </section>
  )
}
