/** Controls for the demo's data, its failures and how bookings end. */
import { CircleQuestionMark, FileX, Gauge, LockKeyhole, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { announce } from '#components/ui/dialog/announcer.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Switch } from '#components/ui/field/switch.tsx'
import {
  BASE_IDS,
  BASES,
  type Base,
  BOOKING_OUTCOME_IDS,
  BOOKING_OUTCOMES,
  type BookingOutcome,
  MODIFIER_IDS,
  MODIFIERS,
  type Modifier,
} from '#lib/demo/scenario.ts'
import type { Demo } from '#lib/demo/use-demo.ts'
import { countOf } from '#lib/utils/text/counts.ts'
import { FailureOf, Group, ROWS, Spinner } from './control-group.tsx'
import { useSetting } from './use-command.ts'

const ICONS: Readonly<Record<Modifier, LucideIcon>> = {
  slow: Gauge,
  flaky: TriangleAlert,
  unknown: CircleQuestionMark,
  malformed: FileX,
  'no-beta': LockKeyhole,
}
const BOOKING = 'booking'
const BY_KEY = 'by-key'

const countsOf = (base: Base) => `${countOf(BASES[base].orders, 'order')} · ${countOf(BASES[base].users, 'user')}`

export function ScenarioFields({ demo: { control, snapshot } }: { demo: Demo }) {
  const { value, pending, failure, choose } = useSetting(snapshot.scenario, (next) => control.setScenario(next))
  const chooseBase = (base: Base) =>
    choose({ value: { ...value, base }, part: base, done: `Scenario: ${BASES[base].label}.` })
  const switchModifier = (id: Modifier, on: boolean) =>
    choose({
      value: { ...value, modifiers: MODIFIER_IDS.filter((one) => (one === id ? on : value.modifiers.includes(one))) },
      part: id,
      done: `${MODIFIERS[id].label} ${on ? 'on' : 'off'}.`,
    })
  const chooseBooking = (booking: BookingOutcome | null) =>
    choose({
      value: { ...value, booking },
      part: BOOKING,
      done: `Booking outcome: ${booking ? BOOKING_OUTCOMES[booking].label : 'by booking key'}.`,
    })
  const on = value.modifiers.length
  return (
    <>
      <Group title="Scenario">
        <div className={ROWS}>
          {BASE_IDS.map((base) => (
            <BaseRow
              key={base}
              base={base}
              checked={value.base === base}
              isPending={pending === base}
              onChoose={chooseBase}
            />
          ))}
        </div>
        <Loading share={snapshot.loaded} />
        <FailureOf failure={failure} parts={BASE_IDS} />
      </Group>
      <Group title="Modifiers" note={on > 0 && <span className="text-xs text-accent-ink">{on} on</span>}>
        <div className={ROWS}>
          {MODIFIER_IDS.map((id) => (
            <ModifierRow
              key={id}
              id={id}
              checked={value.modifiers.includes(id)}
              isPending={pending === id}
              onSwitch={switchModifier}
            />
          ))}
        </div>
        <FailureOf failure={failure} parts={MODIFIER_IDS} />
      </Group>
      <Group title="Bookings">
        <div className="flex items-center gap-2.5">
          <Select
            label="Booking outcome"
            value={value.booking ?? BY_KEY}
            options={[
              { value: BY_KEY, text: 'By booking key' },
              ...BOOKING_OUTCOME_IDS.map((id) => ({ value: id, text: BOOKING_OUTCOMES[id].label })),
            ]}
            onChange={(id) => chooseBooking(id === BY_KEY ? null : id)}
            className="shrink-0"
          />
          <p className="min-w-0 flex-1 text-xs text-ink-3">
            {value.booking ? BOOKING_OUTCOMES[value.booking].words : 'The booking key decides.'}
          </p>
          {pending === BOOKING && <Spinner />}
        </div>
        <FailureOf failure={failure} parts={[BOOKING]} />
      </Group>
    </>
  )
}

interface BaseRowProps {
  base: Base
  checked: boolean
  isPending: boolean
  onChoose: (base: Base) => void
}

function BaseRow({ base, checked, isPending, onChoose }: BaseRowProps) {
  const id = useId()
  const { label, words } = BASES[base]
  return (
    <label className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-2.5 px-3 py-1 hover:bg-hover has-checked:bg-accent-soft has-checked:shadow-[inset_3px_0_0_var(--accent)] has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus">
      <input
        type="radio"
        name="demo-scenario"
        checked={checked}
        onChange={() => onChoose(base)}
        aria-labelledby={id}
        aria-describedby={`${id}-counts ${id}-words`}
        className="row-span-2 size-4 cursor-pointer appearance-none rounded-full border border-control bg-surface outline-none checked:border-[5px] checked:border-accent"
      />
      <span id={id} className="font-heading">
        {label}
      </span>
      <span className="flex items-center gap-1.5 text-xs text-ink-2">
        {isPending && <Spinner />}
        <span id={`${id}-counts`}>{countsOf(base)}</span>
      </span>
      <span id={`${id}-words`} className="col-span-2 text-xs text-ink-3">
        {words}
      </span>
    </label>
  )
}

interface ModifierRowProps {
  id: Modifier
  checked: boolean
  isPending: boolean
  onSwitch: (id: Modifier, on: boolean) => void
}

function ModifierRow({ id, checked, isPending, onSwitch }: ModifierRowProps) {
  const { label, words } = MODIFIERS[id]
  const Icon = ICONS[id]
  return (
    <div className="flex min-h-11 items-center gap-2.5 px-3 hover:bg-hover">
      <Icon className="shrink-0 text-ink-3" />
      <Switch
        atEnd
        label={label}
        hint={words}
        checked={checked}
        isPending={isPending}
        onChange={(on) => onSwitch(id, on)}
      />
    </div>
  )
}

/** How much of a large scenario has loaded; the page can be used while it loads. */
function Loading({ share }: { share: number }) {
  const isLoading = share < 1
  const before = useRef(isLoading)
  useEffect(() => {
    if (before.current !== isLoading) announce(isLoading ? 'Loading sample data.' : 'Sample data loaded.')
    before.current = isLoading
  }, [isLoading])
  if (!isLoading) return null
  const percent = Math.floor(share * 100)
  return (
    <div className="flex items-center gap-2.5 pt-2 text-xs text-ink-2">
      <span
        role="progressbar"
        aria-label="Loading sample data"
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-1.5 flex-1 overflow-hidden rounded-full bg-line-2"
      >
        <span className="block h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
      </span>
      <span aria-hidden="true">Loading sample data, {percent}%</span>
    </div>
  )
}
