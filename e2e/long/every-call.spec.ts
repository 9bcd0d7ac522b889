/** A demo and a server are asked the same and say the same: every endpoint, and what the journeys have asked of the demo. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { RECORDS } from '#e2e/support/demo/demo.ts'
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { everyCall } from '#e2e/support/differential/every-call.ts'
import { parseRecordedCalls, type RecordedCall } from '#e2e/support/differential/recorded-calls.ts'
import { describeMismatch, replay, serverSide } from '#e2e/support/differential/replay.ts'
import { startServer } from '#e2e/support/server.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'

/** What a fresh server and a fresh demo say differently to these calls, for people to read. */
async function differencesOf(calls: readonly RecordedCall[]): Promise<string> {
  const started = await startServer()
  try {
    const [server, demo] = [await serverSide(started), await demoSide()]
    const mismatches = await replay(calls, server, demo)
    return mismatches.map((mismatch) => describeMismatch(mismatch, server, demo)).join('\n\n')
  } finally {
    await started.stop()
  }
}

/** Nothing of such a request can be wrong. */
const takesInput = ({ params, query, body }: Endpoint) =>
  body !== null || Object.keys({ ...params.shape, ...query.shape }).some((name) => name !== 'environment')

test('every endpoint answers the same in a demo as on a server, to good input and bad', async () => {
  test.setTimeout(120_000)
  const calls = await everyCall(await demoSide())
  const find = [
    { prefix: '/api/service/demo', of: endpointMatcher(endpointList) },
    { prefix: '/api/console', of: endpointMatcher(consoleEndpointList) },
  ]
  const answered = calls.flatMap(({ method, path, status }) => {
    const [pathname = ''] = path.split('?', 1)
    const asked = find.find(({ prefix }) => pathname.startsWith(prefix))
    const name = asked?.of(method, pathname.slice(asked.prefix.length)).match?.endpoint.name
    return name ? `${name} ${status < 400 ? 'succeeds' : 'fails'}` : []
  })
  const all = [...endpointList, ...consoleEndpointList]
  const wanted = all.flatMap((each) => [`${each.name} succeeds`, ...(takesInput(each) ? [`${each.name} fails`] : [])])
  expect(wanted.filter((one) => !answered.includes(one))).toEqual([])
  expect(await differencesOf(calls)).toBe('')
})

if (existsSync(RECORDS))
  test('what the journeys have asked of a demo, a server answers the same', async () => {
    test.setTimeout(600_000)
    const files = globSync('*.jsonl', { cwd: RECORDS }).sort()
    const calls = files.flatMap((file) => parseRecordedCalls(readFileSync(`${RECORDS}/${file}`, 'utf8')))
    expect(await differencesOf(calls)).toBe('')
  })
