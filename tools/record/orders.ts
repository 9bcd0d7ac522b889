/** Finds orders in the demo by asking it, as its pages do. */
import type { Page } from '@playwright/test'
import { z } from 'zod'
import { untilDemoAnswers, waitForRows } from './fixed-demo.ts'

const answer = z.object({
  orders: z.array(z.object({ id: z.string(), patient_address: z.object({ receiver_name: z.string() }) })),
  total: z.number().nullable(),
})

type Filters = Readonly<Record<string, string>>

interface Found {
  id: string
  recipient: string
}

/** Opens the list of orders and returns the newest one that matches. @throws Error when none does */
export async function findOrder(page: Page, filters: Filters): Promise<Found> {
  await openOrders(page)
  const [order] = (await search(page, { ...filters, size: '1' })).orders
  if (!order) throw new Error(`No order of the demo matches ${JSON.stringify(filters)}.`)
  return found(order)
}

/** The one, among the newest that match, whose recipient's name finds the fewest orders. */
export async function findRareRecipient(page: Page, filters: Filters): Promise<Found> {
  await openOrders(page)
  const { orders } = await search(page, { ...filters, size: '20' })
  let rarest: { order: Found; total: number } | null = null
  for (const order of orders.map(found)) {
    const total = (await search(page, { search_input: order.recipient, size: '1' })).total ?? Number.POSITIVE_INFINITY
    if (!rarest || total < rarest.total) rarest = { order, total }
  }
  if (!rarest) throw new Error(`No order of the demo matches ${JSON.stringify(filters)}.`)
  return rarest.order
}

async function openOrders(page: Page): Promise<void> {
  await page.goto('/demo/orders')
  await waitForRows(page)
  await untilDemoAnswers(page)
}

async function search(page: Page, filters: Filters) {
  const query = new URLSearchParams(filters).toString()
  return answer.parse(
    await page.evaluate(async (text) => (await fetch(`/api/service/demo/v3/orders?${text}`)).json(), query),
  )
}

const found = ({ id, patient_address }: z.infer<typeof answer>['orders'][number]): Found => ({
  id,
  recipient: patient_address.receiver_name,
})
