/** Words and menus of a mark: who works on an order, until when it waits, and how it was finished. */
import { useQuery } from '@tanstack/react-query'
import { CircleCheck, type LucideIcon, UserRound, UserRoundPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { MenuLine, MenuPopover } from '#components/ui/dialog/menu.tsx'
import { useWallClock } from '#components/ui/display/viewer.tsx'
import {
  OUTCOME_REASONS,
  OUTCOMES,
  type OutcomeReason,
  type Snooze,
  type SnoozeReason,
  type WorklistMark,
} from '#lib/domains/orders/worklist/worklist.ts'
import { listColleagues } from '#lib/domains/staff/staff.ts'
import { consoleQuery } from '#lib/kernel/client/queries.ts'
import { formatInstant } from '#lib/utils/time/instants.ts'

export function SnoozeWords({ snooze: { until, reason, comment, by_name } }: { snooze: Snooze }) {
  const clock = useWallClock()
  return (
    <>
      <span>
        Snoozed by {by_name} until {formatInstant(until, clock)}: {REASON_LABELS[reason].toLowerCase()}
      </span>
      {comment && `, “${comment}”`}
    </>
  )
}

export const outcomeWords = ({ reason, by_name }: NonNullable<WorklistMark['outcome']>) =>
  `Finished by ${by_name}. ${OUTCOMES[reason]}.`

export const REASON_LABELS: Readonly<Record<SnoozeReason, string>> = {
  patient: 'Waiting for the patient',
  courier: 'Waiting for the carrier',
  lab: 'Waiting for the lab',
  provider: 'Waiting for the provider',
  other: 'Something else',
}

interface ChoiceMenuProps<T extends string> {
  icon: LucideIcon
  label: string
  options: readonly { value: T; label: string; icon: LucideIcon }[]
  /** In a row, where there is no room for words. */
  plain?: boolean
  onOpen?: () => void
  onChoose: (value: T) => void
}

function ChoiceMenu<T extends string>({ icon, label, options, plain = false, onOpen, onChoose }: ChoiceMenuProps<T>) {
  const trigger = useRef<HTMLSpanElement>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    onOpen?.()
    setOpen(true)
  }
  return (
    <span ref={trigger} className="inline-flex print:hidden">
      {plain ? (
        <IconButton icon={icon} label={label} onPress={open} aria-haspopup="menu" plain />
      ) : (
        <Button icon={icon} onPress={open} aria-haspopup="menu">
          {label}
        </Button>
      )}
      {isOpen && (
        <MenuPopover label={label} trigger={trigger} className="w-[300px]" onClose={() => setOpen(false)}>
          {options.map((option) => (
            <MenuLine key={option.value} icon={option.icon} onAction={() => onChoose(option.value)}>
              {option.label}
            </MenuLine>
          ))}
        </MenuPopover>
      )}
    </span>
  )
}

interface FinishMenuProps {
  plain?: boolean
  onFinish: (reason: OutcomeReason) => void
}

const FINISH = OUTCOME_REASONS.map((value) => ({ value, label: OUTCOMES[value], icon: CircleCheck }))

export function FinishMenu({ onFinish, plain = false }: FinishMenuProps) {
  return <ChoiceMenu icon={CircleCheck} label="Finish" options={FINISH} plain={plain} onChoose={onFinish} />
}

interface AssignMenuProps {
  environment: string
  viewer_id: string
  /** `me`, `none`, or the ID of a colleague, with their name. */
  onAssign: (owner: string, name: string) => void
}

/** Colleagues are read when somebody looks for one. */
export function AssignMenu({ environment, viewer_id, onAssign }: AssignMenuProps) {
  const [isAsked, setAsked] = useState(false)
  const { data } = useQuery({ ...consoleQuery(listColleagues, { params: { environment } }, {}), enabled: isAsked })
  const others = (data?.colleagues ?? []).filter(({ id, works_on_orders }) => works_on_orders && id !== viewer_id)
  const options = [
    { value: 'me', label: 'Me', icon: UserRound },
    ...others.map(({ id, name }) => ({ value: id, label: name, icon: UserRound })),
    { value: 'none', label: 'No one', icon: UserRound },
  ]
  const nameOf = (owner: string) => options.find(({ value }) => value === owner)?.label ?? ''
  return (
    <ChoiceMenu
      icon={UserRoundPlus}
      label="Assign"
      options={options}
      onOpen={() => setAsked(true)}
      onChoose={(owner) => onAssign(owner, nameOf(owner))}
    />
  )
}
