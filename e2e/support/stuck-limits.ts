/** The limits of stuck orders in an environment, for tests that change them or that need the overview counted anew. */
import { expect } from '@playwright/test'
import { getStuckLimits, type StuckLimits } from '#lib/domains/orders/stuck/stuck-limits.ts'
import type { Api } from './api.ts'

/** Without `days`, those that stand are set again. */
export async function setStuckLimits(api: Api, environmentId: string, days?: StuckLimits['days']) {
  const path = `/api/console/settings/${environmentId}/stuck-limits`
  const now = getStuckLimits.response.parse(await (await api.get(path)).json())
  const data = { version: now.version, chosen: days ?? now.chosen }
  expect((await api.patch(path, { data })).status()).toBe(200)
}
