'use client'
import { useQuery } from '@tanstack/react-query'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import { SelectField } from '#components/ui/field/select-field.tsx'
import { listOrders, type Order } from '#lib/domains/orders/order.ts'
import { servicePage } from '#lib/kernel/client/queries.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { instantDay, parseInstant, type WallClock } from '#lib/utils/time/instants.ts'
import type { AccessCardContext } from './card-context.ts'

/** The newest; the service gives no more at once. */
const SHOWN = 100

interface OrderPickerProps {
  context: AccessCardContext
  value: string | null
  onChange: (value: string | null) => void
  problem: string | undefined
}

function orderLabel({ id, lab_test, created_at }: Order, clock: WallClock) {
  const instant = parseInstant(created_at)
  const day = Number.isNaN(instant) ? created_at : instantDay(instant, clock)
  return `${lab_test.name}, ${day}, ${shortId(id)}`
}

/** One of the person's orders, for the portal to open at. */
export function OrderPicker({ context: { environment, user_id }, value, onChange, problem }: OrderPickerProps) {
  const clock = useWallClock()
  const input = { query: { user_id, size: SHOWN } }
  const { data, isPending, isError } = useQuery(servicePage(listOrders, input, { environment }))
  const orders = data?.orders ?? []
  const hint = () => {
    if (isPending) return 'Loading orders.'
    if (isError) return 'The orders didn’t load, so the link can only open the portal home page.'
    if (orders.length === 0) return 'This patient has no orders.'
    return (data?.total ?? 0) > SHOWN ? `Showing the newest ${SHOWN}.` : undefined
  }
  return (
    <div>
      <SelectField
        label="Open at order (optional)"
        value={value ?? ''}
        onChange={(id) => onChange(id || null)}
        hint={hint()}
      >
        <option value="">Portal home</option>
        {orders.map((order) => (
          <option key={order.id} value={order.id}>
            {orderLabel(order, clock)}
          </option>
        ))}
      </SelectField>
      {problem && <FailedLine>{problem}</FailedLine>}
    </div>
  )
}
