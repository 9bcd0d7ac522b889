/** A sandbox at its first start, as `npm start` makes it: no page of the navigation is empty, and samples say so. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NAV_PAGES } from '#components/shell/pages.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { axe, expect, onServer, screenshot, test } from '#e2e/support/test.ts'

/** Content of the pages that have no rows before somebody asks; all others have some. */
const CONTENT: Readonly<Record<string, RegExp>> = {
  '': /^No call recorded/,
  'service-centers': /^Search near which ZIP code/,
  markers: /^Choose one of 12 lab tests/,
  'connections/import': /Sample administrator/,
  settings: new RegExp(ADMINISTRATOR.email),
}

test(
  'each page of the navigation has content, and the audit log names samples',
  onServer('A demo has days of its own.'),
  async ({ browser }) => {
    test.slow()
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'e2e-first-start-'))
    const server = await startServer({ DATA_DIR, SAMPLE_HISTORY: 'on' })
    const storageState = await signIn(server.baseURL, ADMINISTRATOR)
    const context = await browser.newContext({ baseURL: server.baseURL, storageState })
    const page = await context.newPage()
    const main = page.getByRole('main')
    for (const { section, label } of NAV_PAGES) {
      await page.goto(`/sandbox/${section}`)
      const words = CONTENT[section]
      await expect((words ? main.getByText(words) : main.locator('tbody tr')).first(), label).toBeVisible()
      await screenshot(page, `first-start-${label}`)
    }
    await page.goto('/sandbox/settings/webhooks')
    for (const name of ['Sample results feed', 'Sample charts (slow)'])
      await expect(main.getByRole('heading', { name })).toBeVisible()
    await axe(page)
    await page.goto('/sandbox/appointments?period=all&state=pending,cancelled')
    for (const state of ['Pending', 'Canceled'])
      await expect(main.getByText(state, { exact: true }).first()).toBeVisible()
    await page.goto('/sandbox/activity')
    await expect(main.getByText('Sample lab coordinator').first()).toBeVisible()
    await context.close()
    await server.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  },
)
