/**
 * The calls that the journeys have made on the demo, made again to fresh servers: what the comparison lets differ is
 * enough for two runs of the same code. Run the journeys on the demo first; without them only those of every endpoint are made.
 */
import { expect, test } from '@playwright/test'
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { begin, SERVER_SETTINGS } from '#e2e/support/differential/beginning.ts'
import { everyCall } from '#e2e/support/differential/every-call.ts'
import { recordedJourneys } from '#e2e/support/differential/recorded-calls.ts'
import { describeMismatch, replay } from '#e2e/support/differential/replay.ts'
import { startServer } from '#e2e/support/servers/server.ts'
import { serverSide } from '#e2e/support/servers/server-side.ts'

test('two fresh servers answer the same calls in the same way', async () => {
  test.setTimeout(600_000)
  const servers = await Promise.all([startServer(SERVER_SETTINGS), startServer(SERVER_SETTINGS)])
  try {
    const [one, other] = await Promise.all([serverSide(servers[0]), serverSide(servers[1], 'another server')])
    const calls = [...(await everyCall(await demoSide())), ...recordedJourneys().flatMap((journey) => journey.calls)]
    await begin([one, other], calls)
    const mismatches = await replay(calls, one, other)
    expect(mismatches.map((mismatch) => describeMismatch(mismatch, one, other)).join('\n\n')).toBe('')
  } finally {
    for (const server of servers) await server.stop()
  }
})
