import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { partialOrder } from '#lib/domains/orders/order.testing.ts'
import { LineContent } from './line-content.tsx'

test.each(['partial_results', 'lab_processing_blocked', 'sample_error', 'cancelled'] as const)(
  'an order with partial results says so at %s',
  (low) => {
    const order = partialOrder({ interpretation: 'normal' }, low)
    const { container } = renderPage(
      <LineContent
        environment="sandbox"
        entry={{ kind: 'order', key: 'order', href: '/', order, asked: null, why: null }}
      />,
    )
    expect(screen.getByText('Partial results')).toBeTruthy()
    expect(container.querySelector('[data-tone=ok]')).toBeNull()
  },
)
