/** A conformance suite is not a test by itself: each says which test runs it, and that one does. */
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { isStoreSuite } from '#tools/vitest.config.ts'

const OF_SPECIFICATION = 'lib/service/conformance/'
const suites = globSync('lib/**/*.conformance.ts')
const sourceOf = (path: string) => readFileSync(path, 'utf8')

/** The tests that the head of a suite names; none when it names nothing, or what is not there. */
function runnersOf(suite: string): string[] {
  const [head = ''] = sourceOf(suite).split('*/')
  return globSync(/\bRun by (\S+\.test\.ts)\./.exec(head)?.[1] ?? [])
}

test('each suite is imported by the test that its head names', () => {
  const isRun = (suite: string) => {
    const runners = runnersOf(suite)
    const isOfStore = !suite.startsWith(OF_SPECIFICATION)
    const importers = isOfStore ? runners : [`${OF_SPECIFICATION}statements.testing.ts`]
    const name = isOfStore ? `#${suite}` : `./${basename(suite)}`
    return runners.length > 0 && importers.some((path) => sourceOf(path).includes(`'${name}'`))
  }
  expect(suites.length).toBeGreaterThan(30)
  expect(suites.filter((suite) => !isRun(suite))).toEqual([])
})

test('`npm run test:store` runs every suite of a store', () => {
  const ofStores = suites.filter((suite) => !suite.startsWith(OF_SPECIFICATION))
  expect(ofStores.filter((suite) => !runnersOf(suite).every(isStoreSuite))).toEqual([])
})
