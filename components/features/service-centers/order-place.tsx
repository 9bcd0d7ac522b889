'use client'
import { ClipboardList } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { CopyableId } from '#components/ui/copyable-id.tsx'
import { labelStyle, ProblemWords, problemStyle } from '#components/ui/field.tsx'
import { Redact } from '#components/ui/redact.tsx'
import type { Finder } from './use-finder.ts'

interface OrderPlaceProps {
  environment: string
  order_id: string
  order: Finder['order']
  onLeave: () => void
}

/** In place of a ZIP: whose patient's is used. It is read from the order each time and written nowhere. */
export function OrderPlace({ environment, order_id, order, onLeave }: OrderPlaceProps) {
  const problem = problemOf(order)
  return (
    <div className="flex flex-col gap-1.5">
      <span className={labelStyle}>Near the patient of order</span>
      <span className="flex min-h-8 flex-wrap items-center gap-x-2.5 gap-y-1">
        <ClipboardList aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.8} />
        <CopyableId id={order_id} noun="Order id" href={`/${environment}/orders/${order_id}`} />
        {order.zip && (
          <span className="text-ink-2">
            ZIP <Redact noun="ZIP">{order.zip}</Redact>
          </span>
        )}
        <Button onPress={onLeave}>Use another ZIP</Button>
      </span>
      {problem ? (
        <span data-tone="bad" role="alert" className={problemStyle}>
          <ProblemWords>{problem}</ProblemWords>
        </span>
      ) : (
        <span className="text-xs text-ink-3">The address of this page does not hold the ZIP.</span>
      )}
    </div>
  )
}

function problemOf({ failure, isGone, hasNoZip }: Finder['order']): string | null {
  if (failure) return `The order did not load: ${failure.detail} You can use a ZIP instead.`
  if (isGone) return 'The service has no such order. Use a ZIP instead.'
  return hasNoZip ? 'The order’s address has no ZIP of 5 digits. Use a ZIP instead.' : null
}
