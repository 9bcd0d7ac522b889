import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { pageWindow } from '#lib/utils/data/page-window.ts'
import { List, Pager } from './list.tsx'

const FAILURE = { call: 'GET /v2/user', detail: 'No answer.', status: 502, request_id: null, at: 1 }

function pager(offset: number, total: number | null = 260) {
  const on = { onPage: vi.fn(), onSize: vi.fn(), onAim: vi.fn() }
  const count = total === null ? 100 : Math.min(100, total - offset)
  renderPage(
    <Pager
      noun="users"
      window={pageWindow({ offset, limit: 100, count, total })}
      isStale={false}
      sizes={[25, 100, 500]}
      {...on}
    />,
  )
  return { user: userEvent.setup(), ...on }
}

const button = (name: string) => screen.getByRole('button', { name })

test('leads to every page there is', async () => {
  const { user, onPage } = pager(100)
  expect(screen.getByText('101 to 200 of 260')).toBeTruthy()
  for (const name of ['First page', 'Previous page', 'Next page', 'Last page']) await user.click(button(name))
  expect(onPage.mock.calls.flat()).toEqual([0, 0, 200, 200])
})

test('a page that does not exist cannot be asked for, yet its button keeps the focus', async () => {
  const { user, onPage } = pager(200)
  button('Next page').focus()
  await user.keyboard('{Enter}')
  expect(onPage).not.toHaveBeenCalled()
  expect(button('Next page').getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button('Next page'))
})

test('without a total there is a next page but no last one', () => {
  pager(0, null)
  expect(screen.getByText('1 to 100 of many')).toBeTruthy()
  expect(button('Next page').getAttribute('aria-disabled')).not.toBe('true')
  expect(button('Last page').getAttribute('aria-disabled')).toBe('true')
})

test('a page aimed at is asked for ahead of the press', async () => {
  const { user, onAim, onPage } = pager(0)
  await user.hover(button('Next page'))
  expect(onAim).toHaveBeenCalledWith(100)
  expect(onPage).not.toHaveBeenCalled()
})

test('offers other sizes', async () => {
  const { user, onSize } = pager(0)
  await user.selectOptions(screen.getByRole('combobox', { name: 'users per page' }), '500 per page')
  expect(onSize).toHaveBeenCalledWith(500)
})

test.each([
  [null, '260 users, newest first', '1 to 100 of 260'],
  [FAILURE, '260 users, newest first, as last loaded', '1 to 100 of 260, as last loaded'],
])('numbers that couldn’t be read again say so', (failure, summary, place) => {
  const nothing = () => undefined
  const window = pageWindow({ offset: 0, limit: 100, count: 100, total: 260 })
  renderPage(
    <List<{ id: string }>
      record={{ title: 'Users', sizes: [100], rowLayout: '', getRowId: ({ id }) => id }}
      page={{
        ...{ window, failure, unreadable: [], isFetching: false, isStale: false, updatedAt: 1 },
        ...{ refetch: nothing, fetchAhead: nothing },
      }}
      {...{ rows: [], columns: [], problem: null, summary: '260 users, newest first', ignored: [], empty: null }}
      {...{ onPage: nothing, onSize: nothing, onClearIgnored: nothing }}
    />,
  )
  expect(screen.getByText(summary)).toBeTruthy()
  expect(screen.getByText(place)).toBeTruthy()
})
