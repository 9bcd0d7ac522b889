/** Bulk import, step by step, in a real browser against the real service. */

import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { type Api, someUsers } from '#e2e/support/api.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { csvFile, FAULTS, importRows, openImport, SECRET } from '#e2e/support/import-file.ts'
import { expect, test } from '#e2e/support/test.ts'

/** Five good rows, and one spoilt in each way. */
async function mixedRows(service: Api, from: number) {
  const rows = importRows(await someUsers(service, from, 5 + FAULTS.length))
  return rows.map((row, index) => FAULTS[index - 5]?.spoil(row, rows) ?? row)
}

async function checkFile(page: Page, home: string, source: string, file: ReturnType<typeof csvFile>) {
  await openImport(page, home)
  await page.getByLabel('Choose a file').setInputFiles(file)
  await page.getByRole('combobox', { name: 'Source' }).selectOption(source)
  await page.getByRole('button', { name: /^Check \d+ rows$/ }).click()
  await expect(page.getByText(/^Every user exists|rows? (?:has an|have) unknown user/)).toBeVisible()
}

test('every bad row is explained, every good one imported, and no token leaves but in the import itself', async ({
  page,
  network,
  service,
  home,
  environment,
}) => {
  await checkFile(page, home, 'quillon_scale', csvFile('members.csv', await mixedRows(service, 0)))
  for (const { words } of FAULTS)
    await expect(page.getByRole('table', { name: 'Rows in the file' })).toContainText(words)
  await page.getByRole('button', { name: 'Import 5 connections' }).click()
  await expect(page.getByRole('heading', { name: '5 of 5 connected' })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'All results' }).click()
  const lines = readFileSync(await (await saving).path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.map((line) => line.split(',')[3])).toEqual([
    'result',
    ...Array(5).fill('Imported'),
    ...Array(5).fill('Skipped'),
  ])
  expect(lines.join()).not.toContain(SECRET)

  for (const user_id of await someUsers(service, 0, 5)) {
    const { providers } = await (await service.get(`/v2/user/providers/${user_id}`)).json()
    expect(providers.map(({ slug }: { slug: string }) => slug)).toContain('quillon_scale')
  }
  const holding = (await network.exchanges()).filter((exchange) => JSON.stringify(exchange).includes(SECRET))
  expect(holding.map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    `POST ${environment.servicePath}/v2/link/bulk_import`,
  ])
  expect(holding[0]?.body).not.toContain(SECRET)
  const kept = await page.evaluate(() =>
    JSON.stringify({ ...window.sessionStorage, ...window.localStorage, cookie: document.cookie }),
  )
  expect(kept).not.toContain(SECRET)
  expect(await page.content()).not.toContain(SECRET)
})

test('works by keyboard alone, and a broken file says where', async ({ page, service, home }) => {
  await openImport(page, home)
  const choose = page.getByRole('button', { name: 'Choose a file' })
  await waitForHydration(choose)
  const choosing = page.waitForEvent('filechooser')
  await choose.press('Enter')
  await (await choosing).setFiles({
    name: 'broken.json',
    mimeType: 'application/json',
    buffer: Buffer.from('[{"user_id": 1},\n {]'),
  })
  await expect(page.getByRole('alert').filter({ hasText: 'The JSON is invalid' })).toContainText('Line 2, column 3')
  const again = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter')
  await (await again).setFiles(csvFile('members.csv', importRows(await someUsers(service, 20, 3))))
  await page.getByRole('combobox', { name: 'Source' }).press('k')
  await page.getByRole('button', { name: 'Check 3 rows' }).press('Enter')
  await page.getByRole('button', { name: 'Import 3 connections' }).press('Enter')
  await expect(page.getByRole('heading', { name: '3 of 3 connected' })).toBeVisible()
})

test('goes on while the person looks elsewhere in the console', async ({ page, service, home }) => {
  await checkFile(page, home, 'tessaly_sleep', csvFile('members.csv', importRows(await someUsers(service, 30, 200))))
  await page.getByRole('button', { name: 'Import 200 connections' }).click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Users' })).toBeVisible()
  // The list shows what was imported without a reload.
  const imported = page.getByRole('table', { name: 'Users' }).locator('tbody tr', { hasText: 'Tessaly Sleep' })
  await expect.poll(() => imported.count(), { timeout: 30_000 }).toBeGreaterThan(50)
  await page.getByRole('link', { name: 'Bulk import' }).click()
  await expect(page.getByRole('heading', { name: '200 of 200 connected' })).toBeVisible()
})

test('every step reads well and breaks no rule of WCAG 2.2 AA', async ({ page, problems, service, home }) => {
  // In a demo the worker asks through the page, so the browser says there what failed.
  problems.allow(/status of (?:404|502)/)
  await openImport(page, home)
  await expect(page.getByRole('heading', { name: 'Drop a file here' })).toBeVisible()
  await expectAccessible(page, 'import-1-file')
  const rows = await mixedRows(service, 100)
  await page.getByLabel('Choose a file').setInputFiles(csvFile('members-november.csv', rows))
  await page.getByRole('combobox', { name: 'Source' }).selectOption('caddis_glucose')
  await expect(page.getByText(/^Read as Unix seconds/)).toBeVisible()
  await expectAccessible(page, 'import-2-columns')
  // Without the look at the users, so that one of them comes back as failed.
  await page.route('**/v2/user/?*', (route) => route.fulfill({ status: 502, json: { detail: 'It is down.' } }))
  await page.getByRole('button', { name: 'Check 10 rows' }).click()
  await expect(page.getByText(/We couldn’t check the users/)).toBeVisible()
  await expectAccessible(page, 'import-3-check')
  await page.unroute('**/v2/user/?*')
  const { promise: looked, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/v2/link/bulk_import', (route) => looked.then(() => route.fallback()))
  await page.getByRole('button', { name: 'Import 6 connections' }).click()
  await expect(page.getByText('Sending', { exact: true })).toBeVisible()
  await expectAccessible(page, 'import-4-import')
  go()
  await expect(page.getByText(/^Finished/)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page, 'import-5-reconcile')
})

test('200 rows are imported with at most four presses after the file is chosen', async ({ page, service, home }) => {
  await openImport(page, home)
  const rows = importRows(await someUsers(service, 0, 200))
  await page.getByLabel('Choose a file').setInputFiles(csvFile('members.csv', rows))
  // A choice in a list is one press to open it and one to choose.
  let presses = 2
  await page.getByRole('combobox', { name: 'Source' }).selectOption('quillon_scale')
  for (const name of ['Check 200 rows', 'Import 200 connections']) {
    await page.getByRole('button', { name }).click()
    presses += 1
  }
  await expect(page.getByRole('heading', { name: '200 of 200 connected' })).toBeVisible({ timeout: 30_000 })
  expect(presses).toBeLessThanOrEqual(4)
})
