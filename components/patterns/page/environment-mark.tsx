import clsx from 'clsx'
import { FlaskConical, GraduationCap, type LucideIcon, ServerCog, ShieldAlert } from 'lucide-react'

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
      <Icon className="size-5" />
    </span>
  )
}

export type EnvironmentKind = 'production' | 'staging' | 'sandbox' | 'demo'

interface KindLabels {
  icon: LucideIcon
  /** Under the name, in the rail. */
  short: string
  /** In the switcher. */
  long: string
}

/** Labels of environment kinds. Colors are in app/globals.css, `data-env`. */
export const ENVIRONMENT_LABELS: Readonly<Record<EnvironmentKind, KindLabels>> = {
  production: {
    icon: ShieldAlert,
    short: 'Real patients',
    long: 'Real patients. Orders, bookings and links are sent.',
  },
  staging: { icon: ServerCog, short: 'Test data', long: 'For testing. What is sent depends on the service.' },
  sandbox: { icon: FlaskConical, short: 'Sample data only', long: 'Sample data. Nothing is sent.' },
  demo: { icon: GraduationCap, short: 'Sample data', long: 'Sample data. Everything stays in this browser.' },
}

/** In the margin of each printed page as well, where the browser can. */
const EVERY_PAGE = '@page { @top-center { content: "Demo, sample data"; font: 9pt sans-serif; } }'

/** Says that nothing on the paper or on the screen is real. */
export function DemoPrintMark() {
  return (
    <p className="hidden items-center gap-2 bg-[white] px-6 py-2 text-sm font-heading text-[black] print:flex">
      <style>{EVERY_PAGE}</style>
      <GraduationCap />
      Demo, sample data
    </p>
  )
}

/** For the widths at which the environment's block in the rail has no words. */
export function DemoBadge() {
  return (
    <p className="flex h-6 shrink-0 items-center justify-center gap-1.5 bg-env rail:justify-start rail:px-6 text-xs font-heading text-env-ink wide:hidden print:hidden">
      <GraduationCap className="size-3.5" />
      Demo, sample data
    </p>
  )
}
