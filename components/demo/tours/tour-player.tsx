/** Plays a guided tour over the page. Loaded when a tour runs. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useRole } from '#components/patterns/page/role.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useCopy } from '#components/ui/display/copyable-id.tsx'
import type { DemoControl } from '#lib/demo/control.ts'
import { BASES, formatScenario } from '#lib/demo/scenario.ts'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { readAllAgain } from '#lib/kernel/client/queries.ts'
import { isTypingIn } from './run.ts'
import { EnterKey, StepBody, type StepKeys } from './step-body.tsx'
import { type Subject, saveProgress, storedSubject, type Tour, type TourId } from './tour.ts'
import { TEXT_ID, TourPopover } from './tour-popover.tsx'

interface PrepareOptions {
  tour: Tour
  /** Another one each time a tour is started. */
  turn: number
  step: number
  control: DemoControl
  environment: string
}

interface Prepared {
  subject: Subject
  /** Change made for the tour; null if none was needed. */
  note: string | null
}

/** Null when the sample data has nobody to tell the story about. */
async function prepareTour({
  tour,
  step,
  control,
  environment,
  client,
}: PrepareOptions & { client: QueryClient }): Promise<Prepared | null> {
  const before = control.snapshot()
  const changes: string[] = []
  // The role comes last: it renders the page again, and Next reloads a page whose address changes during that.
  if (!before || formatScenario(before.scenario) !== formatScenario(tour.scenario)) {
    await control.setScenario(tour.scenario)
    // The first step may use what is on the page: the orders of this scenario, not of the last one.
    await readAllAgain(client)
    changes.push(`“${BASES[tour.scenario.base].label}” scenario`)
  }
  if (before?.role !== tour.role) {
    await control.setRole(tour.role)
    changes.push(`${ROLE_LABELS[tour.role].label} role`)
  }
  const subject = storedSubject(tour.id, step) ?? (await tour.findSubject(environment))
  if (!subject) return null
  saveProgress(tour.id, { subject })
  return { subject, note: changes.length > 0 ? `For this tour you’re in the ${changes.join(' and the ')}.` : null }
}

/** A page that is made anew for another role goes on with what has begun. */
const begun = new WeakMap<DemoControl, { turn: number; preparing: Promise<Prepared | null> }>()

function prepareOnce(options: Parameters<typeof prepareTour>[0]): Promise<Prepared | null> {
  const { control, turn } = options
  const known = begun.get(control)
  if (known?.turn === turn) return known.preparing
  const preparing = prepareTour(options)
  begun.set(control, { turn, preparing })
  return preparing
}

type Preparation = { kind: 'pending' } | { kind: 'failed' } | { kind: 'ready'; prepared: Prepared }

/** Begins once the page has the tour's role: Next reloads it before that, and the step would be lost. */
function usePreparation(options: PrepareOptions): Preparation {
  const [preparation, setPreparation] = useState<Preparation>({ kind: 'pending' })
  const client = useQueryClient()
  const [hasBegun, setBegun] = useState(false)
  const isRendered = useRole() === options.tour.role
  if (!hasBegun && isRendered && preparation.kind === 'ready') setBegun(true)
  const prepare = useEffectEvent(() => prepareOnce({ ...options, client }))
  useEffect(() => {
    let isOver = false
    const settle = (next: Preparation) => {
      if (!isOver) setPreparation(next)
    }
    prepare().then(
      (prepared) => settle(prepared ? { kind: 'ready', prepared } : { kind: 'failed' }),
      () => settle({ kind: 'failed' }),
    )
    return () => {
      isOver = true
    }
  }, [])
  return preparation.kind === 'ready' && !hasBegun ? { kind: 'pending' } : preparation
}

export interface TourPlayerProps {
  tour: Tour
  /** Another one each time a tour is started. */
  turn: number
  /** From 0. */
  step: number
  isDone: boolean
  control: DemoControl
  environment: string
  onStep: (step: number) => void
  onFinish: () => void
  onRestart: () => void
  onEnd: () => void
}

/** A tour started again needs another player (`key`). */
export function TourPlayer(props: TourPlayerProps) {
  const { tour, turn, control, environment, isDone, onStep, onFinish, onRestart, onEnd } = props
  const steps = tour.steps.length
  const index = Math.min(props.step, steps - 1)
  const popover = useRef<HTMLDivElement>(null)
  const keys = useRef<StepKeys>(null)
  const [first] = useState(index)
  const [target, setTarget] = useState<HTMLElement | null>(null)
  const preparation = usePreparation({ tour, turn, step: index, control, environment })
  const step = tour.steps[index]
  const isRunning = preparation.kind === 'ready' && !isDone && step !== undefined
  const next = () => (index + 1 < steps ? onStep(index + 1) : onFinish())
  const back = index > 0 ? () => onStep(index - 1) : null
  const [spoken, setSpoken] = useState('')
  // A dialog that gets the focus is read as a whole; one that has it already must say what is new.
  const tell = (text: string, about: HTMLElement | null) => {
    const hasFocus = document.activeElement === popover.current
    setSpoken(hasFocus || isTypingIn(about) ? text : '')
    if (!isTypingIn(about)) popover.current?.focus({ preventScroll: true })
  }
  const keepFocus = (about: HTMLElement) => {
    const isHere = popover.current?.contains(document.activeElement)
    if (!(isHere || isTypingIn(about))) popover.current?.focus({ preventScroll: true })
  }
  const ending = `Tour complete. ${tour.ending}`
  const announceEnd = useEffectEvent(() => tell(ending, null))
  useEffect(() => popover.current?.focus({ preventScroll: true }), [])
  useEffect(() => {
    if (isDone) announceEnd()
  }, [isDone])
  // Enter during set-up means the coming step.
  const close = isDone || preparation.kind === 'failed' ? onEnd : null
  const actions: Readonly<Record<string, (() => void) | null>> = {
    Enter: isRunning ? () => keys.current?.perform() : close,
    ArrowRight: isRunning ? next : null,
    ArrowLeft: isRunning ? back : null,
  }
  const onKey = (key: string) => {
    const action = Object.hasOwn(actions, key) ? actions[key] : null
    action?.()
    return Boolean(action)
  }
  return (
    <TourPopover
      popover={popover}
      target={isRunning ? target : null}
      findTarget={() => keys.current?.target() ?? null}
      title={tour.title}
      step={isDone ? null : index}
      steps={steps}
      spoken={spoken}
      onKey={onKey}
      onEnd={onEnd}
    >
      {isRunning && (
        <StepBody
          key={index}
          ref={keys}
          popover={popover}
          step={step}
          scene={{ home: `/${environment}`, subject: preparation.prepared.subject, control }}
          position={`Step ${index + 1} of ${steps}`}
          note={index === first ? preparation.prepared.note : null}
          onTarget={setTarget}
          onHint={tell}
          onKeepFocus={keepFocus}
          onNext={next}
          onBack={back}
          onEnd={onEnd}
        />
      )}
      {preparation.kind === 'pending' && !isDone && (
        <Message text="Setting up the tour…" icon={<Spinner />} onEnd={onEnd} />
      )}
      {preparation.kind === 'failed' && !isDone && (
        <Message
          text="The sample data has no match for this tour. Reset the demo, then start it again."
          onEnd={onEnd}
        />
      )}
      {isDone && (
        <Message text={ending} isLast onEnd={onEnd}>
          <TourLink tour={tour.id} environment={environment} />
          <Button onPress={onRestart}>Restart</Button>
        </Message>
      )}
    </TourPopover>
  )
}

function Spinner() {
  return <LoaderCircle className="mt-1 shrink-0 motion-safe:animate-spin stroke-2" />
}

/** An address that starts the tour for whoever opens it. */
function TourLink({ tour, environment }: { tour: TourId; environment: string }) {
  const { copied, copy } = useCopy(() => `${window.location.origin}/${environment}?tour=${tour}`, 'Link')
  return <Button onPress={() => void copy()}>{copied ? 'Copied' : 'Copy link'}</Button>
}

interface MessageProps {
  text: string
  icon?: ReactNode
  /** Closing is all that is left to do. */
  isLast?: boolean
  onEnd: () => void
  children?: ReactNode
}

function Message({ text, icon, isLast = false, onEnd, children }: MessageProps) {
  return (
    <>
      <p id={TEXT_ID} className="flex gap-2 text-base text-ink-2">
        {icon}
        <span>{text}</span>
      </p>
      <div className="mt-3 flex items-center justify-end gap-2">
        {children}
        <Button look={isLast ? 'primary' : 'outline'} onPress={onEnd}>
          <span>Close </span>
          {isLast && <EnterKey />}
        </Button>
      </div>
    </>
  )
}
