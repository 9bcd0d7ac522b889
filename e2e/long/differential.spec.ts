/**
 * The calls that the journeys have made on the demo, made again to fresh servers: what the comparison lets differ is
 * enough for two runs of the same code. Run the journeys on the demo first; without them only those of every endpoint are made.
 */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { RECORDS } from '#e2e/support/demo/demo.ts'
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { everyCall } from '#e2e/support/differential/every-call.ts'
import { parseRecordedCalls, type RecordedCall } from '#e2e/support/differential/recorded-calls.ts'
import { describeMismatch, replay, serverSide } from '#e2e/support/differential/replay.ts'
import { startServer } from '#e2e/support/server.ts'

/** All calls of all tests, one test after the other. */
function recordedCalls(): RecordedCall[] {
  if (!existsSync(RECORDS)) return []
  const files = globSync('*.jsonl', { cwd: RECORDS }).sort()
  return files.flatMap((file) => parseRecordedCalls(readFileSync(`${RECORDS}/${file}`, 'utf8')))
}

test('two fresh servers answer the same calls in the same way', async () => {
  test.setTimeout(600_000)
  const servers = await Promise.all([startServer(), startServer()])
  try {
    const [one, other] = await Promise.all([serverSide(servers[0]), serverSide(servers[1], 'another server')])
    const mismatches = await replay([...(await everyCall(await demoSide())), ...recordedCalls()], one, other)
    expect(mismatches.map((mismatch) => describeMismatch(mismatch, one, other)).join('\n\n')).toBe('')
  } finally {
    for (const server of servers) await server.stop()
  }
})
