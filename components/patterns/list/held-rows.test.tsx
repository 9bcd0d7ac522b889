/** A list that refreshes by itself: the rows stay where the person saw them, and no key meets another. */
import { createColumnHelper } from '@tanstack/react-table'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { DataTable } from './data-table.tsx'
import { RowNews, useHeldRows } from './held-rows.tsx'
import type { ListFeatures } from './list-features.ts'

interface Draw {
  id: string
  note: string
}

const helper = createColumnHelper<ListFeatures, Draw>()
const opened = vi.fn()
const columns = helper.columns([
  helper.accessor('note', {
    id: 'note',
    header: 'Note',
    cell: ({ row: { original } }) => (
      <a href={`#${original.id}`} className="row-link">
        {original.id} {original.note}
      </a>
    ),
    meta: { place: '[grid-area:note]' },
  }),
])
const noteOpened = ({ target }: MouseEvent) => {
  if (target instanceof HTMLAnchorElement) opened(target.hash.slice(1))
}
const getRowId = ({ id }: Draw) => id
const draws = (text: string, note = '') => [...text].map((id) => ({ id, note }))

interface ListProps {
  rows: readonly Draw[]
  asked?: string
  isStale?: boolean
  untilNext?: boolean
  own?: string
  onPeek?: (row: Draw) => void
}

function Draws({
  rows,
  asked = 'all',
  isStale = false,
  untilNext = false,
  own = '',
  onPeek = () => undefined,
}: ListProps) {
  const isOwn = (id: string) => own.includes(id)
  useShortcutKeys()
  const held = useHeldRows({ rows, getRowId, asked, isStale, untilNext, isOwn })
  return (
    <>
      <RowNews noun={['draw', 'draws']} held={held} />
      <DataTable
        label="Draws"
        columns={columns}
        rows={held.rows}
        getRowId={getRowId}
        rowLayout=""
        from={1}
        total={rows.length}
        isStale={isStale}
        held={held}
        peek={{ onOpen: onPeek, onMove: () => undefined }}
      />
    </>
  )
}

function Anew() {
  const held = useHeldRows({ rows: draws('ab'), getRowId, asked: 'all' })
  return <p>{held.rows?.map(getRowId).join()}</p>
}

const shown = () => [...document.querySelectorAll('tbody tr')].map((row) => row.textContent?.trim())
const current = () => document.querySelector('tr[data-current]')?.textContent?.trim()

function open(first: ListProps) {
  const { rerender } = render(<Draws {...first} />)
  return (next: ListProps) => rerender(<Draws {...next} />)
}

beforeEach(() => {
  opened.mockReset()
  document.addEventListener('click', noteOpened)
  Element.prototype.scrollIntoView = () => undefined
})

test('what left stays and says so, what is new waits, and N shows the list as it is', async () => {
  const user = userEvent.setup()
  const refresh = open({ rows: draws('abc') })
  refresh({ rows: draws('xbcy', '2') })
  expect(shown()).toEqual(['a no longer matches', 'b 2', 'c 2'])
  expect(screen.getByRole('button', { name: '1 left, 2 new draws. Update the list' })).toBeTruthy()
  await user.keyboard('n')
  expect(shown()).toEqual(['x 2', 'b 2', 'c 2', 'y 2'])
  expect(screen.queryByRole('button', { name: /Update/ })).toBeNull()
  refresh({ rows: draws('wxbcy') })
  await user.click(screen.getByRole('button', { name: 'Show 1 new draw' }))
  expect(shown()).toEqual(['w', 'x', 'b', 'c', 'y'])
  refresh({ rows: draws('ywxbc') })
  expect(shown()).toEqual(['w', 'x', 'b', 'c', 'y'])
  expect(screen.getByRole('button', { name: 'Sorted differently. Update the list' })).toBeTruthy()
})

test('another question is answered at once, and not before its answer is here', () => {
  const refresh = open({ rows: draws('abc') })
  refresh({ rows: draws('abc'), asked: 'lost', isStale: true })
  refresh({ rows: draws('de'), asked: 'lost' })
  expect(shown()).toEqual(['d', 'e'])
  // The question moves on by itself, as a period up to now does.
  refresh({ rows: draws('de'), asked: 'lost', isStale: true })
  refresh({ rows: draws('fd'), asked: 'lost' })
  expect(shown()).toEqual(['d', 'e no longer matches'])
})

test('no key acts on a row that left, nor on the one that comes into its place', async () => {
  const user = userEvent.setup()
  const onPeek = vi.fn()
  const refresh = open({ rows: draws('abc'), onPeek })
  await user.keyboard('jj')
  expect(current()).toBe('b')
  refresh({ rows: draws('ac'), onPeek })
  expect(current()).toBe('b no longer matches')
  await user.keyboard('{Enter} ')
  await user.keyboard('n')
  expect(shown()).toEqual(['a', 'c'])
  expect(current()).toBeUndefined()
  await user.keyboard('{Enter}')
  expect(opened).not.toHaveBeenCalled()
  expect(onPeek).not.toHaveBeenCalled()
  await user.keyboard('j')
  expect(current()).toBe('c')
  await user.keyboard('{Enter}')
  expect(opened).toHaveBeenCalledWith('c')
})

test('the cursor and the focus go with their row', async () => {
  const user = userEvent.setup()
  const refresh = open({ rows: draws('abc') })
  await user.keyboard('jjj')
  refresh({ rows: draws('xybc') })
  await user.keyboard('n')
  expect(current()).toBe('c')
  expect(document.activeElement?.textContent?.trim()).toBe('c')
})

test('a row that was left and focused again is no other row’s when another question is answered', async () => {
  const user = userEvent.setup()
  const ask = open({ rows: draws('abc') })
  await user.keyboard('j')
  const row = document.activeElement
  if (row instanceof HTMLElement) row.blur()
  ask({ rows: draws('abc', 'changed') })
  if (row instanceof HTMLElement) row.focus()
  ask({ rows: draws('xyz'), asked: 'open' })
  expect(shown()).toEqual(['x', 'y', 'z'])
  expect(document.activeElement).toBe(document.body)
  await user.keyboard('{Enter}')
  expect(opened).not.toHaveBeenCalled()
})

test('rows that are worked off go with the next key, and those the person settled at once', async () => {
  const user = userEvent.setup()
  const refresh = open({ rows: draws('abcd'), untilNext: true })
  await user.keyboard('j')
  refresh({ rows: draws('bcd'), untilNext: true, own: 'a' })
  expect(shown()).toEqual(['b', 'c', 'd'])
  expect(current()).toBe('b')
  refresh({ rows: draws('bd'), untilNext: true, own: 'a' })
  expect(shown()).toEqual(['b', 'c no longer matches', 'd'])
  await user.keyboard('j')
  await waitFor(() => expect(shown()).toEqual(['b', 'd']))
  expect(current()).toBeUndefined()
  refresh({ rows: draws('abd'), untilNext: true, own: 'a' })
  expect(shown()).toEqual(['a', 'b', 'd'])
})

test('what changes again while a click is applied waits for the next click, and no longer', async () => {
  const refresh = open({ rows: draws('abc'), untilNext: true })
  refresh({ rows: draws('bc'), untilNext: true })
  vi.useFakeTimers()
  document.body.click()
  // In the same commit as what the click applies, so that something is open all the time.
  setTimeout(() => refresh({ rows: draws('c'), untilNext: true }))
  act(() => vi.runAllTimers())
  vi.useRealTimers()
  expect(shown()).toEqual(['b no longer matches', 'c'])
  await userEvent.click(document.body)
  await waitFor(() => expect(shown()).toEqual(['c']))
})

test('rows that are made anew at each render are no change', () => {
  render(<Anew />)
  expect(screen.getByText('a,b')).toBeTruthy()
})
