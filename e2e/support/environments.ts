/** The environments that journeys run in. Both hold the same sample data, and who looks is an administrator. */
import type { Environment } from '#lib/domains/environments/environment.ts'

export interface JourneyEnvironment extends Environment {
  /** The first part of every page's address. */
  home: string
  /** The first part of every call to the service. */
  servicePath: string
  /** The name of a file with all that was found. A demo's says first that nothing in it is real. */
  exportName: (what: string) => RegExp
}

const journeyEnvironment = (
  id: 'sandbox' | 'demo',
  label: string,
  exportName: (what: string) => string,
): JourneyEnvironment => ({
  id,
  label,
  kind: id,
  home: `/${id}`,
  servicePath: `/api/service/${id}`,
  exportName: (what) => new RegExp(`^${exportName(what)}-\\d{4}-\\d{2}-\\d{2}\\.csv$`),
})

export const ENVIRONMENTS = {
  /** The embedded service, behind a real server. */
  sandbox: journeyEnvironment('sandbox', 'Sandbox', (what) => `${what}-sandbox`),
  /** Everything in the browser, without sign-in. */
  demo: journeyEnvironment('demo', 'Demo', (what) => `demo-${what}`),
} as const

export type JourneyEnvironmentId = keyof typeof ENVIRONMENTS
