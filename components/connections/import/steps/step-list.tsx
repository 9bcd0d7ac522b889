import clsx from 'clsx'
import { Check } from 'lucide-react'
import { STEP_NAMES, STEPS, type Step } from '#components/connections/import/session/session-state.ts'

/** Where one is on the way from a file to its results. On a phone one line says it. */
export function StepList({ current }: { current: Step }) {
  const at = STEPS.indexOf(current)
  return (
    <>
      <ol aria-label="Steps" className="flex items-center gap-2 max-wide:hidden">
        {STEPS.map((step, index) => (
          <li key={step} aria-current={step === current ? 'step' : undefined} className="flex items-center gap-2">
            {index > 0 && <span aria-hidden="true" className="h-px w-5 bg-line-2" />}
            <span
              data-tone={index < at ? 'ok' : undefined}
              className={clsx(
                'flex items-center gap-2 text-sm font-control',
                index < at && 'text-tone-fg',
                index === at && 'font-heading text-ink',
                index > at && 'text-ink-3',
              )}
            >
              <span
                className={clsx(
                  'grid size-[22px] place-items-center rounded-full border text-xs',
                  index < at && 'border-tone-line bg-tone-soft text-tone-fg',
                  index === at && 'border-accent bg-accent text-on-accent',
                  index > at && 'border-line-2 bg-surface text-ink-2',
                )}
              >
                {index < at ? <Check aria-hidden="true" className="size-3.5" strokeWidth={2.4} /> : index + 1}
              </span>
              {STEP_NAMES[step]}
              {index < at && <span className="sr-only">, done</span>}
            </span>
          </li>
        ))}
      </ol>
      <p className="text-sm text-ink-2 wide:hidden">
        Step {at + 1} of {STEPS.length}: <span className="font-heading text-ink">{STEP_NAMES[current]}</span>
      </p>
    </>
  )
}
