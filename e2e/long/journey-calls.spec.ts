/** A demo and a server are asked the same and say the same: what the journeys have asked of the demo. */
import { differencesOf } from '#e2e/support/differential/differences.ts'
import { type Journey, recordedJourneys } from '#e2e/support/differential/recorded-calls.ts'
import { expect, httpTest as test } from '#e2e/support/test.ts'
import { changeOf } from '#lib/sandbox/demo/journal/changes.ts'

// Servers are started in each: both workers are busy with them.
test.describe.configure({ mode: 'parallel' })

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
