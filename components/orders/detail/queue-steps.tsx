'use client'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useEffect, useRef } from 'react'
import { useShortcuts } from '#components/patterns/page/shortcuts.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { toast } from '#components/ui/dialog/toast.tsx'
import { type Step, useOrderQueue } from '#lib/domains/orders/order-queue.ts'
import { neighborOf } from '#lib/domains/orders/order-queue-steps.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { leave } from '#lib/kernel/client/leave-guard.ts'
import { formatCount } from '#lib/utils/text/counts.ts'

interface QueueStepsProps {
  environment: string
  order_id: string
}

/** The button that was pressed on the page before: its place on this one has the focus. */
let pressed: string | null = null

const PREVIOUS = 'previous-order'
const NEXT = 'next-order'

/** To the order before and after, where this one was opened from a list. */
export function QueueSteps({ environment, order_id }: QueueStepsProps) {
  const queue = useOrderQueue(environment, order_id)
  const isInQueue = queue !== null
  const router = useRouter()
  const isBusy = useRef(false)
  useEffect(() => {
    if (!isInQueue || pressed === null) return
    document.getElementById(pressed)?.focus()
    pressed = null
  }, [isInQueue])

  /** `button`: which one keeps the focus. */
  const go = async (step: Step, button: string | null) => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const id = await neighborOf(order_id, step)
      if (!id) return
      leave(() => {
        pressed = button
        router.push(`/${environment}/orders/${id}`)
      })
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      const title = step > 0 ? 'The next orders didn’t load.' : 'The previous orders didn’t load.'
      toast({ kind: 'failed', title, text: error.message })
    } finally {
      isBusy.current = false
    }
  }
  // A table on the page keeps these keys for its rows.
  useShortcuts(
    queue
      ? [
          { strokes: ['j'], label: 'Next order', group: 'Console', run: () => void go(1, null) },
          { strokes: ['k'], label: 'Previous order', group: 'Console', run: () => void go(-1, null) },
        ]
      : [],
  )
  if (!queue) return null
  const { place, total, hasPrevious, hasNext } = queue
  return (
    <fieldset className="flex items-center gap-1.5">
      <legend className="sr-only">Orders of the list</legend>
      <span className="text-xs whitespace-nowrap text-ink-3">
        {formatCount(place)}
        {total !== null && ` of ${formatCount(total)}`}
      </span>
      <IconButton
        id={PREVIOUS}
        icon={ChevronUp}
        label="Previous order"
        unavailable={!hasPrevious}
        onPress={() => void go(-1, PREVIOUS)}
      />
      <IconButton
        id={NEXT}
        icon={ChevronDown}
        label="Next order"
        unavailable={!hasNext}
        onPress={() => void go(1, NEXT)}
      />
    </fieldset>
  )
}
