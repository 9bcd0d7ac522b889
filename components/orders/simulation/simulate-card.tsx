'use client'
import { useEffect, useRef } from 'react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { FailedLine } from '#components/ui/display/failed-line.tsx'
import type { Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import { nextChoices, type OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { choiceLabel } from './choice-label.ts'
import { ChoiceMenu } from './choice-menu.tsx'
import { type Advance, useAdvance } from './use-advance.ts'

interface SimulateCardProps {
  environment: string
  order: Order
  /** Gives the order the event; rejects with what to tell the person. */
  advance: Advance
}

/** Plays lab, courier and patient: one press is the order's next event. For sandboxes and the demo. */
export function SimulateCard({ environment, order, advance: given }: SimulateCardProps) {
  const { advance, isPending, problem } = useAdvance(environment, given)
  const choices = nextChoices(order)
  const usual = choices.find(({ is_usual }) => is_usual)
  const DefaultIcon = usual && orderStatus(usual.low).icon
  const others = choices.filter((choice) => choice !== usual)
  const note = useRef<HTMLParagraphElement>(null)
  const pressed = useRef<'button' | 'menu' | null>(null)
  const press = (choice: OrderChoice) => {
    pressed.current = choice === usual ? 'button' : 'menu'
    advance(choice)
  }
  useEffect(() => {
    // A step may take what was pressed with it. A menu that is still there gets the focus back by itself.
    const isGone = pressed.current === 'menu' ? others.length === 0 : pressed.current && !usual
    if (!isGone || document.activeElement !== document.body) return
    pressed.current = null
    note.current?.focus()
  })
  return (
    <div className="print:hidden">
      <SectionCard id="simulate" title="Simulate" summary="Only in the sandbox and the demo.">
        <p ref={note} tabIndex={-1} className="text-ink-2 outline-none">
          {noteFor(order, choices.length > 0, usual !== undefined)}
        </p>
        {choices.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-2">
            {usual && (
              <PendingButton look="primary" isPending={isPending} onPress={() => press(usual)}>
                {!isPending && DefaultIcon && <DefaultIcon aria-hidden="true" className="size-4" strokeWidth={1.9} />}
                Advance to {choiceLabel(usual)}
              </PendingButton>
            )}
            {others.length > 0 && (
              <ChoiceMenu
                label={usual ? 'Other events' : 'Choose event'}
                choices={others}
                isPending={isPending}
                onChoose={press}
              />
            )}
          </div>
        )}
        {problem && <FailedLine>{problem}</FailedLine>}
      </SectionCard>
    </div>
  )
}

function noteFor(order: Order, isMovable: boolean, hasUsual: boolean): string {
  if (successorOf(order)) return 'A newer order replaced this one. Advance that order instead.'
  if (isMovable && hasUsual) return 'Give this order its next event, as the lab, courier or patient would.'
  if (isMovable) return 'No default next step. Choose the order’s next event.'
  if (orderTimeline(order).is_final) return 'This order has ended. It gets no more events.'
  return 'This console doesn’t know what can follow this order’s status.'
}
