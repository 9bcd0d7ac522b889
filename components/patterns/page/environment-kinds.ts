import { FlaskConical, GraduationCap, type LucideIcon, ServerCog, ShieldAlert } from 'lucide-react'

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
