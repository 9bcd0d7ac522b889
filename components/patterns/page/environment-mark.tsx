import clsx from 'clsx'
import { ENVIRONMENT_LABELS, type EnvironmentKind } from './environment-kinds.ts'

/** An environment's sign on its own colour, whatever the colour of the page around it. */
export function EnvironmentMark({ kind, className }: { kind: EnvironmentKind; className?: string }) {
  const { icon: Icon } = ENVIRONMENT_LABELS[kind]
  return (
    <span
      data-env={kind}
      className={clsx(
        'grid size-9 shrink-0 place-items-center env-tile rounded-control text-env-ink shadow-[inset_0_0_0_1.5px_var(--env-edge)]',
        className,
      )}
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.8} />
    </span>
  )
}
