import { screen, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { saved } from '#components/testing/page.ts'
import { mock, server } from '#components/testing/server.ts'
import { fileName } from '#lib/domains/audit/list-export.ts'
import { listBulkOps, listUserProviders } from '#lib/domains/connections/connection.ts'
import { listImports } from '#lib/domains/connections/import-log.ts'
import {
  check,
  choose,
  environmentOf,
  file,
  id,
  listProviders,
  open,
  resetService,
  row,
  service,
  table,
} from './import-view.testing.tsx'

beforeEach(() => {
  resetService()
})

describe('the file', () => {
  test('says why a file cannot be used, and takes another one', async () => {
    const { user } = open()
    await choose(user, new File(['[{"a": 1}, {"a": }]'], 'broken.json'))
    expect((await screen.findByRole('alert')).textContent).toContain('Line 1, column 18')
    await choose(user, file([row(1)]))
    expect(await screen.findByText('members.csv')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('offers an example that it can read', async () => {
    const { user } = open()
    await user.click(screen.getByRole('button', { name: 'Example file' }))
    const example = saved.get('bulk-import-example.csv')
    if (!example) throw new Error('There is no example.')
    await choose(user, new File([example], 'example.csv'))
    expect(await screen.findByText('6 of 6 matched')).toBeTruthy()
    expect(screen.getByText(/^3 rows, \d+ bytes, CSV$/)).toBeTruthy()
  })
})

describe('columns', () => {
  test('guesses the mapping, lets people change it, and shows only the end of tokens', async () => {
    const { user, page } = open()
    await choose(user, file([row(1)]))
    const user_id = await screen.findByRole('combobox', { name: 'Column of user_id' })
    expect(user_id).toHaveProperty('value', '0')
    expect(await screen.findByText('Read as Unix seconds.', { exact: false })).toBeTruthy()
    expect(page.container.textContent).not.toContain('token-of-1')
    await user.selectOptions(screen.getByRole('combobox', { name: 'Column of provider_id' }), '1')
    // A column holds one field.
    expect(screen.getByRole('combobox', { name: 'Column of access_token' })).toHaveProperty('value', '')
    expect(screen.getByText('Choose the source.')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'korrin_ring')
    expect(screen.getByText('Choose the column of access_token.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', true)
  })

  test('takes a source that is not in the list by its slug, with a warning', async () => {
    const { user } = open()
    await choose(user, file([row(1)]))
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Source' }), '-')
    const slug = screen.getByRole('textbox', { name: 'Source slug' })
    await user.type(slug, 'New Watch')
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', true)
    await user.clear(slug)
    await user.type(slug, 'new_watch')
    expect(screen.getByText(/This console doesn’t know this source/)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Check 1 row' })).toHaveProperty('disabled', false)
    await user.clear(slug)
    await user.type(slug, 'phone_health_store')
    expect(screen.getByText(/This source has no cloud OAuth/)).toBeTruthy()
  })
})

describe('the check', () => {
  test('lists the problems of every row, before and after the users are looked up', async () => {
    const { user, environment } = open()
    service.users.set(id(5), true)
    await check(user, [row(1), row(2, { user: 'nobody' }), row(3, { refresh: '' }), row(4), row(4), row(5), row(9)])
    expect(
      await screen.findByText(/1 row has an unknown user and will be skipped\. 1 user is already connected/),
    ).toBeTruthy()
    expect(screen.getByText('3 rows will be sent.', { exact: false }).textContent).toContain(
      '4 rows with errors are left out.',
    )
    const rows = table('Rows in the file')
    for (const words of [
      'user_id is not a UUID',
      'refresh_token is empty',
      'Same user_id as row 5',
      'Already connected, tokens will be replaced',
      'No user with this user_id',
    ])
      expect(await rows.findByText(words)).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Warnings 1' }))
    expect(await table('Rows in the file').findByText(/Already connected, tokens will be replaced/)).toBeTruthy()
    expect(table('Rows in the file').getAllByRole('row')).toHaveLength(2)
    await user.click(screen.getByRole('button', { name: 'Download problem rows' }))
    // Named like every file: with the environment and the viewer's day.
    const name = fileName('bulk-import-problems', environment.id)
    const csv = (await saved.get(name)?.text()) ?? ''
    expect(csv.split('\r\n')).toHaveLength(7)
    expect(csv).not.toContain('token-of')
  })

  test('a file that a spreadsheet saved: shortened IDs are errors, rounded ones warnings, rows are found by a part', async () => {
    const { user } = open()
    const lines = [
      'sep=;',
      'user_id;access_token;refresh_token;provider_id;expires_at',
      `${id(1)};tok-one;ref-one;1.23457E+14;1798000000`,
      `${id(2)};tok-two;ref-two;123456789012345000;1798000000`,
      `${id(3)};tok-three;ref-three;223456789012345000;1798000000`,
      `${id(4)};2.19E+03;ref-four;aa-4;1798000000`,
    ]
    await choose(user, new File(['\ufeff', lines.join('\r\n')], 'saved.csv'))
    expect(await screen.findByText('5 of 6 matched')).toBeTruthy()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Source' }), 'marrowfit')
    await user.click(screen.getByRole('button', { name: 'Check 4 rows' }))
    await screen.findByText(/will be sent/)
    expect(screen.getByRole('radio', { name: 'Errors 2' })).toBeTruthy()
    expect(screen.getByRole('radio', { name: 'Warnings 2' })).toBeTruthy()
    await user.type(screen.getByRole('textbox', { name: 'Row, user, account or problem' }), '2234567')
    expect(await screen.findByText('1 found')).toBeTruthy()
    const [, found] = await table('Rows in the file').findAllByRole('row')
    expect(found?.textContent).toMatch(/^5.*after the 15th are zeros/)
  })

  test('asks what to do with expired tokens', async () => {
    const { user } = open()
    await check(user, [row(1), row(2, { expiry: 1_700_000_000 })])
    await user.selectOptions(screen.getByRole('combobox', { name: '1 row with an expired access token' }), 'leave_out')
    expect(await screen.findByText('1 row will be sent.', { exact: false })).toBeTruthy()
    expect(await table('Rows in the file').findByText(/^Token expired/)).toBeTruthy()
  })

  test('continues without the look-up when the service does not answer', async () => {
    server.use(mock(listUserProviders, () => HttpResponse.json({ detail: 'It is down.' }, { status: 502 })))
    const { user } = open()
    await check(user, [row(1)])
    expect(await screen.findByText(/We couldn’t check the users in Sandbox: It is down/)).toBeTruthy()
    server.use(listProviders)
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Every user exists\. None is connected yet/)).toBeTruthy()
  })
})

test('the service’s own record says how each operation went, and which import it belongs to', async () => {
  const made = { provider: 'marrowfit', rows: 3, connected: 3, failed: 0, state: 'done' as const, id: id(1) }
  const past = { ...made, started_by: 'Ada', started_at: '2026-11-21T08:00:00Z', changed_at: '2026-11-21T08:05:00Z' }
  const op = { type: 'bulk_import', status: 'success', provider: 'marrowfit', pending: 0, processed: 3 }
  const asked: (string | null)[] = []
  server.use(
    mock(listImports, () => HttpResponse.json({ imports: [past] })),
    mock(listBulkOps, ({ request }) => {
      const cursor = new URL(request.url).searchParams.get('next_cursor')
      asked.push(cursor)
      const newest = [
        { ...op, status: 'in_progress', pending: 2, processed: 1, started_at: '2026-11-21T09:00:00Z', ended_at: null },
        { ...op, started_at: '2026-11-21T08:01:00Z', ended_at: '2026-11-21T08:01:02Z' },
      ]
      const oldest = [
        { ...op, status: 'failure', started_at: '2026-11-20T08:01:00Z', ended_at: '2026-11-20T08:01:02Z' },
      ]
      return HttpResponse.json(
        cursor ? { data: oldest, next_cursor: null } : { data: newest, next_cursor: `1.${id(2)}` },
      )
    }),
  )
  const { user } = open()
  const card = within(
    (await screen.findByRole('heading', { name: 'Bulk operations' })).closest('section') ?? document.body,
  )
  await user.click(await card.findByRole('button', { name: 'Show older' }))
  await card.findByText('Failed')
  const rows = card.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatch(/1 of 3 connections processed.*Running.*Not from a past import/)
  expect(rows[1]).toMatch(/3 of 3 connections processed.*Finished.*Import by Ada/)
  expect(rows[2]).toMatch(/Failed.*Not from a past import/)
  expect(asked.slice(0, 2)).toEqual([null, `1.${id(2)}`])
})

test('a service that isn’t the embedded one is asked for none', async () => {
  open(environmentOf('production'))
  expect(await screen.findByText('No one has imported connections here yet.')).toBeTruthy()
  expect(screen.queryByText('Bulk operations')).toBeNull()
})
