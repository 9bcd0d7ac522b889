import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { type AuthEndpoint, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { makeViewer } from '#lib/domains/staff/viewer.testing.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { SetupView } from './setup-view.tsx'

const TOKEN = 'MFONy-7SQjNo43aOmUdPpbDnpk6AHGXMkSv4frDT9Bs'
const PASSWORD = 'a quiet river bends'
const INVITATION = {
  kind: 'invitation',
  email: 'wren@clinic.test',
  name: 'Wren Halloran',
  expires_at: '2026-11-26T20:32:00Z',
}
const FIRST = { kind: 'administrator', email: null, name: null, expires_at: '2026-11-20T20:32:00Z' }

const sent: { name: string; body: unknown }[] = []

function answer(endpoint: AuthEndpoint, status: number, body: object | null) {
  server.use(
    mock(endpoint, async ({ request }) => {
      sent.push({ name: endpoint.name, body: await request.json() })
      return body ? HttpResponse.json(body, { status }) : new HttpResponse(null, { status })
    }),
  )
}

function open(hash: string, sso: string | null = null) {
  window.history.replaceState(null, '', `/setup${hash}`)
  renderPage(<SetupView sso={sso} />)
}

beforeEach(() => {
  sent.length = 0
  mustEnroll(false)
})

/** Whether the role of whoever has just set their password needs a second factor. */
function mustEnroll(must_enroll: boolean) {
  const viewer = makeViewer({ role: 'support', second_factor: false, must_enroll })
  server.use(mock(getViewer, () => HttpResponse.json(viewer)))
}

test('the token is read once, sent in a body, and gone from the address', async () => {
  answer(authEndpoints.check_link, 200, INVITATION)
  open(`#${TOKEN}`)
  expect(window.location.href).not.toContain(TOKEN)
  expect(await screen.findByRole('heading', { name: 'Welcome, Wren Halloran' })).toBeTruthy()
  expect(sent).toEqual([{ name: 'check_link', body: { token: TOKEN } }])
  expect(document.body.innerHTML).not.toContain(TOKEN)
})

test('an invited person sets a password that meets the rules, ticked off while they type', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.check_link, 200, INVITATION)
  answer(authEndpoints.use_link, 200, { status: 'signed_in' })
  open(`#${TOKEN}`)
  const password = await screen.findByLabelText('New password')
  expect(password.getAttribute('autocomplete')).toBe('new-password')
  const unmet = () => screen.getAllByText(': not yet').length
  expect(unmet()).toBe(3)
  await user.type(password, 'wren walks along a river')
  await waitFor(() => expect(unmet()).toBe(1))
  expect(screen.getByRole('meter', { name: 'Password strength' }).getAttribute('aria-valuetext')).toBe('Weak')
  await user.keyboard('{Enter}')
  expect(await screen.findByText('Don’t use your name or part of your email address.')).toBeTruthy()
  await user.clear(password)
  await user.type(password, `${PASSWORD}{Enter}`)
  expect(await screen.findByRole('heading', { name: 'Two-factor authentication' })).toBeTruthy()
  expect(sent.at(-1)).toEqual({ name: 'use_link', body: { token: TOKEN, password: PASSWORD } })
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(leaveFor).toHaveBeenCalledWith('/')
})

test('the first administrator gives name and email, then a second factor and keeps its codes', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.check_link, 200, FIRST)
  answer(authEndpoints.use_link, 200, { status: 'signed_in' })
  answer(authEndpoints.enroll_second_factor, 200, {
    uri: 'otpauth://totp/Vialdesk:ann@clinic.test?secret=JBSWY3DPEHPK3PXP&issuer=Vialdesk',
    recovery_codes: ['aaaaa-bbbbb', 'ccccc-ddddd'],
  })
  open(`#${TOKEN}`)
  await user.type(await screen.findByRole('textbox', { name: 'Your name' }), 'Ann Clinic')
  await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'ann@clinic.test')
  await user.type(screen.getByLabelText('New password'), `${PASSWORD}{Enter}`)
  await user.click(await screen.findByRole('button', { name: 'Set up two-factor authentication' }))
  expect(sent.slice(1)).toEqual([
    { name: 'use_link', body: { token: TOKEN, password: PASSWORD, email: 'ann@clinic.test', name: 'Ann Clinic' } },
    { name: 'enroll_second_factor', body: { password: PASSWORD } },
  ])
  expect(await screen.findByRole('img', { name: 'QR code for an authenticator app' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()

  answer(authEndpoints.confirm_second_factor, 422, {
    detail: [{ loc: ['body', 'code'], msg: 'This code is wrong.', type: 'x' }],
  })
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '111111{Enter}')
  expect(await screen.findByText('This code is wrong.')).toBeTruthy()
  answer(authEndpoints.confirm_second_factor, 204, null)
  await user.clear(screen.getByRole('textbox', { name: 'Code' }))
  await user.type(screen.getByRole('textbox', { name: 'Code' }), '222 222{Enter}')

  const codes = await screen.findByRole('list', { name: 'Recovery codes' })
  expect(codes.textContent).toBe('aaaaa-bbbbbccccc-ddddd')
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  expect(await navigator.clipboard.readText()).toBe('aaaaa-bbbbb\nccccc-ddddd')
  const on = screen.getByRole('button', { name: 'Continue' })
  expect(on).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('checkbox', { name: 'I’ve saved these codes' }))
  await user.click(on)
  expect(leaveFor).toHaveBeenCalledWith('/')
})

test('a link that was used says so and what to do', async () => {
  const detail = 'This link has been used or has expired. Ask for a new one.'
  answer(authEndpoints.check_link, 410, { detail })
  open(`#${TOKEN}`)
  expect(await screen.findByText(detail)).toBeTruthy()
  expect(screen.getByText(/An administrator can create a new one/)).toBeTruthy()
})

test('an address without its link is refused without a call', async () => {
  open('')
  expect(await screen.findByRole('heading', { name: 'This link doesn’t work' })).toBeTruthy()
  expect(sent).toEqual([])
})

test('a link that could not be looked at can be tried again', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.check_link, 503, { detail: 'Signing in does not work at the moment. Try again in a minute.' })
  open(`#${TOKEN}`)
  await user.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(sent).toHaveLength(2))
})

test('an invited person may continue with single sign-on instead; the first administrator may not', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.check_link, 200, INVITATION)
  answer(authEndpoints.start_sso, 200, { url: 'https://id.clinic.test/authorize?state=x' })
  open(`#${TOKEN}`, 'Clinic ID')
  await user.click(await screen.findByRole('button', { name: 'Continue with Clinic ID' }))
  await waitFor(() => expect(leaveFor).toHaveBeenCalledWith('https://id.clinic.test/authorize?state=x'))
  expect(sent.at(-1)).toEqual({ name: 'start_sso', body: { next: '/', token: TOKEN } })
})

test('the first administrator sets a password, also with single sign-on', async () => {
  answer(authEndpoints.check_link, 200, FIRST)
  open(`#${TOKEN}`, 'Clinic ID')
  await screen.findByLabelText('New password')
  expect(screen.queryByRole('button', { name: /Clinic ID/ })).toBeNull()
})

test('whose role needs a second factor can’t put it off', async () => {
  const user = userEvent.setup()
  mustEnroll(true)
  answer(authEndpoints.check_link, 200, INVITATION)
  answer(authEndpoints.use_link, 200, { status: 'signed_in' })
  open(`#${TOKEN}`)
  await user.type(await screen.findByLabelText('New password'), PASSWORD)
  await user.click(screen.getByRole('button', { name: 'Set password' }))
  expect(await screen.findByText('Your role requires it.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Not now' })).toBeNull()
})
