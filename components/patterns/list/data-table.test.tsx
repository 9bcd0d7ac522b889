/** A table whose columns are defined anew, as when a rule of theirs arrives: its cells change in place. */

import { createColumnHelper } from '@tanstack/react-table'
import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { DataTable } from './data-table.tsx'
import type { ListFeatures } from './list-features.ts'

interface Draw {
  id: string
  days: number
}

const ROWS: readonly Draw[] = [{ id: 'a', days: 3 }]
const helper = createColumnHelper<ListFeatures, Draw>()
const columnsOf = (limit: number) =>
  helper.columns([
    helper.accessor('days', {
      id: 'days',
      header: 'Days',
      cell: ({ getValue }) => <button type="button">{getValue() > limit ? 'Stuck' : 'On time'}</button>,
      meta: { place: '[grid-area:days]' },
    }),
  ])
const table = (limit: number) => (
  <DataTable
    label="Draws"
    columns={columnsOf(limit)}
    rows={ROWS}
    getRowId={({ id }) => id}
    rowLayout=""
    from={1}
    total={1}
    isStale={false}
  />
)

test('columns that are defined anew keep the cells, and the focus in them', () => {
  const { rerender } = render(table(5))
  const cell = screen.getByRole('button', { name: 'On time' })
  cell.focus()
  rerender(table(2))
  expect(screen.getByRole('button', { name: 'Stuck' })).toBe(cell)
  expect(document.activeElement).toBe(cell)
})
