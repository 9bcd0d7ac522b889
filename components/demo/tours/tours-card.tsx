import { CircleCheck, RotateCcw, Route } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#components/ui/button/button.tsx'
import { IconButton } from '#components/ui/button/icon-button.tsx'
import { ROLE_LABELS } from '#lib/domains/staff/roles.ts'
import { startTour, useTourRun } from './run.ts'
import { type Progress, TOUR_IDS, type Tour, type TourId, useProgress } from './tour.ts'
import { TOURS } from './tours.ts'

interface ToursCardProps {
  /** Called when a tour begins: what lies over the page must make room. */
  onStart: () => void
}

/** In the demo's controls: what can be shown step by step, and how far each tour got. */
export function ToursCard({ onStart }: ToursCardProps) {
  const heading = useId()
  const progress = useProgress()
  const run = useTourRun()
  const start = (id: TourId, step: number) => {
    onStart()
    // The controls give the focus back first.
    requestAnimationFrame(() => startTour(id, step))
  }
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="pb-1.5 text-sm font-control">
        Guided tours
      </h3>
      <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface shadow-1">
        {TOUR_IDS.map((id) => (
          <li key={id} className="px-3 py-2.5">
            <TourLine
              tour={TOURS[id]}
              progress={progress[id] ?? null}
              isRunning={run?.tour === id && !run.is_done}
              onStart={(step) => start(id, step)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

interface TourLineProps {
  tour: Tour
  /** Null: never started. */
  progress: Progress | null
  isRunning: boolean
  onStart: (step: number) => void
}

function TourLine({ tour, progress, isRunning, onStart }: TourLineProps) {
  const { title, summary, minutes, role, steps } = tour
  const isDone = progress?.is_done ?? false
  const step = Math.min(progress?.step ?? 0, steps.length - 1)
  const position = `step ${step + 1} of ${steps.length}`
  const canContinue = step > 0 && !isRunning && !isDone
  const restart = <IconButton icon={RotateCcw} label={`Restart ${title}`} onPress={() => onStart(0)} plain />
  return (
    <>
      <div className="flex items-start gap-2.5">
        <Route className="mt-0.5 shrink-0 text-accent-ink" />
        <p className="min-w-0 flex-1">
          <span className="block font-heading">{title}</span>
          <span className="block text-xs text-ink-2">{summary}</span>
          <span className="block text-xs text-ink-3">
            {minutes} min · {steps.length} steps · {ROLE_LABELS[role].label}
          </span>
        </p>
      </div>
      <div className="mt-2 flex items-center justify-end gap-2">
        {isDone && (
          <span
            data-tone="ok"
            className="mr-auto inline-flex items-center gap-1.5 pl-6.5 text-sm font-control text-tone-fg"
          >
            <CircleCheck />
            Done
          </span>
        )}
        {isRunning && <span className="mr-auto pl-6.5 text-sm text-ink-2">Running, {position}</span>}
        {(canContinue || isRunning || isDone) && restart}
        {!(isRunning || isDone) && (
          <Button
            aria-label={canContinue ? `Continue ${title}, ${position}` : `Start ${title}`}
            onPress={() => onStart(step)}
          >
            {canContinue ? `Continue, ${position}` : 'Start'}
          </Button>
        )}
      </div>
    </>
  )
}
