import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { type Environment, listEnvironments } from '#lib/domains/environments/environment.ts'
import { type AuthEndpoint, authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { keepSought, keptSought } from '#lib/utils/browser/browser.ts'
import { leaveFor } from '#lib/utils/browser/leave.ts'
import { SignInView } from './sign-in-view.tsx'

const PRODUCTION: Environment = { id: 'production', label: 'Production', kind: 'production' }
const SANDBOX: Environment = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }

const left = vi.mocked(leaveFor)
const sent: unknown[] = []

function answer(endpoint: AuthEndpoint, status: number, body: object, headers: Record<string, string> = {}) {
  server.use(
    mock(endpoint, async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json(body, { status, headers })
    }),
  )
}

function mayEnter(...environments: Environment[]) {
  server.use(mock(listEnvironments, () => HttpResponse.json({ environments })))
}

function show(props: Partial<Parameters<typeof SignInView>[0]> = {}) {
  renderPage(
    <SignInView sso={null} idleMinutes={15} next={null} reason={null} problem={null} offersDemo={false} {...props} />,
  )
}

const fillIn = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.type(screen.getByRole('textbox', { name: 'Work email' }), 'ann@clinic.test')
  await user.type(screen.getByLabelText('Password'), 'a quiet river bends')
}

beforeEach(() => {
  sent.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('which environments there are is told after signing in, where there is a choice', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 200, { status: 'signed_in' })
  mayEnter(PRODUCTION, SANDBOX)
  show()
  expect(screen.queryByText(/Production|Sandbox/)).toBeNull()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect((await screen.findByRole('link', { name: /Sandbox/ })).getAttribute('href')).toBe('/sandbox')
  expect(screen.getByRole('heading', { name: 'Choose an environment' })).toBeTruthy()
  expect(left).not.toHaveBeenCalled()
  expect(sent).toEqual([{ email: 'ann@clinic.test', password: 'a quiet river bends' }])
})

test('where there is no choice signing in leads on at once', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 200, { status: 'signed_in' })
  mayEnter(SANDBOX)
  show()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
})

test('who came from a page goes back to it', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 200, { status: 'signed_in' })
  show({ next: '/sandbox/orders?page=2', reason: 'idle' })
  expect(screen.getByText(/You were signed out after a period of inactivity/)).toBeTruthy()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('/sandbox/orders?page=2'))
})

test('what a link searched for waits in the tab, out of the address, for its own page alone', () => {
  window.history.replaceState(null, '', '/sign-in#q=Stanton')
  show({ next: '/sandbox/orders' })
  expect([window.location.hash, keptSought()]).toEqual(['', null])
  window.history.replaceState(null, '', '/sign-in#q=Stanton')
  show({ next: '/sandbox/find' })
  expect([window.location.hash, keptSought()]).toEqual(['', 'Stanton'])
})

test('what nobody signed in for is forgotten: after ten minutes, and for whoever signs in to something else', () => {
  vi.useFakeTimers()
  keepSought('Stanton')
  vi.advanceTimersByTime(10 * 60_000)
  expect(window.sessionStorage).toHaveLength(0)
  vi.useRealTimers()
  keepSought('Stanton')
  show({ next: '/sandbox/orders' })
  expect(window.sessionStorage).toHaveLength(0)
})

test('a tab that is seen again asks whether another one signed the person in', () => {
  show({ isIdentified: true, next: '/sandbox/orders' })
  expect(router.refresh).not.toHaveBeenCalled()
  fireEvent(document, new Event('visibilitychange'))
  expect(router.refresh).toHaveBeenCalledOnce()
})

test('fields that a password manager knows, and nothing sent while they are empty', async () => {
  const user = userEvent.setup()
  show()
  const email = screen.getByRole('textbox', { name: 'Work email' })
  const password = screen.getByLabelText('Password')
  expect([email.getAttribute('autocomplete'), password.getAttribute('autocomplete')]).toEqual([
    'username',
    'current-password',
  ])
  expect(document.activeElement).toBe(email)
  expect(email.closest('form')?.getAttribute('method')).toBe('post')
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Enter your email address.')).toBeTruthy()
  expect(sent).toEqual([])
})

test('the password can be seen, and is hidden again', async () => {
  const user = userEvent.setup()
  show()
  const eye = screen.getByRole('button', { name: 'Show password' })
  await user.click(eye)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('text')
  await user.click(eye)
  expect(screen.getByLabelText('Password').getAttribute('type')).toBe('password')
})

test('wrong words are said as the server said them, and the password is typed anew', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 401, { detail: 'The email address or password is wrong.' })
  show()
  await fillIn(user)
  await user.keyboard('{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('The email address or password is wrong.')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')))
  expect(left).not.toHaveBeenCalled()
})

test('too many tries: nothing can be sent until the time is over', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  answer(authEndpoints.sign_in, 429, { detail: 'Too many tries. Try again in 2 minutes.' }, { 'retry-after': '90' })
  show()
  await fillIn(user)
  await user.keyboard('{Enter}')
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Too many tries. Try again in 2 minutes.')
  expect(alert.textContent).toContain('1:30')
  const button = screen.getByRole('button', { name: 'Sign in' })
  expect(button).toHaveProperty('disabled', true)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(screen.getByRole('alert').textContent).toMatch(/0:(30|29)/)
  await act(() => vi.advanceTimersByTimeAsync(31_000))
  expect(screen.getByRole('alert').textContent).toBe('You can try again now.')
  expect(button).toHaveProperty('disabled', false)
})

test('a second factor by the app', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 200, { status: 'second_factor' })
  answer(authEndpoints.sign_in_with_code, 200, { status: 'signed_in' })
  mayEnter(PRODUCTION)
  show()
  await fillIn(user)
  await user.keyboard('{Enter}')
  const code = await screen.findByRole('textbox', { name: 'Code' })
  await waitFor(() => expect(document.activeElement).toBe(code))
  expect([code.getAttribute('autocomplete'), code.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric'])
  await user.type(code, '123 456{Enter}')
  await waitFor(() => expect(left).toHaveBeenCalledWith('/'))
  expect(sent.at(-1)).toEqual({ code: '123456' })
})

test('a second factor by a recovery code, after a wrong one', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.sign_in, 200, { status: 'second_factor' })
  answer(authEndpoints.sign_in_with_recovery_code, 401, { detail: 'This code is wrong, expired or already used.' })
  mayEnter(PRODUCTION)
  show()
  await fillIn(user)
  await user.keyboard('{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  await user.type(screen.getByRole('textbox', { name: 'Recovery code' }), 'nope{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('already used')
  answer(authEndpoints.sign_in_with_recovery_code, 200, { status: 'signed_in' })
  await user.keyboard('aaaaa-bbbbb{Enter}')
  await waitFor(() => expect(left).toHaveBeenCalled())
  expect(sent.at(-1)).toEqual({ code: 'aaaaa-bbbbb' })
})

test('single sign-on starts with the way back, and says why it failed', async () => {
  const user = userEvent.setup()
  answer(authEndpoints.start_sso, 200, { url: 'https://id.clinic.test/authorize?x=1' })
  show({ sso: 'Clinic SSO', problem: 'The sign-in was canceled.', next: '/production/users' })
  expect(screen.getByText('The sign-in was canceled.')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Sign in with Clinic SSO' }))
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://id.clinic.test/authorize?x=1'))
  expect(sent).toEqual([{ next: '/production/users' }])
})

test('a wait for one email address does not hold up another', async () => {
  const user = userEvent.setup()
  answer(
    authEndpoints.sign_in,
    429,
    { detail: 'Too many attempts.', code: 'too_many_attempts' },
    { 'retry-after': '900' },
  )
  mayEnter(SANDBOX)
  show()
  await fillIn(user)
  await user.click(screen.getByRole('button', { name: 'Sign in' }))
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Sign in' })
  await waitFor(() => expect(button().disabled).toBe(true))
  const email = screen.getByRole('textbox', { name: 'Work email' })
  await user.clear(email)
  await user.type(email, 'ben@clinic.test')
  expect(button().disabled).toBe(false)
  expect(screen.queryByText(/Too many attempts/)).toBeNull()
  await user.clear(email)
  await user.type(email, 'ANN@clinic.test ')
  expect(button().disabled).toBe(true)
})

test('before there is an administrator it says where the set-up link is', () => {
  show({ needsSetup: true })
  expect(screen.getByText(/Use the set-up link printed in the terminal/)).toBeTruthy()
})
