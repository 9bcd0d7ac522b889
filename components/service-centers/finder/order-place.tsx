'use client'
import clsx from 'clsx'
import { X } from 'lucide-react'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { CopyableId } from '#components/ui/display/copyable-id.tsx'
import { Redact } from '#components/ui/display/redact.tsx'
import { labelStyle, ProblemText, problemStyle } from '#components/ui/field/field.tsx'
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
      <span className="flex min-h-8 items-center gap-1.5">
        <CopyableId id={order_id} noun="Order ID" href={`/${environment}/orders/${order_id}`} />
        <IconButton icon={X} label="Use another ZIP" onPress={onLeave} />
      </span>
      {problem && (
        <span data-tone="bad" role="alert" className={clsx(problemStyle, 'max-w-72')}>
          <ProblemText>{problem}</ProblemText>
        </span>
      )}
      {order.zip && (
        <span className="text-xs text-ink-3">
          ZIP <Redact noun="ZIP">{order.zip}</Redact>, kept out of the link
        </span>
      )}
    </div>
  )
}

function problemOf({ failure, isGone, hasNoZip, isMasked }: Finder['order']): string | null {
  if (failure) return `The order didn’t load: ${failure.detail} You can use a ZIP instead.`
  if (isGone) return 'The service doesn’t have this order. Use a ZIP instead.'
  if (isMasked) return 'The patient’s ZIP is masked. Show patient data, or use a ZIP instead.'
  return hasNoZip ? 'The order’s address has no 5-digit ZIP. Use a ZIP instead.' : null
}
