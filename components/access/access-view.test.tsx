import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { createLinkCode } from '#lib/domains/access/link.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { createPortalUrl, createSignInToken } from '#lib/domains/users/user.ts'
import { announceEnd } from '#lib/kernel/client/session.ts'
import { syncClock } from '#lib/utils/time/clock.ts'
import { AccessView } from './access-view.tsx'

const USER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'
const PORTAL = 'https://portal.example.test/p/very-secret-7Qm2xV'
const TOKEN = 'very-secret-sign-in-token-9fQ2'
const CODE = 'skus4f09b27e'
const DENIED = 'Ask your administrator if you need it.'

const seen: unknown[] = []
let reports = 204

beforeEach(() => {
  seen.length = 0
  reports = 204
  server.use(
    mock(at(listUserProviders, { user_id: USER }), () => HttpResponse.json({ providers: [] })),
    mock(listOrders, () => HttpResponse.json({ orders: [], total: 0, page: 1, size: 100 })),
    mock(reportAction, async ({ request }) => {
      seen.push(await request.json())
      return new HttpResponse(null, { status: reports })
    }),
    mock(at(createPortalUrl, { user_id: USER }), async ({ request }) => {
      seen.push(await request.json())
      return HttpResponse.json({ url: PORTAL, expires_in: 1_209_600 })
    }),
    mock(at(createSignInToken, { user_id: USER }), () => HttpResponse.json({ user_id: USER, sign_in_token: TOKEN })),
  )
})

const view = <AccessView environment="sandbox" user_id={USER} denial={null} />
const card = (name: string) => within(screen.getByRole('region', { name }))
const report = (action: string) => ({ action, environment: 'sandbox', subjects: [USER] })
async function makeToken() {
  const user = userEvent.setup()
  const page = renderPage(view)
  await user.click(card('Sign-in token').getByRole('button', { name: 'Create sign-in token' }))
  await card('Sign-in token').findByRole('button', { name: 'Show' })
  return { user, page }
}

test('without the right nothing can be made, and the page says whom to ask', () => {
  renderPage(<AccessView environment="sandbox" user_id={USER} denial={DENIED} />)
  expect(screen.getByText(DENIED)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

describe('a secret', () => {
  test('is hidden, shown only once that is on record, and hidden again', async () => {
    const { user } = await makeToken()
    expect(document.body.innerHTML).not.toContain('very-secret')
    await user.click(card('Sign-in token').getByRole('button', { name: 'Show' }))
    expect(await screen.findByText(TOKEN)).toBeTruthy()
    expect(seen).toEqual([report('show_secret')])
    await user.click(card('Sign-in token').getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText(TOKEN)).toBeNull()
  })

  test('leaves the page after ten minutes, and that is said', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    try {
      const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
      renderPage(view)
      await user.click(card('Sign-in token').getByRole('button', { name: 'Create sign-in token' }))
      await user.click(await card('Sign-in token').findByRole('button', { name: 'Show' }))
      await screen.findByText(TOKEN)
      await act(() => vi.advanceTimersByTimeAsync(590_000))
      expect(card('Sign-in token').getByRole('button', { name: 'Copy' })).toBeTruthy()
      await act(() => vi.advanceTimersByTimeAsync(11_000))
      expect(screen.getByText(/^The last one was cleared from this page/)).toBeTruthy()
      expect(screen.getByText(/^Sign-in token expired/)).toBeTruthy()
      expect(document.body.innerHTML).not.toContain(TOKEN.slice(-4))
    } finally {
      vi.useRealTimers()
    }
  })

  test('is copied while it is hidden, and that is on record', async () => {
    const { user } = await makeToken()
    await user.click(card('Sign-in token').getByRole('button', { name: 'Copy' }))
    expect(await card('Sign-in token').findByRole('button', { name: 'Copied' })).toBeTruthy()
    expect(await navigator.clipboard.readText()).toBe(TOKEN)
    expect(seen).toEqual([report('copy_secret')])
    expect(screen.getByText(/^Token copied\./)).toBeTruthy()
    expect(document.body.innerHTML).not.toContain('very-secret')
  })

  test('stays hidden and uncopied when the audit log cannot be written', async () => {
    reports = 503
    const { user } = await makeToken()
    await navigator.clipboard.writeText('as before')
    await user.click(card('Sign-in token').getByRole('button', { name: 'Copy' }))
    expect((await screen.findByRole('alert')).textContent).toContain(
      'This couldn’t be recorded in the audit log, so nothing was done',
    )
    await user.click(card('Sign-in token').getByRole('button', { name: 'Show' }))
    await waitFor(() => expect(seen).toHaveLength(2))
    expect(await navigator.clipboard.readText()).toBe('as before')
    expect(document.body.innerHTML).not.toContain('very-secret')
  })

  test.each([
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['somebody signs out', () => announceEnd('signed_out')],
  ])('is cleared when %s', async (_, leave) => {
    await makeToken()
    act(leave)
    expect(card('Sign-in token').queryByRole('button', { name: 'Show' })).toBeNull()
    expect(document.body.innerHTML).not.toContain(TOKEN.slice(-4))
    expect(card('Sign-in token').getByRole('button', { name: 'Create sign-in token' })).toBeTruthy()
  })
})

describe('the portal link', () => {
  test('says what the number means, and of two kinds which it is', async () => {
    const user = userEvent.setup()
    renderPage(view)
    await user.click(card('Portal link').getByRole('radio', { name: /^Send to patient/ }))
    await user.click(card('Portal link').getByRole('button', { name: 'Create portal link' }))
    expect(await card('Portal link').findByText('Short link')).toBeTruthy()
    expect(seen).toEqual([{ context: 'communications', order_id: null }])
    const foot = card('Portal link').getByText('expires_in 1209600').parentElement
    expect(foot?.textContent).toBe('expires_in 1209600, which is 14 days if counted in seconds')
    // Another choice is another link: the one that was made is not what the form says.
    await user.click(card('Portal link').getByRole('radio', { name: /^Open now/ }))
    expect(card('Portal link').queryByText('Short link')).toBeNull()
  })

  test('for a person without demographics leads to the form, and back', async () => {
    server.use(
      mock(at(createPortalUrl, { user_id: USER }), () =>
        HttpResponse.json({ detail: 'The user has no demographics.' }, { status: 422 }),
      ),
    )
    const user = userEvent.setup()
    renderPage(view)
    await user.click(card('Portal link').getByRole('button', { name: 'Create portal link' }))
    const heading = await screen.findByRole('heading', { name: 'Add demographics first' })
    await waitFor(() => expect(document.activeElement).toBe(heading))
    const page = `/sandbox/users/${USER}`
    expect(screen.getByRole('link', { name: 'Add demographics' }).getAttribute('href')).toBe(
      `${page}/demographics?next=${encodeURIComponent(`${page}/access`)}`,
    )
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(card('Portal link').getByRole('button', { name: 'Create portal link' })).toBeTruthy()
  })

  test('for a team that is not in the closed beta says so', async () => {
    server.use(
      mock(at(createPortalUrl, { user_id: USER }), () =>
        HttpResponse.json({ detail: 'feature not enabled' }, { status: 403 }),
      ),
    )
    const user = userEvent.setup()
    renderPage(view)
    await user.click(card('Portal link').getByRole('button', { name: 'Create portal link' }))
    expect(await screen.findByRole('heading', { name: 'Portal links aren’t enabled' })).toBeTruthy()
    expect(screen.getByText('detail: “feature not enabled”')).toBeTruthy()
  })
})

describe('the link code', () => {
  const makeCode = (skew: number) => {
    const asked: (string | null)[] = []
    server.use(
      mock(createLinkCode, ({ request }) => {
        const given = new URL(request.url).searchParams.get('expires_at')
        asked.push(given)
        const expires_at = given ?? new Date(Date.now() + skew + 3_600_000).toISOString()
        return HttpResponse.json({ code: CODE, exchange_url: `sandbox://link?code=${CODE}`, expires_at })
      }),
    )
    return asked
  }

  test('leaves its hour to the service, and counts by the service’s clock', async () => {
    const asked = makeCode(20 * 60_000)
    const user = userEvent.setup()
    renderPage(view)
    syncClock(Date.now() + 20 * 60_000)
    await user.click(card('Mobile link code').getByRole('button', { name: 'Create code' }))
    const left = await screen.findByRole('timer', { name: 'Link code, time left' })
    expect(asked).toEqual([null])
    expect(left.textContent).toMatch(/^(1:00:0\d|59:5\d)left, until /)
    expect(document.body.innerHTML).not.toContain(CODE.slice(-4))
    expect(screen.queryByRole('img', { name: /QR code/ })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show QR code' }))
    expect(await screen.findByRole('img', { name: 'QR code of the app link' })).toBeTruthy()
    expect(seen).toEqual([report('show_secret')])
  })

  test('asks for another time by the server’s clock', async () => {
    const asked = makeCode(20 * 60_000)
    const user = userEvent.setup()
    renderPage(view)
    syncClock(Date.now() + 20 * 60_000)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), '15 minutes')
    await user.click(card('Mobile link code').getByRole('button', { name: 'Create code' }))
    await screen.findByRole('timer', { name: 'Link code, time left' })
    expect(Math.abs(Date.parse(asked[0] ?? '') - Date.now() - 35 * 60_000)).toBeLessThan(5_000)
  })

  test('a time that has passed, for the form or for the service, is said at the field', async () => {
    makeCode(0)
    const user = userEvent.setup()
    renderPage(view)
    await user.selectOptions(screen.getByRole('combobox', { name: 'Works for' }), 'Until a time you choose')
    await user.click(card('Mobile link code').getByRole('button', { name: 'Create code' }))
    expect(await screen.findByText('Choose a date and time.')).toBeTruthy()
    server.use(
      mock(createLinkCode, () =>
        HttpResponse.json(
          { detail: [{ loc: ['query', 'expires_at'], msg: 'Too far away.', type: 'x' }] },
          { status: 422 },
        ),
      ),
    )
    await user.type(screen.getByLabelText(/^Until/), '2999-01-01T10:00')
    await user.click(card('Mobile link code').getByRole('button', { name: 'Create code' }))
    expect(await screen.findByText(/Too far away/)).toBeTruthy()
  })
})

test('puts one link on a sheet once that is on record, and takes it away afterwards', async () => {
  const print = vi.fn()
  vi.stubGlobal('print', print)
  const user = userEvent.setup()
  renderPage(view)
  await user.click(card('Portal link').getByRole('radio', { name: /^Send to patient/ }))
  await user.click(card('Portal link').getByRole('button', { name: 'Create portal link' }))
  await user.click(card('Sign-in token').getByRole('button', { name: 'Create sign-in token' }))
  await card('Sign-in token').findByRole('button', { name: 'Show' })
  await user.click(await card('Portal link').findByRole('button', { name: 'Print card' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(seen.at(-1)).toEqual(report('print_hand_out'))
  const sheet = document.querySelector('[data-print-sheet]')
  expect(sheet?.textContent).toContain(PORTAL)
  expect(sheet?.textContent).not.toContain(TOKEN.slice(-4))
  act(() => void window.dispatchEvent(new Event('afterprint')))
  expect(document.querySelector('[data-print-sheet]')).toBeNull()
  vi.unstubAllGlobals()
})
