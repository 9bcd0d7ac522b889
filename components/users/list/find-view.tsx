'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { ErrorPanel } from '#components/patterns/states/states.tsx'
import { listOrders } from '#lib/domains/orders/order.ts'
import { findOrderIds } from '#lib/domains/orders/order-ids.ts'
import { findPeople } from '#lib/domains/users/directory.ts'
import { usersByText } from '#lib/domains/users/queries.ts'
import { openList } from '#lib/kernel/client/address.ts'
import { failureOf, type RequestFailure } from '#lib/kernel/client/errors.ts'
import { consoleRequest, request } from '#lib/kernel/client/request.ts'
import { keptSought, takeSought } from '#lib/utils/browser/browser.ts'
import { readIdQuery } from '#lib/utils/ids/id-part.ts'

/** Opens the one user or order that a link of a help desk means; or else the list of users with all that match. */
export function FindView({ environment, q }: { environment: string; q: string | null }) {
  const router = useRouter()
  const asked = useRef<{ text: string; isPersonal: boolean } | null>(null)
  const [failure, setFailure] = useState<RequestFailure | null>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    const kept = keptSought()
    const held = takeSought() ?? kept
    asked.current ??= { text: (held ?? q ?? '').trim().slice(0, 255), isPersonal: held !== null }
    // A text that may name a person leaves the address before anything else can keep it.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    const { text, isPersonal } = asked.current
    const { address, held: search } = usersByText(environment, text)
    hrefOf(environment, text, isPersonal).then(
      (href) => (href ? router.replace(href) : openList(address, search, router.replace)),
      (error: Error) => setFailure(failureOf(error)),
    )
  }, [environment, q, router, tries])
  if (failure)
    return (
      <ErrorPanel
        subject="People"
        failure={failure}
        isRetrying={false}
        onRetry={() => {
          setFailure(null)
          setTries(tries + 1)
        }}
      />
    )
  return (
    <p role="status" className="p-6 text-ink-2">
      Searching…
    </p>
  )
}

/** Returns the page of the only match; null for none and for several. What is no secret finds IDs and references alone. */
async function hrefOf(environment: string, text: string, isPersonal: boolean): Promise<string | null> {
  if (text === '') return null
  const part = readIdQuery(text)
  const user_href = (id: string) => `/${environment}/users/${id}`
  const order_href = (id: string) => `/${environment}/orders/${id}`
  if (part?.kind === 'whole') {
    const { orders } = await request(listOrders, { query: { order_ids: [part.id] } }, { environment })
    return orders.length > 0 ? order_href(part.id) : user_href(part.id)
  }
  const found = await consoleRequest(findPeople, { params: { environment }, body: { text, limit: 2 } }, {})
  const exact = found.users.find(({ user }) => user.client_user_id === text)
  if (exact) return user_href(exact.user.user_id)
  const people = isPersonal ? found.people.map(({ user_id }) => user_id) : []
  const users = new Set([...found.users.map(({ user }) => user.user_id), ...people])
  const order_ids = part
    ? (await consoleRequest(findOrderIds, { params: { environment }, query: { part: text } }, {})).ids
    : []
  const [only] = users
  if (only && users.size === 1 && order_ids.length === 0) return user_href(only)
  const [order] = order_ids
  return order && order_ids.length === 1 && users.size === 0 ? order_href(order) : null
}
