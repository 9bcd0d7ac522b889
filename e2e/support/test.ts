/** `test` and `expect` of every spec: a real server, a browser that reports what goes wrong, and an open ear. */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContext, test as base, type ConsoleMessage, expect, type Page } from '@playwright/test'
import { Demo } from '#e2e/support/demo/demo.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { type Api, below, demoApi, serverApi } from './api.ts'
import { takesPictures } from './environment.ts'
import { ENVIRONMENTS, type JourneyEnvironment, type JourneyEnvironmentId } from './environments.ts'
import { waitForHydrationOnNavigation } from './hydration.ts'
import { Network } from './network.ts'
import { signInAs } from './people.ts'
import { type AttackTarget, openAttackTarget } from './servers/attack-target.ts'
import { type MultiEnvironmentServer, openMultiEnvironmentServer } from './servers/multi-environment-server.ts'
import { ADMINISTRATOR, startServer, type TestServer } from './servers/server.ts'
import { SIGNED_OUT, type SignedIn, signIn } from './session.ts'

export { expect }

const SCREENS = fileURLToPath(new URL('../../.results/screens', import.meta.url))
const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Errors of the page and of its console; one that a test provokes on purpose is allowed by name. */
class Problems {
  readonly #seen: string[] = []
  readonly #allowed: RegExp[] = []

  allow(pattern: RegExp): void {
    this.#allowed.push(pattern)
  }

  add(text: string): void {
    this.#seen.push(text)
  }

  list(): string[] {
    return this.#seen.filter((text) => !this.#allowed.some((pattern) => pattern.test(text)))
  }
}

/** Options set by a project. */
export interface TestOptions {
  /** Environment under test. */
  environmentId: JourneyEnvironmentId
}

interface TestFixtures {
  environment: JourneyEnvironment
  /** The first part of every page's address in the environment. */
  home: string
  /** Calls of the test's own, as whoever looks at the pages makes them. */
  api: Api
  /** The same for the service of the environment, with its own paths. */
  service: Api
  /** A page of somebody else with this role, in a browser context of their own. */
  openAs: (role: Role) => Promise<Page>
  /** Null on a server. */
  demo: Demo | null
  network: Network
  problems: Problems
}

interface WorkerFixtures {
  server: TestServer
  /** The session of the administrator that tests share; one that ends a session signs in for itself. */
  administrator: SignedIn
  /** A server of its own, for tests that attack. */
  attackTarget: AttackTarget
  /** A server of its own with two environments, for tests of who may do what. */
  multiEnvironmentServer: MultiEnvironmentServer
}

/** Without a browser: for what is said over HTTP alone. The servers are the same ones. */
export const httpTest = base.extend<object, WorkerFixtures>({
  server: [
    async ({}, use) => {
      // One administrator does the work of all journeys, far faster than a person.
      const server = await startServer({ SESSION_REQUESTS_PER_MINUTE: '6000' })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  administrator: [
    async ({ server }, use) => use(await signIn(server.baseURL, ADMINISTRATOR)),
    { scope: 'worker', timeout: 20_000 },
  ],
  attackTarget: [({}, use) => openAttackTarget(use), { scope: 'worker', timeout: 90_000 }],
  multiEnvironmentServer: [
    ({ server }, use) => openMultiEnvironmentServer(server, use),
    { scope: 'worker', timeout: 90_000 },
  ],
})

export const test = httpTest.extend<TestOptions & TestFixtures>({
  environmentId: ['sandbox', { option: true }],
  environment: ({ environmentId }, use) => use(ENVIRONMENTS[environmentId]),
  home: ({ environment }, use) => use(environment.home),
  storageState: ({ administrator, environmentId }, use) => use(environmentId === 'demo' ? SIGNED_OUT : administrator),
  baseURL: ({ server }, use) => use(server.baseURL),
  // Demo pages may not connect to the service's paths, and to record their calls is to let them through.
  bypassCSP: ({ environmentId }, use) => use(environmentId === 'demo'),
  demo: [
    ({ context, environmentId, server }, use, testInfo) =>
      environmentId === 'demo' ? Demo.use(context, server, testInfo, use) : use(null),
    { auto: true },
  ],
  api: ({ demo, request, server }, use) =>
    use(demo ? demoApi(() => demo.openTab()) : serverApi(request, server.baseURL)),
  service: ({ api, environment }, use) => use(below(api, environment.servicePath)),
  openAs: async ({ browser, demo, server }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (role) => {
      if (demo) return demo.openAs(browser, role)
      const storageState = await signInAs(server.baseURL, role)
      const context = await browser.newContext({ baseURL: server.baseURL, storageState })
      contexts.push(context)
      const page = await context.newPage()
      waitForHydrationOnNavigation(page)
      return page
    })
    for (const context of contexts) await context.close()
  },
  network: [({ context, server }, use) => use(new Network(context, server.baseURL)), { auto: true }],
  page: ({ page }, use) => {
    waitForHydrationOnNavigation(page)
    return use(page)
  },
  problems: [
    async ({ context, demo, network }, use) => {
      const problems = new Problems()
      context.on('weberror', (error) => problems.add(`${error.error().stack ?? error.error()}`))
      context.on('console', (message) => {
        if (!isError(message) || network.isForeign(message.location().url) || demo?.isOwnTab(message.page())) return
        problems.add(`${message.text()} ${message.location().url}`)
      })
      await use(problems)
      if (problems.list().length > 0) throw new Error(`Errors in the page:\n${problems.list().join('\n')}`)
    },
    { auto: true },
  ],
})

/** For a test that needs a server, with the reason: it is not run on a demo. */
export const onServer = (reason: string) => ({
  tag: '@server',
  annotation: { type: 'only on a server', description: reason },
})

function isError(message: ConsoleMessage): boolean {
  return message.type() === 'error' || message.type() === 'assert'
}

/** The same journey in both themes at every width: runs after `npm test` (.ci/run). */
export const EVERY_SIZE = '@every-size'

/** Rows past the twelfth are drawn as those before them, and checking their colors takes longer than all the rest. */
const LATER_ROWS = 'tbody tr:nth-child(n+13)'

/** Fails on anything on the page that breaks WCAG 2.2 AA, and names rule and place; or on some rules alone. */
export async function axe(page: Page, rules?: string[]): Promise<void> {
  // For rows not drawn yet, the browser reports the colors of another theme.
  await page.addStyleTag({ content: '*, *::before, *::after { content-visibility: visible !important }' })
  // The other mode opens a page more each time, for frames of other origins: there are none.
  // Describing passing checks takes as long as the checks themselves.
  const builder = new AxeBuilder({ page })
    .setLegacyMode(true)
    .options({ resultTypes: ['violations'] })
    .exclude(LATER_ROWS)
  const { violations } = await (rules ? builder.withRules(rules) : builder.withTags(WCAG_2_2_AA)).analyze()
  const places = violations.flatMap(({ id, help, nodes }) => nodes.map(({ html }) => `${id}: ${help}: ${html}`))
  expect(places).toEqual([])
}

/** With `PICTURES=1`, a picture in `.results/screens` for people to look at. */
export async function screenshot(page: Page, name: string, options: { fullPage?: boolean } = {}): Promise<void> {
  if (takesPictures) await page.screenshot({ path: join(SCREENS, `${name}.png`), ...options })
}
