/** The limits of stuck orders in the sandbox, for tests that change them or that need the overview counted anew. */
import { type APIRequestContext, expect } from '@playwright/test'
import { getStuckLimits, type StuckLimits } from '#lib/contract/console/stuck-limits.ts'

const LIMITS = '/api/console/settings/sandbox/stuck-limits'

/** Without `days`, those that stand are set again. */
export async function setStuckLimits(request: APIRequestContext, origin: string, days?: StuckLimits['days']) {
  const now = getStuckLimits.response.parse(await (await request.get(LIMITS)).json())
  const data = { version: now.version, days: days ?? now.days }
  expect((await request.patch(LIMITS, { data, headers: { origin } })).status()).toBe(200)
}
