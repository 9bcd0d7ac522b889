/** Prepares both sides of a comparison, so that they know the same. */
import { expect } from '@playwright/test'
import { getDirectoryState } from '#lib/domains/users/directory.ts'
import { countDirectorySources } from '#lib/domains/users/directory-connections.ts'
import type { RecordedCall } from './recorded-calls.ts'
import type { Side } from './replay.ts'

/** Calls follow each other faster than a person makes them, and connections are checked as fast as a demo does it. */
export const SERVER_SETTINGS = { SESSION_REQUESTS_PER_MINUTE: '100000', CONNECTION_CHECKS_PER_MINUTE: '60000' }

/** A server begins within 15 seconds to check the connections of the users that it has read. */
const PATIENCE_MS = 60_000
/** Calls that say how connections are. */
const OF_CONNECTIONS = /\/directory\/demo\/(connections|sources|coverage|checks)\b/

/**
 * A server reads users and checks connections when it starts, a demo when it is first asked. Connections are waited for
 * only by calls about them. All sides are asked as often, as their logs tell.
 */
export async function begin(sides: readonly Side[], calls: readonly RecordedCall[]): Promise<void> {
  const has = calls.some(({ path }) => OF_CONNECTIONS.test(path)) ? hasChecked : hasUsers
  const haveAll = async () => (await Promise.all(sides.map(has))).every(Boolean)
  await expect.poll(haveAll, { timeout: PATIENCE_MS, intervals: [500] }).toBe(true)
}

async function ofDirectory({ origin, environment, answer }: Side, path: string): Promise<unknown> {
  const response = await answer(new Request(`${origin}/api/console/directory/${environment.id}${path}`))
  return response.json()
}

async function hasUsers(side: Side): Promise<boolean> {
  return getDirectoryState.response.parse(await ofDirectory(side, '')).complete_at !== null
}

async function hasChecked(side: Side): Promise<boolean> {
  const { state, coverage } = countDirectorySources.response.parse(await ofDirectory(side, '/sources'))
  return state.complete_at !== null && coverage.users > 0 && coverage.checked === coverage.users
}
