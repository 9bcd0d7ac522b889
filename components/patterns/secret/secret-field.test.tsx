import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { CountdownRing } from '#components/ui/display/countdown-ring.tsx'
import { SecretField } from './secret-field.tsx'

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
})

test('what is shown hides itself after 30 seconds, and each showing is asked for', async () => {
  const allow = vi.fn(async () => true)
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  renderPage(<SecretField label="Token" value="not-for-everybody-9fQ2" allow={allow} />)
  for (const turn of [1, 2]) {
    await user.click(screen.getByRole('button', { name: 'Show' }))
    expect(await screen.findByText('not-for-everybody-9fQ2')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(25_000))
    expect(screen.getByText('not-for-everybody-9fQ2')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(screen.queryByText('not-for-everybody-9fQ2')).toBeNull()
    expect(allow).toHaveBeenCalledTimes(turn)
  }
  expect(screen.getByText('9fQ2')).toBeTruthy()
})

test('of a short code not even the end is seen', () => {
  renderPage(<SecretField label="Code" value="skus4f09b27e" hideEnd />)
  expect(document.body.innerHTML).not.toContain('b27e')
})

test('the countdown is told at five minutes, one minute and the end, and at no other time', async () => {
  const lifetime = 6 * 60_000
  renderPage(
    <CountdownRing noun="Link code" until={Date.now() + lifetime} lifetime={lifetime} clock="until 15:14 CST" />,
  )
  const heard: string[] = []
  for (let second = 0; second < 365; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const words = screen.getByRole('status').textContent?.trim() ?? ''
    if (words && words !== heard.at(-1)) heard.push(words)
  }
  expect(heard).toEqual(['Link code: 5 minutes left.', 'Link code: 1 minute left.', 'Link code expired.'])
  expect(screen.getByRole('timer').textContent).toBe('0:00left, until 15:14 CST')
})
