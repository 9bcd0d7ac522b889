import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { SectionCard } from '#components/patterns/page/section-card.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { BOOKING_KEYS } from '#lib/domains/bookings/queries.ts'
import { listCriticalOrders } from '#lib/domains/orders/critical/critical.ts'
import type { Order } from '#lib/domains/orders/order.ts'
import { successorOf } from '#lib/domains/orders/siblings.ts'
import {
  CHOICE_KINDS,
  type ChoiceKind,
  nextChoices,
  type OrderChoice,
} from '#lib/domains/orders/simulation/simulation-events.ts'
import { orderTimeline } from '#lib/domains/orders/status/timeline.ts'
import { getOverview } from '#lib/domains/orders/worklist/overview.ts'
import { listWorklist } from '#lib/domains/orders/worklist/worklist.ts'
import { countViews } from '#lib/domains/views/views.ts'
import { failureOf } from '#lib/kernel/client/errors.ts'

const GROUPS: Readonly<Record<ChoiceKind, string>> = {
  progress: 'Progress',
  result: 'Results',
  problem: 'Problems',
}

interface ChoiceMenuProps {
  label: string
  choices: readonly OrderChoice[]
  /** While it holds, the button keeps the focus and opens nothing. */
  isPending: boolean
  onChoose: (choice: OrderChoice) => void
}

/** Every event the order can get, by what it means for it. */
function ChoiceMenu({ label, choices, isPending, onChoose }: ChoiceMenuProps) {
  const [isOpen, setOpen] = useState(false)
  const choose = (key: string) => {
    const chosen = choices.find((choice) => choiceKey(choice) === key)
    if (chosen) onChoose(chosen)
  }
  const groups = CHOICE_KINDS.map((kind) => ({ kind, own: choices.filter((choice) => choice.kind === kind) }))
  return (
    <MenuTrigger isOpen={isOpen} onOpenChange={(open) => setOpen(open && !isPending)}>
      <Button aria-disabled={isPending}>
        {label}
        <ChevronDown className="text-ink-3" />
      </Button>
      <Popover
        placement="bottom start"
        offset={6}
        className="w-72 max-w-[calc(100vw-16px)] overflow-y-auto rounded-pop border border-line-2 bg-surface shadow-3 transition duration-[180ms] data-entering:-translate-y-2 data-entering:opacity-0 data-exiting:opacity-0"
      >
        <Menu aria-label={label} onAction={(key) => choose(String(key))} className="p-1.5 outline-none">
          {groups
            .filter(({ own }) => own.length > 0)
            .map(({ kind, own }) => (
              <MenuSection
                key={kind}
                className="not-first:mt-1 not-first:border-t not-first:border-line not-first:pt-1"
              >
                <Header className="px-2.5 pt-1.5 pb-1 text-xs font-control text-ink-3">{GROUPS[kind]}</Header>
                {own.map((choice) => (
                  <ChoiceItem key={choiceKey(choice)} choice={choice} />
                ))}
              </MenuSection>
            ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

function ChoiceItem({ choice }: { choice: OrderChoice }) {
  const result = choice.interpretation && RESULTS.get(choice.interpretation)
  const { tone, icon: Icon } = result || orderStatus(choice.low)
  return (
    <MenuItem
      id={choiceKey(choice)}
      textValue={choiceLabel(choice)}
      className="flex h-9 cursor-pointer items-center gap-2.5 rounded-control px-2.5 font-medium outline-offset-[-2px] data-focused:bg-hover max-rail:h-11"
    >
      {/* A critical result's own tone is for a filled pill: alone its icon would be white. */}
      <span data-tone={tone === 'crit' ? 'bad' : tone} className="flex shrink-0 text-tone-fg">
        <Icon />
      </span>
      {choiceLabel(choice)}
    </MenuItem>
  )
}

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
  const expected = choices.find(({ is_usual }) => is_usual)
  const DefaultIcon = expected && orderStatus(expected.low).icon
  const others = choices.filter((choice) => choice !== expected)
  const note = useRef<HTMLParagraphElement>(null)
  const pressed = useRef<'button' | 'menu' | null>(null)
  const press = (choice: OrderChoice) => {
    pressed.current = choice === expected ? 'button' : 'menu'
    advance(choice)
  }
  useEffect(() => {
    // A step may take what was pressed with it. A menu that is still there gets the focus back by itself.
    const isGone = pressed.current === 'menu' ? others.length === 0 : pressed.current && !expected
    if (!isGone || document.activeElement !== document.body) return
    pressed.current = null
    note.current?.focus()
  })
  return (
    <div className="print:hidden">
      <SectionCard id="simulate" title="Simulate" summary="Only in the sandbox and the demo.">
        <p ref={note} tabIndex={-1} className="text-ink-2 outline-none">
          {noteFor(order, choices.length > 0, expected !== undefined)}
        </p>
        {choices.length > 0 && (
          <div className="mt-3 flex flex-wrap gap-2">
            {expected && (
              <PendingButton icon={DefaultIcon} isPending={isPending} onPress={() => press(expected)}>
                <span>Advance to {choiceLabel(expected)}</span>
              </PendingButton>
            )}
            {others.length > 0 && (
              <ChoiceMenu
                label={expected ? 'Other events' : 'Choose event'}
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

/** Resolves when the order has its event. */
type Advance = (choice: OrderChoice) => Promise<void>

/** Everything that shows orders asks again. Resolves when what is on screen has its answer. */
function refreshOrders(client: QueryClient, environment: string) {
  const keys = [
    ['service', environment],
    ...BOOKING_KEYS,
    ...[getOverview, listWorklist, listCriticalOrders, countViews].map(({ name }) => ['console', name]),
  ]
  return Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })))
}

/** Gives an order an event, then brings every page that shows orders up to date; also where it failed. */
function useAdvance(environment: string, advance: Advance) {
  const client = useQueryClient()
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (choice: OrderChoice) => {
      try {
        await advance(choice)
        announce(`Order advanced to ${choiceLabel(choice)}.`)
      } finally {
        // A refusal mostly means that the order is not as it is shown.
        await refreshOrders(client, environment)
      }
    },
  })
  return { advance: mutate, isPending, problem: error ? failureOf(error).detail : null }
}

/** How a choice reads: its status, and its result where it brings one. */
function choiceLabel({ low, interpretation }: Pick<OrderChoice, 'low' | 'interpretation'>): string {
  const { label } = orderStatus(low)
  const result = interpretation && RESULTS.get(interpretation)?.label.toLowerCase()
  return result ? `${label}, ${result}` : label
}

function choiceKey({ low, interpretation }: Pick<OrderChoice, 'low' | 'interpretation'>): string {
  return interpretation ? `${low}/${interpretation}` : low
}
