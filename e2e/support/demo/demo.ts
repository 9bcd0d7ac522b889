/** A demo under test: its calls are recorded, and one that reaches a server fails the test. */
import { join } from 'node:path'
import { type Browser, type BrowserContext, expect, type Page, type TestInfo } from '@playwright/test'
import { RECORDS } from '#e2e/support/differential/recorded-calls.ts'
import { ENVIRONMENTS } from '#e2e/support/environments.ts'
import type { TestServer } from '#e2e/support/servers/server.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { DemoNetwork } from './demo-network.ts'

const { id, home } = ENVIRONMENTS.demo
/** Matches a call in the request log. */
const API_REQUEST = /"method":"[A-Z]+","route":"\/(?:api|v2|v3)\/[^"]*"/g

/** As the controls of the demo call them. */
const ROLE_LABELS: Readonly<Record<Role, string>> = {
  administrator: 'Administrator',
  support: 'Support',
  lab_coordinator: 'Lab coordinator',
  read_only: 'Read-only',
}

export class Demo {
  readonly #server: TestServer
  readonly #context: BrowserContext
  readonly #networks: DemoNetwork[] = []
  readonly #others: BrowserContext[] = []
  #ownTab: Page | null = null

  private constructor(server: TestServer, context: BrowserContext) {
    this.#server = server
    this.#context = context
  }

  /** @throws after the test, with every request that a page sent to the server */
  static async use(context: BrowserContext, server: TestServer, info: TestInfo, use: (demo: Demo) => Promise<void>) {
    const demo = new Demo(server, context)
    await demo.#watch(context)
    const before = requestsIn(server.log()).length
    await use(demo)
    for (const other of demo.#others) await other.close()
    const leaks = [...demo.#networks.flatMap((network) => network.leaks), ...requestsIn(server.log()).slice(before)]
    // Any other project shows scenarios that no server has; a repetition asks nothing else.
    if (info.project.name === 'demo' && info.repeatEachIndex === 0)
      demo.#networks[0]?.write(join(RECORDS, `${info.testId}.jsonl`))
    if (leaks.length > 0) throw new Error(`Requests of a demo page reached the server:\n${leaks.join('\n')}`)
  }

  /** A tab that speaks for the demo; it is not one that a test looks at. */
  async openTab(): Promise<Page> {
    this.#ownTab = await this.#context.newPage()
    await openReady(this.#ownTab)
    return this.#ownTab
  }

  /** A refusal that this tab gets is the test's own question. */
  isOwnTab(page: Page | null): boolean {
    return page !== null && page === this.#ownTab
  }

  /** A demo of its own, which the same sample data starts; its calls are not recorded. */
  async openAs(browser: Browser, role: Role): Promise<Page> {
    const context = await browser.newContext({ baseURL: this.#server.baseURL, bypassCSP: true })
    this.#others.push(context)
    await this.#watch(context)
    const page = await context.newPage()
    await openReady(page)
    await page.getByRole('button', { name: /Demo controls$/ }).click()
    await page.getByRole('radio', { name: ROLE_LABELS[role], exact: true }).check({ force: true })
    const viewer = () => page.evaluate(async () => (await fetch('/api/console/viewer')).json())
    await expect.poll(viewer).toMatchObject({ role })
    return page
  }

  async #watch(context: BrowserContext): Promise<void> {
    this.#networks.push(await DemoNetwork.install(context, { home, origin: this.#server.baseURL }))
  }
}

/** A demo begins while its team's past is still being made. What shows some of it, as views do, waits until it is there. */
async function openReady(page: Page): Promise<void> {
  await page.goto(`${home}/settings`)
  await page.waitForFunction(() => window.demoBridge?.isReady())
  await page.evaluate(async (path) => (await fetch(path)).text(), `/api/console/views/${id}/orders`)
}

function requestsIn(log: string): string[] {
  return log.match(API_REQUEST) ?? []
}
