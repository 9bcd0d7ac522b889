/** The catalog in the settings: known names are there, and a file goes out, is changed and comes in again. */
import { readFile } from 'node:fs/promises'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { waitForHydration } from '#e2e/support/hydration.ts'
import { expect, test } from '#e2e/support/test.ts'

test('a file is looked at, imported, and found by name and pasted id', async ({ page, problems, home }) => {
  problems.allow(/status of 404/)
  await page.goto(`${home}/settings/catalogue`)
  const labs = page.getByRole('table', { name: 'Labs' })
  await expect(labs.getByRole('rowheader')).toHaveCount(14)
  const search = page.getByRole('textbox', { name: 'Name or ID' })
  await waitForHydration(search)
  await search.fill('al')
  await expect(page.getByText(/^\d+ matches$/)).toBeVisible()
  await expectAccessible(page, 'catalog')
  await search.fill('')

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const id = '3cb73ce0-1dc1-47c1-8ace-5589bb58a797'
  await page.getByRole('button', { name: 'Import CSV' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import into the catalog' })
  const file = `${text}lab_test,${id},Made-up panel,14,Fast 10 hours\nlab_test,${id.slice(1)},Cut short,\n`
  await dialog
    .getByLabel('Catalog file')
    .setInputFiles({ name: 'names.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
  await expect(dialog.getByRole('status')).toHaveText('31 rows: 1 skipped, 1 new, 29 unchanged')
  await expect(dialog).toContainText('Not a UUID')
  await dialog.getByRole('button', { name: 'Import 1 entry' }).click()
  await expect(page.getByRole('rowheader', { name: 'Made-up panel' })).toBeVisible()

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Search/ }).fill('do I need to fast')
  const found = page.getByRole('option', { name: /Made-up panel.*Fast 10 hours/ })
  await expect(found).toBeVisible()
  await found.click()
  await expect(page.getByText('Fast 10 hours')).toBeVisible()

  await page.goto(`${home}/markers`)
  await page.getByRole('button', { name: /^Lab test/ }).click()
  const box = page.getByRole('combobox', { name: 'Lab test' })
  await box.fill(`"${id.toUpperCase()}"`)
  await expect(box).toHaveValue('Made-up panel')
  await expect(page.getByRole('heading', { name: 'Lab test not found' })).toBeVisible()

  await page.goto(`${home}/settings/catalogue`)
  await page.getByRole('button', { name: 'Remove Made-up panel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('rowheader', { name: 'Made-up panel' })).toHaveCount(0)
})
