import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { saved } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { directorySearch, searchDirectory } from '#lib/domains/users/directory.ts'
import { asked, numberedUser, openUsers, READ, searched, TOTAL, view } from './users.testing.tsx'
import { UsersView } from './users-view.tsx'

beforeEach(openUsers)

describe('an export', () => {
  const reported: unknown[] = []
  const report = mock(reportAction, async ({ request }) => {
    reported.push(await request.json())
    return new HttpResponse(null, { status: 204 })
  })

  test('holds everybody found, in the columns on screen, and is on record first', async () => {
    server.use(searched(), report)
    const user = userEvent.setup()
    renderPage(
      <UsersView environment="sandbox" columns="user.created.reference.-sources.-zone.-birth" failure={null} />,
    )
    await screen.findByText('member-0')
    await user.click(screen.getByRole('button', { name: 'Export CSV' }))
    await waitFor(() => expect(saved.size).toBe(1))
    expect(reported).toEqual([{ action: 'export_users', environment: 'sandbox', subjects: [], rows: 260 }])
    const [file] = saved.values()
    const lines = (await file?.text())?.trim().split('\r\n') ?? []
    expect(lines).toHaveLength(TOTAL + 1)
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
    expect(lines[0]).toBe(`user_id,created_on,created_on (${timeZone}),client_user_id`)
    expect(lines[259]).toMatch(
      new RegExp(`^${numberedUser(258).user_id},2026-11-17T16:30:00Z,2026-11-1[78] [\\d:]{8},member-258$`),
    )
    expect(asked.filter(({ after }) => after !== undefined).map(({ limit }) => limit)).toEqual([500])
  })

  test('of more than 1,000 asks for a word; one that is stopped saves nothing', async () => {
    server.use(searched(), report)
    const user = userEvent.setup()
    server.use(
      mock(at(searchDirectory, { environment: 'sandbox' }), async ({ request }) => {
        const body = directorySearch.parse(await request.json())
        if (body.after !== undefined) await delay('infinite')
        const users = [{ user: numberedUser(0), seen_at: '2026-11-19T20:27:00Z' }]
        return HttpResponse.json({ users, total: 1_500, next: null, state: { ...READ, users: 1_500 } })
      }),
    )
    renderPage(view)
    await user.click(await screen.findByRole('button', { name: 'Export CSV' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Export 1,500 users?' }))
    expect(dialog.getByRole('button', { name: 'Export 1,500' })).toHaveProperty('disabled', true)
    await user.type(dialog.getByRole('textbox'), 'export')
    await user.click(dialog.getByRole('button', { name: 'Export 1,500' }))
    const stop = await screen.findByRole('button', { name: 'Stop export, 0 of 1,500' })
    // The second click of a double-click, say of the one that started it.
    fireEvent.click(stop, { detail: 2 })
    expect(stop.textContent).toContain('Stop export')
    await user.click(stop)
    expect(await screen.findByRole('button', { name: 'Export CSV' })).toBeTruthy()
    expect(saved.size).toBe(0)
  })
})
