/** A demo and a server are asked the same and say the same: every endpoint, and what the journeys have asked of the demo. */
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { begin, SERVER_SETTINGS } from '#e2e/support/differential/beginning.ts'
import { everyCall } from '#e2e/support/differential/every-call.ts'
import { type Journey, recordedJourneys } from '#e2e/support/differential/recorded-calls.ts'
import { describeMismatch, replay } from '#e2e/support/differential/replay.ts'
import { startServer } from '#e2e/support/servers/server.ts'
import { serverSide } from '#e2e/support/servers/server-side.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { consoleEndpointList, consoleEndpoints } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'
import { changeOf } from '#lib/sandbox/demo/journal/changes.ts'

// Servers are started in each: both workers are busy with them.
test.describe.configure({ mode: 'parallel' })

/** What a fresh server and a fresh demo say differently to these journeys, one after the other, for people to read. */
async function differencesOf(...journeys: readonly Journey[]): Promise<string> {
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

/**
 * A request to decline needs two administrators, one of them for a day; which events are there, and what was delivered of
 * them, goes by time. Unit tests have all.
 */
const NOT_COMPARED: readonly string[] = [
  ...Object.keys(consoleEndpoints).flatMap((name) => (name.includes('webhook') ? [`${name} succeeds`] : [])),
  'decline_staff_reset succeeds',
  'get_event succeeds',
  'read_event_body succeeds',
  'expunge_event_body succeeds',
]

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
  expect(wanted.filter((one) => !NOT_COMPARED.includes(one) && !answered.includes(one))).toEqual([])
  expect(await differencesOf({ name: 'every endpoint', calls })).toBe('')
})

async function hasChanges({ calls }: Journey): Promise<boolean> {
  const changes = await Promise.all(
    calls.map(({ method, path, headers, body }) =>
      changeOf(new Request(`http://demo.test${path}`, { method, headers, body })),
    ),
  )
  return changes.some((change) => change !== null)
}

/** Those that change something, or those that do not. */
async function journeys(changing: boolean): Promise<Journey[]> {
  const all = recordedJourneys()
  expect(all.length, 'journeys on the demo leave their calls; run them first').toBeGreaterThan(50)
  const answers = await Promise.all(all.map(hasChanges))
  return all.filter((_, place) => answers[place] === changing)
}

test('what journeys that change nothing have asked of a demo, a server answers the same', async () => {
  test.setTimeout(300_000)
  expect(await differencesOf(...(await journeys(false)))).toBe('')
})

/** Each takes every third journey. */
const PARTS = [0, 1, 2]

for (const part of PARTS)
  test(`what journeys with changes have asked of a demo, a server answers the same (${part + 1} of ${PARTS.length})`, async () => {
    test.setTimeout(600_000)
    const found: string[] = []
    // A server and a demo each: a change of one would be refused after another's.
    for (const [place, journey] of (await journeys(true)).entries())
      if (place % PARTS.length === part) found.push(await differencesOf(journey))
    expect(found.filter((differences) => differences !== '').join('\n\n')).toBe('')
  })
