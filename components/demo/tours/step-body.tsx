import { usePathname, useRouter } from 'next/navigation'
import { type RefObject, useEffect, useEffectEvent, useImperativeHandle, useRef, useState } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { Kbd } from '#components/ui/button/kbd.tsx'
import { PendingButton } from '#components/ui/button/pending-button.tsx'
import { FailedLine } from '#components/ui/display/notice.tsx'
import { onDemoAnswer } from '#lib/demo/news.ts'
import type { Scene, Step } from './tour.ts'
import { TEXT_ID } from './tour-popover.tsx'
import { isCovered, reveal } from './use-place.ts'

const POLL_INTERVAL_MS = 100
/** A target that has not come by then is reported as missing; a page of a busy machine has been seen to take 10 s. */
export const TARGET_TIMEOUT_MS = 20_000

interface StepState {
  target: HTMLElement | null
  isMissing: boolean
}

/** Milliseconds in which a page that was slow may still move its parts and the focus. */
const SETTLED_AFTER_MS = 10_000

/** Calls back while the page may still be settling, until the person does something. Returns a function that stops it. */
function untilActed(keep: () => void): () => void {
  const acted = new AbortController()
  const { signal } = acted
  const stop = () => acted.abort()
  const timer = setInterval(keep, POLL_INTERVAL_MS)
  const late = setTimeout(stop, SETTLED_AFTER_MS)
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    clearTimeout(late)
  })
  for (const type of ['keydown', 'pointerdown', 'wheel', 'touchmove'])
    window.addEventListener(type, stop, { capture: true, passive: true, signal })
  return stop
}

const SEARCHING: StepState = { target: null, isMissing: false }

/** Whether what completes the step is on the page already, for the two kinds that can be seen there. */
function isComplete({ completion }: Step, scene: Scene): boolean {
  if (completion?.kind === 'page') return completion.holds(scene)
  if (completion?.kind !== 'route') return false
  const path = completion.path(scene)
  return window.location.pathname === path || window.location.pathname.startsWith(`${path}/`)
}

/** Another step needs another component (`key`). `onComplete` is called once, and never for what held from the start. */
function useStep(step: Step, scene: Scene, onComplete: () => void): StepState {
  const [state, setState] = useState(SEARCHING)
  const complete = useEffectEvent(onComplete)
  const findTarget = useEffectEvent(() => step.target(scene))
  const holds = useEffectEvent(() => isComplete(step, scene))
  const { completion } = step
  const { control } = scene

  useEffect(() => {
    const deadline = Date.now() + TARGET_TIMEOUT_MS
    let before = holds()
    const look = () => {
      const now = holds()
      if (now && !before) return complete()
      before = now
      const target = findTarget()
      const isMissing = target === null && Date.now() >= deadline
      setState((last) => (last.target === target && last.isMissing === isMissing ? last : { target, isMissing }))
    }
    look()
    const timer = setInterval(look, POLL_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])

  useEffect(() => {
    if (completion?.kind !== 'answered') return
    return onDemoAnswer(({ method, pathname, status }) => {
      if (method === completion.method && completion.path.test(pathname) && status < 300) complete()
    })
  }, [completion])

  useEffect(() => {
    if (completion?.kind !== 'snapshot') return
    const before = control.snapshot()
    return control.subscribe(() => {
      const now = control.snapshot()
      if (before && now && completion.changed(before, now)) complete()
    })
  }, [completion, control])

  return state
}

export interface StepKeys {
  perform: () => void
  /** As the page is now: rows may have come into the places of others since it was last looked for. */
  target: () => HTMLElement | null
}

interface StepBodyProps {
  ref: RefObject<StepKeys | null>
  popover: RefObject<HTMLDivElement | null>
  step: Step
  scene: Scene
  /** "Step 2 of 5" */
  position: string
  /** Change made for the tour. */
  note: string | null
  onTarget: (target: HTMLElement | null) => void
  /** Brings what the step says to the person's attention. */
  onHint: (text: string, target: HTMLElement | null) => void
  /** Takes the focus back where the page took it: a dialog that closes gives it to its button, late on a slow machine. */
  onKeepFocus: (target: HTMLElement) => void
  onNext: () => void
  onBack: (() => void) | null
  onEnd: () => void
}

export function StepBody(props: StepBodyProps) {
  const { ref, popover, step, scene, position, note, onTarget, onHint, onKeepFocus, onNext, onBack, onEnd } = props
  const router = useRouter()
  const pathname = usePathname()
  const { target, isMissing } = useStep(step, scene, onNext)
  const [isPerforming, setPerforming] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const path = step.path?.(scene) ?? null
  const open = useEffectEvent(() => {
    if (path !== null && path !== window.location.pathname) router.push(path)
  })
  const isRevealed = useRef(false)
  const pass = useEffectEvent(() => {
    onTarget(target)
    // Once: whoever scrolls away is not brought back when the row is drawn again.
    if (target && popover.current && !isRevealed.current) isRevealed.current = reveal(target, popover.current)
  })
  const arrive = useEffectEvent(() => onHint(`${position}. ${isMissing ? MISSING : step.text}`, target))
  const keep = useEffectEvent(() => {
    if (!(target && popover.current)) return
    if (isCovered(target, popover.current)) reveal(target, popover.current)
    onKeepFocus(target)
  })
  useEffect(() => open(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that is drawn again is another element
  useEffect(() => pass(), [target])
  // A target that comes after all is announced, too.
  const arrival = (target && 'found') || (isMissing && 'missing')
  useEffect(() => {
    if (!arrival) return
    arrive()
    return untilActed(keep)
  }, [arrival])

  const perform = async () => {
    if (isPerforming) return
    if (!step.perform || isMissing || isComplete(step, scene)) return onNext()
    if (!target) return
    setPerforming(true)
    setFailed(false)
    try {
      await step.perform(scene)
    } catch {
      setFailed(true)
    } finally {
      setPerforming(false)
    }
  }
  useImperativeHandle(ref, () => ({ perform: () => void perform(), target: () => step.target(scene) }))

  return (
    <>
      <div id={TEXT_ID} className="text-base text-ink-2">
        {note && <p className="mb-1.5 text-sm text-tone-fg">{note}</p>}
        <p>{isMissing ? MISSING : step.text}</p>
      </div>
      {hasFailed && <FailedLine>That didn’t work, and nothing changed. Try again.</FailedLine>}
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button look="ghost" onPress={onEnd} className="mr-auto -ml-2.5">
          End tour
        </Button>
        {isMissing && path !== null && path !== pathname && (
          <Button onPress={() => router.push(path)}>Go to page</Button>
        )}
        {onBack && <Button onPress={onBack}>Back</Button>}
        {isMissing ? (
          <Button look="primary" onPress={onNext}>
            Skip step <EnterKey />
          </Button>
        ) : (
          <PendingButton look="primary" isPending={!target || isPerforming} onPress={() => void perform()}>
            {step.action} {target && !isPerforming && <EnterKey />}
          </PendingButton>
        )}
      </div>
    </>
  )
}

const MISSING = 'This step isn’t available on this screen.'

/** For the eye: the popover takes Enter when it has the focus. */
export function EnterKey() {
  return (
    <span aria-hidden="true" className="max-rail:hidden">
      <Kbd>Enter</Kbd>
    </span>
  )
}
