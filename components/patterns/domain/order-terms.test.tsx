import { render, screen } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { orderStatus } from './order-status.ts'
import { Method, ResultPill, StatusPill } from './order-terms.tsx'

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
    render(<ResultPill interpretation={null} />)
    expect(screen.getByText('No result yet')).toBeTruthy()
  })

  test('only a critical one is filled', () => {
    render(
      <>
        <ResultPill interpretation="abnormal" />
        <ResultPill interpretation="critical" />
      </>,
    )
    expect(screen.getByText('Critical').closest('[data-tone]')?.className).toContain('bg-tone-soft')
    expect(screen.getByText('Abnormal').closest('[data-tone]')?.className).not.toContain('bg-tone-soft')
  })

  test('one the console does not know is shown as sent', () => {
    render(<ResultPill interpretation="borderline" />)
    expect(screen.getByText('borderline')).toBeTruthy()
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
