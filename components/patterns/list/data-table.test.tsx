/** A table whose columns are defined anew, and the presses on the rows beside an open preview. */

import { createColumnHelper } from '@tanstack/react-table'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
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

const linked = helper.columns([
  helper.accessor('id', {
    id: 'id',
    header: 'Order',
    cell: ({ getValue }) => (
      <a href={`#${getValue()}`} className="row-link">
        {getValue()}
      </a>
    ),
    meta: { place: '[grid-area:id]' },
  }),
])

test('beside an open preview a press moves it, and the next one, a key or a new tab opens the row', async () => {
  const onMove = vi.fn()
  const wasFollowed: boolean[] = []
  const follow = (event: Event) => {
    wasFollowed.push(!event.defaultPrevented)
    event.preventDefault()
  }
  document.addEventListener('click', follow)
  render(
    <DataTable
      label="Draws"
      columns={linked}
      rows={[...ROWS, { id: 'b', days: 1 }]}
      getRowId={({ id }) => id}
      rowLayout=""
      from={1}
      total={2}
      isStale={false}
      peek={{ isOpen: true, onOpen: () => undefined, onMove }}
    />,
  )
  const [first, second] = [screen.getByRole('link', { name: 'a' }), screen.getByRole('link', { name: 'b' })]
  const user = userEvent.setup()
  await user.click(second)
  expect(onMove).toHaveBeenLastCalledWith({ id: 'b', days: 1 })
  await user.click(second)
  await user.keyboard('{Control>}')
  await user.click(first)
  await user.keyboard('{/Control}')
  second.focus()
  first.focus()
  await user.keyboard('{Enter}')
  document.removeEventListener('click', follow)
  expect(wasFollowed).toEqual([false, true, true, true])
})
