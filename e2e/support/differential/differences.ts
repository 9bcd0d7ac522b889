/** A fresh server and a fresh demo are asked the same: what they answer differently. */
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { startServer } from '#e2e/support/servers/server.ts'
import { serverSide } from '#e2e/support/servers/server-side.ts'
import { begin, SERVER_SETTINGS } from './beginning.ts'
import type { Journey } from './recorded-calls.ts'
import { describeMismatch, replay } from './replay.ts'

/** Lists differences between a fresh server and a fresh demo over these journeys. */
export async function differencesOf(...journeys: readonly Journey[]): Promise<string> {
  const started = await startServer(SERVER_SETTINGS)
  try {
    const [server, demo] = [await serverSide(started), await demoSide()]
    await begin(
      [server, demo],
      journeys.flatMap((journey) => journey.calls),
    )
    const found: string[] = []
    for (const { name, calls } of journeys) {
      const mismatches = await replay(calls, server, demo)
      found.push(...mismatches.map((mismatch) => `${name}\n${describeMismatch(mismatch, server, demo)}`))
    }
    return found.join('\n\n')
  } finally {
    await started.stop()
  }
}
