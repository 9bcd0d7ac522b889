'use client'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import type { OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { OrderSimulation } from './order-simulation.tsx'

interface DemoSimulationProps {
  environment: string
  order_id: string
}

/** On an order's page of the demo: every role may move the order on, as the presenter and not as the person played. */
export function DemoSimulation(props: DemoSimulationProps) {
  const control = useDemo()?.control
  if (!control) return null
  const advance = ({ id }: Order, { low, interpretation }: OrderChoice) =>
    control.advanceOrder(id, { status: low, ...(interpretation && { interpretation }) })
  return <OrderSimulation {...props} advance={advance} />
}
