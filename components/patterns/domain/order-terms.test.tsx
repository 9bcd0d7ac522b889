import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { makeOrder, partialOrder } from '#lib/domains/orders/order.testing.ts'
import { STATUS_RECORDS } from '#lib/domains/orders/status/status-records.ts'
import { INTERPRETATIONS, LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { orderStatus } from './order-status.ts'
import { Method, OrderStatus, ResultPill, StatusPill } from './order-terms.tsx'

describe('the status map', () => {
  test.each(LOW_LEVEL_STATUSES)('%s has words of its own', (low) => {
    const { label } = orderStatus(low)
    expect(label).not.toContain('_')
    expect(label).toMatch(/^[A-Z]/)
  })

  test.each(['held_for_review', 'constructor', '__proto__'])('an unknown status, %s, is shown as sent', (low) => {
    render(<StatusPill status={low} />)
    expect(screen.getByText(low).closest('[data-tone]')?.getAttribute('data-tone')).toBe('place')
  })
})

describe('results', () => {
  test('an order without one says so to those who cannot see the dash', () => {
    render(<ResultPill order={makeOrder({ interpretation: null })} />)
    expect(screen.getByText('No result yet')).toBeTruthy()
  })

  test('only a critical one is filled', () => {
    render(
      <>
        <ResultPill order={makeOrder({ interpretation: 'abnormal' })} />
        <ResultPill order={makeOrder({ interpretation: 'critical' })} />
      </>,
    )
    expect(screen.getByText('Critical').closest('[data-tone]')?.className).toContain('bg-tone-soft')
    expect(screen.getByText('Abnormal').closest('[data-tone]')?.className).not.toContain('bg-tone-soft')
  })

  test('one the console does not know is shown as sent', () => {
    render(<ResultPill order={makeOrder({ interpretation: 'borderline' })} />)
    expect(screen.getByText('borderline')).toBeTruthy()
  })

  test.each([...INTERPRETATIONS, 'borderline'])(
    '%s of partial results says so, and never in green',
    (interpretation) => {
      const { container } = render(<ResultPill order={partialOrder({ interpretation })} />)
      expect(container.textContent).toMatch(/, partial$/)
      expect(container.querySelector('[data-tone=ok], .lucide-check, .lucide-circle-check')).toBeNull()
    },
  )

  test('partial results that nobody has read yet are not “no result”', () => {
    render(<ResultPill order={partialOrder()} />)
    expect(screen.getByText('Partial results')).toBeTruthy()
  })

  test.each(LOW_LEVEL_STATUSES)('after partial results the status %s says so once, unless all are in', (low) => {
    const { container } = render(<OrderStatus order={partialOrder({}, low)} />)
    const said = container.textContent?.match(/Partial results/g)?.length ?? 0
    expect(said).toBe(STATUS_RECORDS[low].results === 'complete' ? 0 : 1)
  })
})

test.each(ORDER_METHODS)('method %s has words', (method) => {
  const { container } = render(<Method method={method} />)
  expect(container.textContent).toMatch(/^[A-Z][a-z -]+$/)
})

test('a method the console does not know is shown as sent', () => {
  render(<Method method="drone_pickup" />)
  expect(screen.getByText('drone_pickup')).toBeTruthy()
})
