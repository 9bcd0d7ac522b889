'use client'
import { useQuery } from '@tanstack/react-query'
import { useDemo } from '#lib/demo/use-demo.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { orderQuery } from '#lib/domains/orders/queries.ts'
import { advanceOrder, type OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { SimulateCard } from './simulate-card.tsx'

interface OrderSimulationProps {
  environment: string
  order_id: string
  /** Gives the order the event; the console's own endpoint if left out. */
  advance?: (order: Order, choice: OrderChoice) => Promise<void>
}

/** On an order's page: moves the order on. Shares the page's own answer about the order. */
export function OrderSimulation({ environment, order_id, advance }: OrderSimulationProps) {
  const { data } = useQuery(orderQuery(environment, order_id))
  const order = data?.orders.find(({ id }) => id === order_id)
  if (!order) return null
  const give = (choice: OrderChoice) =>
    advance ? advance(order, choice) : advanceInSandbox(environment, order, choice)
  return <SimulateCard environment={environment} order={order} advance={give} />
}

async function advanceInSandbox(environment: string, order: Order, { low, interpretation }: OrderChoice) {
  const after_event_id = orderTimeline(order).newest?.event.id
  const body = { status: low, ...(interpretation && { interpretation }), after_event_id }
  await consoleRequest(advanceOrder, { params: { environment, order_id: order.id }, body }, {})
}

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
