/** What new sides do before they are compared, so that all of them know the same. */
import { expect } from '@playwright/test'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import type { Side } from './replay.ts'

/** Calls follow each other faster than a person makes them, and connections are checked as fast as a demo does it. */
export const SERVER_SETTINGS = { SESSION_REQUESTS_PER_MINUTE: '100000', CONNECTION_CHECKS_PER_MINUTE: '60000' }

/** A server begins within 15 seconds to check the connections of the users that it has read. */
const PATIENCE_MS = 60_000

/** A server reads users and checks connections when it starts, a demo when it is first asked. All are asked as often. */
export async function begin(...sides: readonly Side[]): Promise<void> {
  const haveAll = async () => (await Promise.all(sides.map(hasAll))).every(Boolean)
  await expect.poll(haveAll, { timeout: PATIENCE_MS, intervals: [500] }).toBe(true)
}

async function hasAll({ origin, environment, answer }: Side): Promise<boolean> {
  const response = await answer(new Request(`${origin}/api/console/directory/${environment.id}/sources`))
  const { state, coverage } = countDirectorySources.response.parse(await response.json())
  return state.complete_at !== null && coverage.users > 0 && coverage.checked === coverage.users
}
