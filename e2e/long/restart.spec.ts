/** The server goes away and comes back while somebody works. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { ADMINISTRATOR, startServer } from '#e2e/support/servers/server.ts'
import { signIn } from '#e2e/support/session.ts'
import { expect, onServer, test } from '#e2e/support/test.ts'

test(
  'while the server restarts, a link waits for it',
  onServer('A demo has no server of its own.'),
  async ({ browser }) => {
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'e2e-restart-'))
    const first = await startServer({ DATA_DIR })
    const storageState = await signIn(first.baseURL, ADMINISTRATOR)
    const context = await browser.newContext({ baseURL: first.baseURL, storageState })
    const page = await context.newPage()
    await page.goto('/sandbox/orders')
    const rows = page.getByRole('table', { name: 'Orders' }).locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    await waitForHydration(page.getByRole('button', { name: 'Columns' }))
    await first.stop()
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Audit log' }).click()
    await expect(page.getByText('The console isn’t responding.')).toBeVisible()
    await expect(rows.first()).toBeVisible()
    const second = await startServer({ DATA_DIR, SERVICE_API_KEY: first.apiKey, PORT: new URL(first.baseURL).port })
    await expect(page.getByRole('heading', { level: 1, name: 'Audit log' })).toBeVisible()
    await context.close()
    await second.stop()
    rmSync(DATA_DIR, { recursive: true, force: true })
  },
)
