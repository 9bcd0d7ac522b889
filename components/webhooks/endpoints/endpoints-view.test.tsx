import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { OwnerCheckSlot } from '#components/staff/session/notices-slot.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { DELIVERIES } from '#components/webhooks/deliveries/delivery-search.ts'
import { authEndpoints } from '#lib/domains/staff/sign-in.ts'
import {
  createWebhookEndpoint,
  enableWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpoint,
} from '#lib/domains/webhooks/endpoints.ts'
import { EndpointsView } from './endpoints-view.tsx'

const ENVIRONMENT = { environment: 'sandbox' }
const ID = '11111111-1111-4111-8111-111111111111'
const INBOX = '22222222-2222-4222-8222-222222222222'

function endpointOf(change: Partial<WebhookEndpoint> = {}): WebhookEndpoint {
  return {
    id: ID,
    kind: 'url',
    name: 'Clinic portal',
    url: 'https://portal.test/hook',
    event_types: ['labtest.order.*', 'daily.data.*'],
    created_at: '2026-11-20T08:00:00.000Z',
    disabled: null,
    previous_secret_until: null,
    failures: 0,
    open: 2,
    health: { attempts: 1000, succeeded: 999, p95_ms: 1240, last_success_at: '2026-11-21T07:00:00.000Z' },
    ...change,
  }
}

const shows = (...endpoints: WebhookEndpoint[]) =>
  server.use(mock(at(listWebhookEndpoints, ENVIRONMENT), () => HttpResponse.json({ endpoints })))

const view = <EndpointsView environment="sandbox" failure={null} />
const card = () => screen.findByRole('region', { name: /^Clinic portal/ })

beforeEach(() => window.history.replaceState(null, '', '/sandbox/settings/webhooks'))

test('an endpoint says what it gets and how it is doing; never 100% while one attempt failed', async () => {
  shows(endpointOf())
  renderPage(view)
  const own = await card()
  expect(own.textContent).toContain('Orders, Daily data')
  expect(own.textContent).toContain('99.9% of 1,000 attempts')
  expect(own.textContent).toContain('1,240 ms')
  expect(within(own).getByRole('heading').textContent).toBe('Clinic portalEnabled')
})

test('the console’s own inbox gets no test events', async () => {
  shows(endpointOf(), endpointOf({ id: INBOX, kind: 'inbox', name: 'Vialdesk inbox', url: null }))
  renderPage(view)
  const tests = (own: HTMLElement) => within(own).queryAllByRole('button', { name: 'Send test event' }).length
  const inbox = await screen.findByRole('region', { name: /^Vialdesk inbox/ })
  expect([tests(await card()), tests(inbox)]).toEqual([1, 0])
})

test('a few failures in a row say so at once, and lead to the deliveries', async () => {
  shows(endpointOf({ failures: 12 }))
  renderPage(view)
  const own = await card()
  expect(within(own).getByRole('heading').textContent).toBe('Clinic portalFailing: 12 in a row, disabled at 100')
  expect(own.textContent).toContain('The last 12 attempts failed.')
  const href = within(own)
    .getByRole('link', { name: /^View these deliveries/ })
    .getAttribute('href')
  const asked = DELIVERIES.read(new URLSearchParams(href?.split('?')[1]))
  expect(asked).toMatchObject({ place: { filters: { endpoints: [ID], states: ['retrying', 'gave_up'] } }, ignored: [] })
})

test.each([
  ['2026-11-20T08:00:00.000Z', 'Nothing delivered yet'],
  ['2026-09-20T08:00:00.000Z', 'Nothing delivered in 30 days'],
])('an endpoint of %s that nothing was delivered to doesn’t look healthy', async (created_at, words) => {
  const { health } = endpointOf()
  shows(endpointOf({ created_at, health: { ...health, attempts: 0, succeeded: 0, last_success_at: null } }))
  renderPage(view)
  const heading = within(await card()).getByRole('heading')
  expect(heading.textContent).toBe(`Clinic portal${words}`)
})

test('enabling asks since when, and sends that', async () => {
  const sent: unknown[] = []
  const disabled = { at: '2026-11-21T06:00:00.000Z', reason: 'gone' } as const
  shows(endpointOf({ disabled }))
  server.use(
    mock(at(enableWebhookEndpoint, { ...ENVIRONMENT, endpoint_id: ID }), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ endpoint: endpointOf(), recovered: 3 })
    }),
  )
  renderPage(view)
  expect((await card()).textContent).toContain('It answered 410 Gone.')
  await userEvent.click(within(await card()).getByRole('button', { name: 'Enable' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enable “Clinic portal”' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Enable' }))
  await expect.poll(() => sent).toEqual([{ recover_since: disabled.at }])
})

test('adding one sends its fields; all kinds are all events', async () => {
  const sent: unknown[] = []
  shows()
  server.use(
    mock(at(createWebhookEndpoint, ENVIRONMENT), async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ endpoint: endpointOf(), secret: 'whsec_c2VjcmV0' }, { status: 201 })
    }),
  )
  renderPage(view)
  await userEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add endpoint' })
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Clinic portal')
  await userEvent.type(within(dialog).getByRole('textbox', { name: 'URL' }), 'https://portal.test/hook')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add endpoint' }))
  expect(await screen.findByRole('dialog', { name: 'Signing secret of “Clinic portal”' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'Clinic portal', url: 'https://portal.test/hook', event_types: null }])
  expect(document.body.textContent).not.toContain('whsec_c2VjcmV0')
})

test.each([
  { hasPassword: true, hasSecondFactor: true },
  { hasPassword: true, hasSecondFactor: false },
  { hasPassword: false, hasSecondFactor: false },
])('a new address asks who it is, over what was typed: %o', async ({ hasPassword, hasSecondFactor }) => {
  const proofs: unknown[] = []
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  let isConfirmed = false
  shows()
  server.use(
    mock(authEndpoints.get_own_identity, () =>
      HttpResponse.json({ label: 'Clinic ID', linked: !hasPassword, has_password: hasPassword }),
    ),
    mock(authEndpoints.confirm_owner, async ({ request }) => {
      proofs.push(await request.json())
      isConfirmed = true
      return new HttpResponse(null, { status: 204 })
    }),
    mock(authEndpoints.confirm_owner_by_sso, () => {
      isConfirmed = true
      return HttpResponse.json({ url: 'https://id.test/authorize' })
    }),
    mock(at(createWebhookEndpoint, ENVIRONMENT), () =>
      isConfirmed
        ? HttpResponse.json({ endpoint: endpointOf(), secret: 'whsec_c2VjcmV0' }, { status: 201 })
        : HttpResponse.json({ code: 'confirmation_required', detail: 'Confirm that it’s you.' }, { status: 403 }),
    ),
  )
  renderPage(
    <>
      {view}
      <OwnerCheckSlot hasSecondFactor={hasSecondFactor} />
    </>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add endpoint' }))
  const form = await screen.findByRole('dialog', { name: 'Add endpoint' })
  await userEvent.type(within(form).getByRole('textbox', { name: 'Name' }), 'Clinic portal')
  await userEvent.type(within(form).getByRole('textbox', { name: 'URL' }), 'https://portal.test/hook')
  await userEvent.click(within(form).getByRole('button', { name: 'Add endpoint' }))

  const refused = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  await userEvent.click(within(refused).getByRole('button', { name: /^Cancel/ }))
  expect(await within(form).findByText('Confirm that it’s you.')).toBeTruthy()
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Clinic portal')

  await userEvent.click(within(form).getByRole('button', { name: 'Add endpoint' }))
  const check = await screen.findByRole('dialog', { name: 'Confirm it’s you' })
  if (hasPassword) await userEvent.type(within(check).getByLabelText('Your password'), 'a quiet river bends')
  if (hasSecondFactor) await userEvent.type(within(check).getByRole('textbox', { name: 'Code' }), '123 456')
  await userEvent.click(within(check).getByRole('button', { name: hasPassword ? 'Confirm' : 'Sign in with Clinic ID' }))
  if (!hasPassword) {
    const back = await screen.findByRole('dialog', { name: 'Signed in with Clinic ID?' })
    await userEvent.click(within(back).getByRole('button', { name: 'Continue' }))
  }
  expect(await screen.findByRole('dialog', { name: 'Signing secret of “Clinic portal”' })).toBeTruthy()
  expect(opened.mock.calls.map(([url]) => url)).toEqual(hasPassword ? [] : ['https://id.test/authorize'])
  expect(proofs).toEqual(
    hasPassword ? [{ password: 'a quiet river bends', code: hasSecondFactor ? '123456' : '' }] : [],
  )
})

test('a remote service has no endpoints here', async () => {
  server.use(mock(at(listWebhookEndpoints, ENVIRONMENT), () => HttpResponse.json({ endpoints: null })))
  renderPage(view)
  expect(await screen.findByText('Managed in the service')).toBeTruthy()
})
