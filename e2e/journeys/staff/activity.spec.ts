/** The audit log as a page: what happened is in it, can be found in it, and leaves it as a file. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expectAccessible } from '#e2e/support/accessibility.ts'
import { allUsers } from '#e2e/support/people.ts'
import { expect, test } from '#e2e/support/servers/multi-environment.ts'
import { cookieHeader, signIn } from '#e2e/support/session.ts'
import { test as journey, onServer } from '#e2e/support/test.ts'
import { type AuditEntry, auditEntry, listAudit } from '#lib/domains/audit/audit.ts'
import { auditDetails } from '#lib/domains/audit/details.ts'
import { deregisterProvider } from '#lib/domains/connections/connection.ts'
import { updateUser } from '#lib/domains/users/user.ts'
import { buildPath } from '#lib/kernel/wire.ts'

const TWO_PEOPLE = onServer('It takes two people; a demo has one viewer.')

test(
  'what somebody did is found by who, what and outcome, older entries follow, and the file holds the same',
  TWO_PEOPLE,
  async ({ page, multiEnvironmentServer, enter }) => {
    const busy = await multiEnvironmentServer.colleague('Bea Busy', 'support', null)
    const headers = { cookie: cookieHeader(await signIn(multiEnvironmentServer.baseURL, busy)) }
    const calls = Array.from({ length: 104 }, (_, turn) => `/api/service/sandbox/v2/user/?limit=1&offset=${turn}`)
    const refused = ['/api/console/staff', '/api/service/sandbox/v2/user/?limit=0']
    await Promise.all(
      [...calls, ...refused].map(async (call) =>
        (await fetch(`${multiEnvironmentServer.baseURL}${call}`, { headers })).text(),
      ),
    )

    await enter(await multiEnvironmentServer.administrator())
    await page.goto('/production/activity')
    const table = page.getByRole('table', { name: 'Audit log' })
    const rows = table.locator('tbody tr')
    await expect(rows.first()).toBeVisible()
    const [time, who] = await Promise.all(
      [rows.first().locator('time'), rows.first().getByRole('cell').nth(1)].map((part) => part.boundingBox()),
    )
    expect((time?.x ?? Number.NaN) + (time?.width ?? Number.NaN), 'a time ends before the name').toBeLessThan(
      who?.x ?? 0,
    )
    await page.getByLabel('Who').selectOption('Bea Busy')
    await expect(page).toHaveURL(`/production/activity?who=${busy.id}`)
    await expect(rows).toHaveCount(100)
    await expect(page.getByText('The newest 100 entries')).toBeVisible()
    await page.getByRole('button', { name: 'Older entries' }).click()
    await expect(page.getByText('109 entries, none older')).toBeVisible()
    // Long lists draw only the rows near the screen.
    await expect(async () => {
      await rows.last().scrollIntoViewIfNeeded()
      await expect(rows.last()).toContainText('Accepted invitation', { timeout: 500 })
    }).toPass()

    const inPage = async (query: string) => {
      const answer = await page.request.get(`/api/console${listAudit.path}?limit=500&actor_id=${busy.id}${query}`)
      return listAudit.response.parse(await answer.json()).entries
    }
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export CSV' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d\.csv$/)
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n')
      // The second column has the times of the first on the viewer's clock.
      .map((line) => line.split(',').toSpliced(2, 1).join(','))
    const { details: _, ...fields } = auditEntry.shape
    const columns = [...Object.keys(fields), ...Object.keys(auditDetails.shape)]
    const cells = ({ details, ...entry }: AuditEntry) => {
      const values = new Map(Object.entries({ ...entry, ...details, subjects: entry.subjects.join(' ') }))
      return columns.map((column) => values.get(column) ?? '')
    }
    const entries = await inPage('')
    expect(head).toBe(columns.join(','))
    expect(lines).toEqual(entries.map((entry) => cells(entry).join(',')))
    await expect(page.getByRole('alertdialog')).toContainText('109 entries')

    await page.getByLabel('Outcome').selectOption('Refused')
    await expect(rows).toHaveCount(2)
    await expect(table).toContainText('Listed staff')
    await rows.getByRole('button', { name: 'Details: Bea Busy, Listed users' }).click()
    await expect(table).toContainText('Refused. Nothing was shown or changed. Status 422')
    await page.getByLabel('What').selectOption('Listed staff')
    await expect(rows).toHaveCount(1)
    await page.keyboard.press('j')
    await page.keyboard.press('Space')
    await expect(rows.first()).toContainText('Status 403')
    await page.goBack()
    await expect(rows).toHaveCount(2)
    await page.getByLabel('User or order ID').fill(randomUUID())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).last().click()
    await expect(page).toHaveURL('/production/activity')
  },
)

test('it reads well, with entries and without', TWO_PEOPLE, async ({ page, enter, multiEnvironmentServer }) => {
  const { id } = await multiEnvironmentServer.colleague('Ann Entry', 'read_only', null)
  await enter(await multiEnvironmentServer.administrator())
  await page.goto(`/production/activity?who=${id}`)
  const first = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').first()
  await expect(first).toContainText('Signed in')
  await expectAccessible(page, 'audit-log')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText('Filters: Who: Ann Entry')).toBeVisible()
  await expect(page.getByText(/^Vialdesk, Production\. Printed .+ by /)).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Who' })).toHaveCount(0)
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light')
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  // Searching for an ID is logged itself, so the test needs one that nobody has searched for.
  await page.goto(`/production/activity?subject=${randomUUID()}`)
  await expect(page.getByRole('heading', { name: 'No matching entries' })).toBeVisible()
})

journey('a file that does not come says so, and nothing is saved', async ({ page, problems, home }) => {
  problems.allow(/status of 503/)
  await page.goto(`${home}/activity`)
  await page.route('**/audit/export*', (route) => route.fulfill({ status: 503, json: { detail: 'The log rests.' } }))
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('The log rests.')
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})

journey(
  'who disconnected which source: one click from the user page; auditors get it as FHIR',
  async ({ page, service, home }) => {
    const users = await allUsers(service)
    const user = users.findLast(({ connected_sources }) => connected_sources.length > 1)
    const [gone] = user?.connected_sources ?? []
    if (!user || !gone) throw new Error('Nobody has two sources.')
    const { user_id } = user
    const params = { user_id, provider: gone.source.slug }
    await service.delete(buildPath(deregisterProvider.path, params))
    await service.patch(buildPath(updateUser.path, params), {
      data: { client_user_id: `case-${randomUUID().slice(0, 8)}` },
    })

    await page.goto(`${home}/users/${user_id}/connections`)
    await page.getByRole('navigation', { name: 'User sections' }).getByRole('link', { name: 'History' }).click()
    const rows = page.getByRole('table', { name: 'History' }).locator('tbody tr')
    await expect(rows.filter({ hasText: 'Changed the reference' }).first()).toBeVisible()
    const disconnected = rows.filter({ hasText: `Disconnected ${gone.source.name}` }).first()
    await disconnected.getByRole('button', { name: /^Details/ }).click()
    await expect(disconnected).toContainText('Request ID')
    await expectAccessible(page, 'user-history-changes')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Export FHIR' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^(?:demo-)?history-.*\.ndjson$/)
    const events = readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(events.map((line) => JSON.parse(line).resourceType)).toEqual(events.map(() => 'AuditEvent'))
    expect(events.join('\n')).toContain(`disconnected ${gone.source.name}`)
  },
)

journey('the review says who viewed the most people, and leads to the entries', async ({ page, home }) => {
  await page.goto(`${home}/activity`)
  await page.getByLabel('What').selectOption('Viewing, all')
  await expect(page).toHaveURL(/action=group-viewing/)
  await page.getByRole('link', { name: 'Review access' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Access review' })).toBeVisible()
  const rows = page.getByRole('table', { name: /^Staff,/ }).locator('tbody tr')
  await expect(rows.first()).toContainText(/Usually|No earlier month/)
  await expectAccessible(page, 'access-review')
  await rows
    .first()
    .getByRole('link', { name: /^View entries of/ })
    .click()
  await expect(page).toHaveURL(/\/activity\?who=.*action=group-viewing&from=/)
  await expect(page.getByRole('table', { name: 'Audit log' }).locator('tbody tr').first()).toBeVisible()
})
