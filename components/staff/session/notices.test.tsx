import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { dismissNotices, listNotices } from '#lib/domains/staff/notices.ts'
import { NoticesSlot } from './notices-slot.tsx'

test('says who did what to whom, until it is dismissed', async () => {
  const user = userEvent.setup()
  const sent: unknown[] = []
  const at = '2026-11-20T09:00:00Z'
  server.use(
    mock(listNotices, () =>
      HttpResponse.json({
        notices: [
          { id: 'n2', action: 'staff_access_reset', about_name: null, by_name: 'ann@clinic.test', at },
          { id: 'n1', action: 'staff_reset_requested', about_name: 'Cy', by_name: 'ann@clinic.test', at },
        ],
      }),
    ),
    mock(dismissNotices, async ({ request }) => {
      sent.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPage(<NoticesSlot count={2} />)
  expect((await screen.findAllByRole('listitem')).map((item) => item.textContent)).toEqual([
    expect.stringContaining('ann@clinic.test reset your access.'),
    expect.stringContaining('ann@clinic.test asked to reset Cy’s access. It needs your approval'),
  ])
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Notices' })).toBeNull())
  expect(sent).toEqual([{ ids: ['n2', 'n1'] }])
})

test('what happens while a page is open is told on it, by the minute and when it is seen again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const notices: unknown[] = []
  const asked = vi.fn()
  server.use(
    mock(listNotices, () => {
      asked()
      return HttpResponse.json({ notices })
    }),
  )
  renderPage(<NoticesSlot count={0} />)
  expect(asked).not.toHaveBeenCalled()
  const at = '2026-11-20T09:00:00Z'
  notices.push({ id: 'n1', action: 'staff_reset_requested', about_name: 'Cy', by_name: 'ann@clinic.test', at })
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(await screen.findByText(/asked to reset Cy’s access/)).toBeTruthy()
  notices.push({ id: 'n2', action: 'administrator_added', about_name: 'Di', by_name: 'ann@clinic.test', at })
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  act(() => void window.dispatchEvent(new Event('visibilitychange')))
  expect(await screen.findByText(/made Di an administrator/)).toBeTruthy()
  vi.useRealTimers()
})

test('administrators hear that the disk is almost full, with or without other notices', async () => {
  server.use(mock(listNotices, () => HttpResponse.json({ notices: [], is_short_of_space: true })))
  renderPage(<NoticesSlot count={1} />)
  await screen.findByText(/disk is almost full/)
  expect(screen.queryByRole('button', { name: 'Dismiss' })).toBeNull()
})
