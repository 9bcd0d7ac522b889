'use client'
import { CornerDownRight, Eye, Phone } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode, Ref } from 'react'
import { proxyWords, usePatient } from '#components/patterns/domain/patient.tsx'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { linkButton, primaryLink } from '#components/ui/button/link-button.ts'
import { usePatientData } from '#components/ui/display/mask.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { isMasked } from '#lib/utils/text/mask.ts'
import { successorLabel } from './timeline-labels.ts'

interface ActionBarProps {
  environment: string
  order: Order
  /** The way to book, or to what is booked. */
  drawAction: ReactNode
  /** Element that the critical banner draws its buttons in. */
  criticalRef: Ref<HTMLDivElement>
}

/** On a phone: to call the patient, or who answers for a minor, and the one thing to do now, always within reach of the thumb. */
export function ActionBar({ environment, order, drawAction, criticalRef }: ActionBarProps) {
  const successor = successorOf(order)
  return (
    <section
      aria-label="Actions"
      data-action-bar=""
      className="sticky bottom-[calc(56px+env(safe-area-inset-bottom))] z-10 hidden gap-2 border-t border-line bg-surface px-4 py-2.5 max-rail:has-[a,button]:flex print:hidden! *:flex-1"
    >
      <CallAction environment={environment} order={order} />
      <div ref={criticalRef} className="grid empty:hidden" />
      {order.interpretation !== 'critical' &&
        (successor ? (
          <Link href={`/${environment}/orders/${successor.id}`} prefetch={false} className={primaryLink}>
            <CornerDownRight aria-hidden="true" className="size-4" strokeWidth={1.9} />
            {successorLabel(successor.origin)}
          </Link>
        ) : (
          drawAction
        ))}
    </section>
  )
}

/** A number that is masked is shown first: what one can't see one doesn't call. */
function CallAction({ environment, order }: Pick<ActionBarProps, 'environment' | 'order'>) {
  const { masked } = usePatientData()
  const { minor, proxy, call: number } = usePatient(environment, order).contact
  if (!number) return null
  if (masked || isMasked(number)) {
    return (
      <Button onPress={() => runShortcut('m')}>
        <Eye aria-hidden="true" className="size-4" strokeWidth={1.9} />
        Show phone
      </Button>
    )
  }
  return (
    <a href={`tel:${number}`} className={linkButton}>
      <Phone aria-hidden="true" className="size-4" strokeWidth={1.9} />
      {minor === null ? 'Call patient' : `Call ${proxyWords(proxy)}`}
    </a>
  )
}
