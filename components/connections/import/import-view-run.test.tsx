import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { saved } from '#components/testing/page.ts'
import { mock, server } from '#components/testing/server.ts'
import { fileName } from '#lib/domains/audit/list-export.ts'
import { bulkImportConnections, listUserProviders } from '#lib/domains/connections/connection.ts'
import {
  bulkImport,
  check,
  choose,
  environmentOf,
  file,
  id,
  open,
  reports,
  resetService,
  row,
  service,
  stopEngine,
  table,
  take,
} from './import-view.testing.tsx'

beforeEach(() => {
  resetService()
})

describe('the import', () => {
  test('asks for the typed environment first in production', async () => {
    const { user, environment } = open(environmentOf('production'))
    await check(user, [row(1)])
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    const begin = dialog.getByRole('button', { name: 'Import 1 connection' })
    expect(begin).toHaveProperty('disabled', true)
    expect(dialog.getByText(/^None of these users has .* yet, so no tokens are replaced\.$/)).toBeTruthy()
    await user.type(dialog.getByRole('textbox'), environment.id)
    expect(service.imports).toEqual([])
    await user.click(begin)
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(service.imports).toHaveLength(1)
    // The record of it holds counts, and neither users nor tokens.
    await waitFor(() => expect(reports.at(-1)).toMatchObject({ state: 'done', rows: 1, connected: 1, failed: 0 }))
    expect(JSON.stringify(reports)).not.toMatch(/token|00000000/)
  })

  test('counts in production whose tokens it replaces, or says that it can’t', async () => {
    const { user } = open(environmentOf('production'))
    service.users.set(id(5), true).set(id(6), true)
    await check(user, [row(1), row(5), row(6), row(6)])
    await screen.findByText(/2 users are already connected/)
    await user.click(screen.getByRole('button', { name: 'Import 3 connections' }))
    const dialog = () => within(screen.getByRole('alertdialog'))
    expect(await screen.findByText(/^Replaces the tokens of 2 users who already have /)).toBeTruthy()
    await user.click(dialog().getByRole('button', { name: /^Do not import/ }))

    // Another choice of rows is counted anew, and where the service is down nothing is made up.
    server.use(mock(listUserProviders, () => HttpResponse.json({ detail: 'Down.' }, { status: 502 })))
    await user.selectOptions(screen.getByRole('combobox', { name: '1 duplicate user' }), 'last')
    await screen.findByText(/We couldn’t check the users/)
    await user.click(screen.getByRole('button', { name: 'Import 3 connections' }))
    expect(await screen.findByText(/^We don’t know how many of these users have .* already/)).toBeTruthy()
  })

  test('joins failed users back to their rows, with what they show now', async () => {
    const { user, environment } = open()
    server.use(mock(listUserProviders, () => HttpResponse.json({ detail: 'Down.' }, { status: 502 }), { once: true }))
    await check(user, [row(1), row(9)])
    await screen.findByText(/We couldn’t check the users/)
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    expect(await screen.findByRole('heading', { name: /^1 of 2 connected/ })).toBeTruthy()
    const rows = table('Rows to review')
    expect(await rows.findByText('No such user')).toBeTruthy()
    expect(rows.getByText('Correct user_id, or create the user first')).toBeTruthy()
    expect(rows.getByText('3')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'All results' }))
    const name = fileName('bulk-import-results', environment.id)
    await waitFor(() => expect(saved.has(name)).toBe(true))
    const csv = (await saved.get(name)?.text()) ?? ''
    expect(csv).toContain(`2,${id(1)},account-1,Imported,`)
    expect(csv).toContain(`3,${id(9)},account-9,Failed,"No such user: Correct user_id, or create the user first"`)
    expect(csv).not.toContain('token-of')
  })

  test('polls queued rows until they are connected, and again on request', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await user.click(screen.getByRole('checkbox', { name: 'Wait up to 20 seconds per batch' }))
    server.use(
      mock(bulkImportConnections, async ({ request }) => {
        await take(request)
        return new HttpResponse(null, { status: 202 })
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(service.imports).toMatchObject([{ wait_for_completion: false }])
    expect(screen.getByText('Queued, then confirmed')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy()
  })

  test('waits as long as a busy service asks, and sends once', async () => {
    const { user } = open()
    await check(user, [row(1)])
    server.use(
      mock(
        bulkImportConnections,
        () => HttpResponse.json({ detail: 'Slow down.' }, { status: 429, headers: { 'retry-after': '60' } }),
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('The service asked us to wait')).toBeTruthy()
    expect(alert.getByText(/^Retrying in (?:60|59) s$/)).toBeTruthy()
    await user.click(alert.getByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(service.imports).toHaveLength(1)
  })

  test('stops with the detail of a refusal, and resumes when it is allowed', async () => {
    const { user } = open()
    await check(user, [row(1)])
    server.use(
      mock(bulkImportConnections, () => HttpResponse.json({ detail: 'Bulk import is not enabled.' }, { status: 403 }), {
        once: true,
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    expect(await screen.findByText(/Bulk import is not enabled/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Resume import' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
  })

  test('shows rows on their way as sending, not as a warning', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await screen.findByText(/Every user exists/)
    const answer = Promise.withResolvers<void>()
    server.use(
      mock(
        bulkImportConnections,
        async ({ request }) => {
          await answer.promise
          const { imported, failed } = await take(request)
          return HttpResponse.json({ user_ids_imported: imported, user_ids_failed: failed })
        },
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    expect(await screen.findByRole('img', { name: 'Connected 0, Sending 2' })).toBeTruthy()
    expect(screen.getByText('No row needs attention so far.')).toBeTruthy()
    expect(screen.queryByText(/No answer/)).toBeNull()
    answer.resolve()
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
  })

  test('looks up a batch without an answer, and does not send it again if it arrived', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await screen.findByText(/Every user exists/)
    server.use(
      mock(
        bulkImportConnections,
        async ({ request }) => {
          await take(request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    await user.click(await screen.findByRole('button', { name: 'Try now' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(screen.getByText('No reply, but it arrived')).toBeTruthy()
    expect(service.imports).toHaveLength(1)
  })

  test('asks a person about a lost batch whose users all had the source before', async () => {
    service.users = new Map([[id(1), true]])
    const { user } = open()
    await check(user, [row(1)])
    await screen.findByText(/(?:are|is) already connected/)
    server.use(mock(bulkImportConnections, () => HttpResponse.error(), { once: true }))
    await user.click(screen.getByRole('button', { name: 'Import 1 connection' }))
    await user.click(await screen.findByRole('button', { name: 'Try now' }))
    expect(await screen.findByText('Batch 1 (1 row) got no reply')).toBeTruthy()
    expect(await table('Rows to review').findByText('Choose above whether to send it again')).toBeTruthy()
    expect(service.imports).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Send it again' }))
    expect(await screen.findByRole('heading', { name: '1 of 1 connected' })).toBeTruthy()
    expect(service.imports).toHaveLength(1)
  })

  test('can be resumed with the same file after the worker stopped during a wait', async () => {
    const { user } = open()
    await check(user, [row(1), row(2)])
    await screen.findByText(/Every user exists/)
    server.use(
      mock(
        bulkImportConnections,
        async ({ request }) => {
          await take(request)
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    await screen.findByText('The connection was lost')
    stopEngine()
    expect(await screen.findByText('The browser stopped reading the file')).toBeTruthy()
    await choose(user, file([row(1), row(2)]))
    await user.click(await screen.findByRole('button', { name: 'Resume import' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(service.imports).toHaveLength(1)
  })

  test('resumes after a reload with the same file, and with no other', async () => {
    const { user, page, environment } = open()
    await check(user, [row(1), row(2)])
    await user.click(screen.getByRole('checkbox', { name: 'Wait up to 20 seconds per batch' }))
    // The first answer never comes: the page is gone before.
    server.use(
      mock(bulkImportConnections, async ({ request }) => {
        await take(request)
        return new Promise<never>(() => undefined)
      }),
    )
    await user.click(screen.getByRole('button', { name: 'Import 2 connections' }))
    await waitFor(() => expect(service.imports).toHaveLength(1))
    const kept = { ...window.sessionStorage }
    expect(JSON.stringify(kept)).not.toMatch(/token-of|00000000-|members/)
    page.unmount()
    // Another page: nothing of the first is in its memory, only what the tab kept.
    const again = environmentOf()
    window.sessionStorage.setItem(`bulk-import-${again.id}`, kept[`bulk-import-${environment.id}`] ?? '')
    server.use(bulkImport)
    open(again)
    expect(await screen.findByText('An import of Marrowfit didn’t finish')).toBeTruthy()
    await choose(user, file([row(1), row(3)]))
    await screen.findByText('members.csv')
    expect(screen.queryByText('This file was being imported')).toBeNull()
    await user.upload(screen.getByLabelText('Replace'), file([row(1), row(2)]))
    await user.click(await screen.findByRole('button', { name: 'Resume import' }))
    expect(await screen.findByRole('heading', { name: '2 of 2 connected' })).toBeTruthy()
    expect(service.imports).toHaveLength(1)
    expect(window.sessionStorage.getItem(`bulk-import-${again.id}`)).toBeNull()
  })
})
