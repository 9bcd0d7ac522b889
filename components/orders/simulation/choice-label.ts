/** How a choice reads: its status, and its result where it brings one. */
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { RESULTS } from '#components/patterns/domain/order-terms.tsx'
import type { OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'

export function choiceLabel({ low, interpretation }: Pick<OrderChoice, 'low' | 'interpretation'>): string {
  const { label } = orderStatus(low)
  const result = interpretation && RESULTS.get(interpretation)?.label.toLowerCase()
  return result ? `${label}, ${result}` : label
}

export function choiceKey({ low, interpretation }: Pick<OrderChoice, 'low' | 'interpretation'>): string {
  return interpretation ? `${low}/${interpretation}` : low
}
