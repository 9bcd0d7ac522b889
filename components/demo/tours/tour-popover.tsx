import clsx from 'clsx'
import { Route } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { type Place, usePlace } from './use-place.ts'

interface TourPopoverProps {
  popover: RefObject<HTMLDivElement | null>
  target: HTMLElement | null
  findTarget: () => HTMLElement | null
  title: string
  /** From 0; null before the first and after the last one. */
  step: number | null
  steps: number
  /** Read aloud where the focus has not moved. */
  spoken: string
  onKey: (key: string) => boolean
  onEnd: () => void
  /** With an element of the id TEXT_ID. */
  children: ReactNode
}

const TITLE_ID = 'tour-title'
export const TEXT_ID = 'tour-text'

const ARROW_SIDES = {
  below: '-top-[7px] border-t border-l',
  above: '-bottom-[7px] border-r border-b',
  right: '-left-[7px] border-b border-l',
  left: '-right-[7px] border-t border-r',
} as const

/** A window of its own beside the page, which stays usable; on a phone a sheet that leaves the target free. */
export function TourPopover(props: TourPopoverProps) {
  const { popover, target, findTarget, title, step, steps, spoken, onKey, onEnd, children } = props
  const layout = usePlace(popover, target)
  useWindowKeys(popover, findTarget, onEnd)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget && event.key === 'Enter') return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.repeat) return
    if (onKey(event.key)) event.preventDefault()
  }
  const outline = layout?.target
  return createPortal(
    <div data-tour="" data-tone="wait" className="print:hidden">
      {outline && (
        <div
          aria-hidden="true"
          className="pointer-events-none fixed z-[60] rounded-[10px] border-2 border-tone-fg ring-4 ring-tone-line/40"
          style={{
            left: outline.left - 5,
            top: outline.top - 5,
            width: outline.width + 10,
            height: outline.height + 10,
          }}
        />
      )}
      <div
        ref={popover}
        role="dialog"
        aria-labelledby={TITLE_ID}
        aria-describedby={TEXT_ID}
        tabIndex={-1}
        // The modal windows of the page leave it usable.
        data-react-aria-top-layer="true"
        onKeyDown={onKeyDown}
        className={clsx(
          'fixed z-[61] max-h-dvh w-[380px] max-w-[calc(100vw-16px)] rounded-pop border border-tone-fg bg-surface shadow-3 outline-offset-[-1px] max-rail:w-full max-rail:max-w-full max-rail:rounded-none max-rail:border-x-0',
          !layout && 'invisible',
        )}
        style={{ left: layout?.place.left ?? 0, top: layout?.place.top ?? 0 }}
      >
        {layout?.place.side && <Arrow side={layout.place.side} at={layout.place.arrow} />}
        <div className="max-h-[calc(100dvh-16px)] overflow-y-auto px-4 pt-3 pb-3.5">
          <div className="flex items-center gap-2">
            <Route className="shrink-0 text-tone-fg" />
            <h2 id={TITLE_ID} className="flex min-w-0 flex-1 items-baseline gap-2.5 text-base">
              <span className="min-w-0 truncate">{title}</span>{' '}
              {step !== null && (
                <span className="text-sm font-text whitespace-nowrap text-ink-3">
                  Step {step + 1} of {steps}
                </span>
              )}
            </h2>
          </div>
          <Bars step={step ?? steps} steps={steps} />
          {children}
          <p role="status" className="sr-only">
            {spoken}
          </p>
        </div>
      </div>
    </div>,
    document.body,
  )
}

function Arrow({ side, at }: { side: NonNullable<Place['side']>; at: number }) {
  const isAcross = side === 'below' || side === 'above'
  return (
    <span
      aria-hidden="true"
      className={clsx('absolute size-3 rotate-45 border-tone-fg bg-surface', ARROW_SIDES[side])}
      style={isAcross ? { left: at - 6 } : { top: at - 6 }}
    />
  )
}

/** The same as "Step 2 of 5", for the eye. */
function Bars({ step, steps }: { step: number; steps: number }) {
  const colorOf = (index: number) => {
    if (index === step) return 'bg-tone-fg'
    return index < step ? 'bg-tone-fg/55' : 'bg-line-2'
  }
  return (
    <div aria-hidden="true" className="mt-2.5 mb-3 flex gap-1">
      {Array.from({ length: steps }, (_, index) => index).map((index) => (
        <span key={index} className={clsx('h-1 flex-1 rounded-full', colorOf(index))} />
      ))}
    </div>
  )
}

/** Esc ends the tour, F6 goes from the popover to its target and back. Ahead of the page's own keys. */
function useWindowKeys(
  popover: RefObject<HTMLDivElement | null>,
  findTarget: TourPopoverProps['findTarget'],
  onEnd: () => void,
) {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const active = document.activeElement
    const isWithin = popover.current?.contains(active) ?? false
    if (event.key === 'F6') {
      const target = isWithin ? findTarget() : null
      if (target) focusIn(target)
      else popover.current?.focus({ preventScroll: true })
    } else if (event.key === 'Escape' && (isWithin || active === document.body)) onEnd()
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent) => press(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [])
}

const CONTROLS = 'input, select, textarea, a[href], button, summary'

function focusIn(target: HTMLElement) {
  const control = target.matches(CONTROLS) ? target : target.querySelector<HTMLElement>(CONTROLS)
  const place = control ?? target
  place.focus({ preventScroll: true })
}
