import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { NOW, renderPage } from '#components/testing/render.tsx'
import { setClock } from '#lib/utils/time/clock.ts'
import { Elapsed, TimeStamp } from './time-stamp.tsx'

describe('TimeStamp', () => {
  test('says how long ago, counted from the server’s clock', () => {
    renderPage(<TimeStamp value="2026-11-17T16:30:00Z" />)
    expect(screen.getByText('2 d ago').getAttribute('datetime')).toBe('2026-11-17T16:30:00Z')
  })

  test('stays true as time goes by', () => {
    vi.useFakeTimers({ now: NOW })
    renderPage(<TimeStamp value="2026-11-19T20:30:30Z" />)
    expect(screen.getByText('1 min ago')).toBeTruthy()
    act(() => vi.advanceTimersByTime(60_000))
    expect(screen.getByText('2 min ago')).toBeTruthy()
    vi.useRealTimers()
  })

  test('follows a clock that was set before anything told the time', () => {
    setClock({ now: () => NOW - 86_400_000, running: false })
    renderPage(<TimeStamp value="2026-11-17T16:30:00Z" />)
    expect(screen.getByText('1 d ago')).toBeTruthy()
    setClock(null)
  })

  test('shows the exact instant for the viewer, in UTC and as sent, on keyboard focus; Escape hides it', async () => {
    const user = userEvent.setup()
    renderPage(<TimeStamp value="2026-11-17T10:30:00-06:00" />)
    await user.tab()
    const tooltip = await screen.findByRole('tooltip')
    expect(tooltip.textContent).toContain('You17 Nov 2026, 16:30:00 UTC')
    expect(tooltip.textContent).toContain('Original value2026-11-17T10:30:00-06:00')
    const described = screen.getByRole('button').getAttribute('aria-describedby')
    expect(document.getElementById(described ?? '')?.closest('[role=tooltip]')).toBe(tooltip)
    await user.keyboard('{Escape}')
    expect(screen.getByRole('button').hasAttribute('aria-describedby')).toBe(false)
  })

  test('on paper stands when it was, for an age says nothing there', () => {
    renderPage(
      <>
        <TimeStamp value="2026-11-17T16:30:00Z" />
        <Elapsed value="2026-11-16T16:30:00Z" />
      </>,
    )
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['2 d ago', '3 d 4 h'])
    act(() => void window.dispatchEvent(new Event('beforeprint')))
    const onPaper = screen.getAllByRole('button').map(({ textContent }) => textContent)
    expect(onPaper[0]).toMatch(/17.*2026, 16:30$/)
    expect(onPaper[1]).toMatch(/16.*2026, 16:30$/)
    act(() => void window.dispatchEvent(new Event('afterprint')))
  })

  test('shows a text that is no instant as it came', () => {
    renderPage(<TimeStamp value="soon" />)
    expect(screen.getByText('soon').tagName).toBe('SPAN')
  })
})
