'use client'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Header, Menu, MenuItem, MenuSection, MenuTrigger, Popover } from 'react-aria-components'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import { RESULTS } from '#components/patterns/domain/order-terms.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { CHOICE_KINDS, type ChoiceKind, type OrderChoice } from '#lib/domains/orders/simulation/simulation-events.ts'
import { choiceKey, choiceLabel } from './choice-label.ts'

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
export function ChoiceMenu({ label, choices, isPending, onChoose }: ChoiceMenuProps) {
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
        <ChevronDown aria-hidden="true" className="size-4 text-ink-3" strokeWidth={1.9} />
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
        <Icon aria-hidden="true" className="size-4" strokeWidth={1.9} />
      </span>
      {choiceLabel(choice)}
    </MenuItem>
  )
}
