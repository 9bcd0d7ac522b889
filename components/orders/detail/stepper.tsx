import clsx from 'clsx'
import { Ban, Check, CircleX, type LucideIcon, PauseCircle } from 'lucide-react'
import { orderStatus } from '#components/patterns/domain/order-status.ts'
import type { Tone } from '#components/ui/display/pill.tsx'
import { Tube } from '#components/ui/display/tube.tsx'
import { useAtPresent, useWallClock } from '#components/ui/display/viewer.tsx'
import type { Halt, Stage } from '#lib/domains/orders/status/status-record.ts'
import type { OrderTimeline, Step } from '#lib/domains/orders/status/timeline.ts'
import { instantDay, instantParts, type WallClock, withoutYear } from '#lib/utils/time/instants.ts'

const NAMES: Readonly<Record<Stage, string>> = {
  placed: 'Placed',
  collecting: 'Collecting',
  with_lab: 'With lab',
  results_in: 'Results in',
}

const HALTS: Readonly<Record<Halt, { word: string; tone: Tone; icon: LucideIcon }>> = {
  paused: { word: 'Paused', tone: 'warn', icon: PauseCircle },
  stopped: { word: 'Stopped', tone: 'bad', icon: CircleX },
  closed: { word: 'Closed', tone: 'closed', icon: Ban },
}

const TONES: Readonly<Record<Stage, Tone>> = { placed: 'place', collecting: 'move', with_lab: 'lab', results_in: 'ok' }

interface StepAppearance {
  tone: Tone
  level: 0 | 2 | 3 | 4
  icon: LucideIcon | null
  words: string
}

/** The viewer's clock, and the present year by it, which no date repeats. */
interface YearClock extends WallClock {
  year: string
}

function shortDay(at: number, clock: YearClock) {
  const day = instantDay(at, clock)
  return day.endsWith(` ${clock.year}`) ? withoutYear(day) : day
}

/** `12 Nov, 09:13`; of another year `12 Nov 2025, 09:13`. */
function shortInstant(at: number, clock: YearClock) {
  return `${shortDay(at, clock)}, ${instantParts(at, clock).time}`
}

/** `13 to 17 Nov` (`Nov 13 to 17`), `30 Oct to 2 Nov`, and for a single day the hour too. */
function span({ from, to }: Step, clock: YearClock) {
  if (from === null) return null
  if (to === null) return shortInstant(from, clock)
  const [first, last] = [shortDay(from, clock), shortDay(to, clock)]
  if (first === last) return shortInstant(from, clock)
  const [begin = '', ...rest] = first.split(' ')
  const isDayFirst = /^\d/.test(first)
  if (isDayFirst) return last.endsWith(` ${rest.join(' ')}`) ? `${begin} to ${last}` : `${first} to ${last}`
  return last.startsWith(`${begin} `) && !/\d{4}/.test(first + last)
    ? `${first} to ${last.slice(begin.length + 1)}`
    : `${first} to ${last}`
}

/** Marks the last stage as partial: some results are in, but it isn't reached. */
function partialAppearance(): StepAppearance {
  const { label, tone, icon } = orderStatus('partial_results')
  return { tone, level: 0, icon, words: label }
}

interface Shown {
  clock: YearClock
  isPartial: boolean
}

function appearanceOf(step: Step, { halt, newest }: OrderTimeline, { clock, isPartial }: Shown): StepAppearance {
  if (step.state === 'done') {
    const words = span(step, clock)
    // The order has passed a stage that the service sent nothing about.
    return words
      ? { tone: 'ok', level: 4, icon: Check, words }
      : { tone: 'closed', level: 0, icon: null, words: 'Not reported' }
  }
  if (step.state === 'current') {
    return {
      tone: TONES[step.stage],
      level: 2,
      icon: null,
      words: step.from ? `Since ${shortInstant(step.from, clock)}` : 'Now',
    }
  }
  if (step.state === 'ahead') {
    if (isPartial && step.stage === 'results_in') return partialAppearance()
    const before = step.from === null ? 'Not reached' : `Was here ${shortInstant(step.from, clock)}`
    return { tone: 'closed', level: 0, icon: null, words: before }
  }
  const { word, tone, icon } = HALTS[halt ?? 'paused']
  return { tone, level: 3, icon, words: newest ? `${word} ${shortInstant(newest.at, clock)}` : word }
}

const HATCH =
  'bg-[repeating-linear-gradient(120deg,var(--tone-dot)_0_3px,transparent_3px_6px)] print:bg-[repeating-linear-gradient(120deg,currentColor_0_3px,transparent_3px_6px)]'

const HATCHED_SOFT = 'bg-[repeating-linear-gradient(120deg,var(--tone-line)_0_2px,var(--tone-soft)_2px_6px)]'

/** How far the order has come, in four tubes; in four bars where there is less room. */
export function Stepper({ story, isPartial }: { story: OrderTimeline; isPartial: boolean }) {
  const wall = useWallClock()
  const year = useAtPresent((now) => instantDay(now, wall).slice(-4))
  const clock = { ...wall, year }
  return (
    <ol
      aria-label="Stages"
      className="grid grid-cols-4 gap-2 border-b border-line bg-surface px-4 py-3 wide:flex wide:items-center wide:gap-3 rail:px-6 wide:py-3.5"
    >
      {story.steps.map((step, index) => {
        const { tone, level, icon: Icon, words } = appearanceOf(step, story, { clock, isPartial })
        const isHere = step.stage === story.stage
        return (
          <li
            key={step.stage}
            aria-current={isHere ? 'step' : undefined}
            data-tone={tone}
            className={clsx('min-w-0 wide:flex wide:items-center wide:gap-3', index < 3 && 'wide:flex-1')}
          >
            <span
              aria-hidden="true"
              className={clsx(
                'mb-1.5 block h-1.5 rounded-full wide:hidden',
                BAR[step.state],
                step.state === 'halted' && HATCH,
              )}
            />
            <span
              className={clsx(
                'hidden size-9 shrink-0 place-items-center rounded-full border wide:grid',
                step.state === 'ahead'
                  ? 'border-dashed border-control text-ink-3'
                  : 'border-tone-line bg-tone-soft text-tone-fg',
                step.state === 'halted' && HATCHED_SOFT,
              )}
            >
              <Tube level={level} className="h-5" />
            </span>
            <span className="block min-w-0">
              <span
                className={clsx(
                  'block text-base/5 font-heading max-wide:text-xs',
                  step.state === 'ahead' && 'text-ink-3',
                )}
              >
                {NAMES[step.stage]}
                {step.stage === 'collecting' && <span className="max-wide:hidden"> sample</span>}
              </span>
              <span className="flex items-center gap-1 text-sm text-tone-fg max-wide:text-xs">
                {Icon && <Icon className="size-3.5 shrink-0 max-wide:hidden stroke-2" />}
                <span>
                  {step.state === 'done' && <span className="sr-only">Done, </span>}
                  {words}
                </span>
              </span>
            </span>
            {index < 3 && (
              <span
                aria-hidden="true"
                className={clsx(
                  'hidden min-w-4 flex-1 border-t-2 wide:block',
                  step.state === 'done' ? 'border-tone-dot' : 'border-dashed border-line-2',
                )}
              />
            )}
          </li>
        )
      })}
    </ol>
  )
}

const BAR: Readonly<Record<Step['state'], string>> = {
  done: 'bg-tone-dot',
  current: 'bg-tone-dot',
  halted: '',
  ahead: 'bg-line-2',
}
