/** A demo and a server are asked the same and say the same: every endpoint. */
import { demoSide } from '#e2e/support/demo/demo-side.ts'
import { differencesOf } from '#e2e/support/differential/differences.ts'
import { everyCall } from '#e2e/support/differential/every-call.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { consoleEndpointList } from '#lib/domains/console-endpoints.ts'
import { endpointList } from '#lib/domains/service-endpoints.ts'
import type { Endpoint } from '#lib/kernel/endpoint.ts'
import { endpointMatcher } from '#lib/kernel/wire.ts'

/**
 * A request to decline needs two administrators, one of them for a day; which events are there, and what was delivered of
 * them, goes by time, as does how many people are indexed; keys are random and need a confirmation; what is installed is
 * another. Unit tests have all.
 */
const NOT_COMPARED: readonly string[] = [
  ...consoleEndpointList.flatMap(({ name }) => (/webhook|team|management_key/.test(name) ? [`${name} succeeds`] : [])),
  'check_operations succeeds',
  // A demo has its own clock.
  'get_sandbox_pace succeeds',
  'change_sandbox_pace succeeds',
  'get_system succeeds',
  'find_people succeeds',
  'decline_staff_reset succeeds',
  'get_event succeeds',
  'read_event_body succeeds',
  'expunge_event_body succeeds',
  'get_workout_stream succeeds',
]

/** Nothing of such a request can be wrong. */
const takesInput = ({ params, query, body }: Endpoint) =>
  body !== null || Object.keys({ ...params.shape, ...query.shape }).some((name) => name !== 'environment')

test('every endpoint answers the same in a demo as on a server, to good input and bad', async () => {
  test.setTimeout(300_000)
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
