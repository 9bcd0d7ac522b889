/** The settings of an environment over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { changeStuckLimits } from '#lib/domains/orders/stuck/stuck-limit-changes.ts'
import { getStuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { SettingsStore } from './store.ts'
import { readStuckLimits, saveStuckLimits } from './stuck-limits.ts'

interface SettingsOptions {
  store: SettingsStore
  now: () => Date
  /** Told of an environment whose orders are stuck by other limits now. */
  onLimits: (environment: string) => void
}

/**
 * Returns the routes that read and change after how many days an order counts as stuck; `onLimits` runs after a
 * change.
 */
export function settingsRoutes({ store, now, onLimits }: SettingsOptions): ConsoleRoute[] {
  return [
    // A setting shows no personal data, and every order page requests it.
    route(
      getStuckLimits,
      async ({ params: { environment } }) => ({ body: await readStuckLimits(store, environment) }),
      { audited: false },
    ),

    route(changeStuckLimits, async ({ params: { environment }, body }, { viewer: { name }, note }) => {
      const { chosen: before } = await readStuckLimits(store, environment)
      const { chosen, version } = body
      const changed = [...new Set([...Object.keys(before), ...Object.keys(chosen)])].filter(
        (key) => chosen[key] !== before[key],
      )
      note({ fields: changed.map((key) => `days.${key}`) })
      const limits = { days: chosen, version, changed_at: now().toISOString(), changed_by: name }
      const kept = await saveStuckLimits(store, environment, limits)
      onLimits(environment)
      return { body: kept }
    }),
  ]
}
