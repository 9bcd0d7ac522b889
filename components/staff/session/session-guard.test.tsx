import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { act, cleanup, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { authEndpoints } from '#lib/domains/staff/sign-in.ts'
import { listStaff } from '#lib/domains/staff/staff.ts'
import { getViewer } from '#lib/domains/staff/viewer.ts'
import { hasDraft, holdDraft } from '#lib/kernel/client/drafts.ts'
import { consoleRequest } from '#lib/kernel/client/request.ts'
import { announceEnd, onSessionEvent } from '#lib/kernel/client/session.ts'
import { writeCookie } from '#lib/utils/browser/browser.ts'
import { blankPage, leaveFor, loadAgain } from '#lib/utils/browser/leave.ts'
import { signInPath } from '#lib/utils/http/own-path.ts'
import { SessionGuard } from './session-guard.tsx'

const MINUTE = 60_000
const KEY = ['patients']
const VIEWER = {
  id: 'a1',
  email: 'ann@clinic.test',
  name: 'Ann Clinic',
  role: 'support',
  environments: null,
  second_factor: true,
  idle_timeout: 15 * MINUTE,
  ends_at: '2026-11-21T20:00:00Z',
}
const PERSON = { id: VIEWER.id, email: VIEWER.email }
const left = vi.mocked(leaveFor)
const tab = new BroadcastChannel('vialdesk-session')
let asked = 0
let signedOut = 0

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  asked = 0
  signedOut = 0
  window.history.replaceState(null, '', '/production/orders?page=2')
  server.use(
    mock(getViewer, () => {
      asked += 1
      return HttpResponse.json(VIEWER)
    }),
    mock(authEndpoints.sign_out, () => {
      signedOut += 1
      return new HttpResponse(null, { status: 204 })
    }),
  )
})
afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  // A sign-out that is still under way would give the next test’s end its own reason.
  await vi.waitFor(() => {
    const said: unknown[] = []
    const stop = onSessionEvent((event) => said.push(event))
    announceEnd('ended')
    stop()
    expect(said).toEqual([{ kind: 'ended', why: 'ended' }])
  })
})

const user = () => userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

let client: QueryClient | undefined

function Memory() {
  client = useQueryClient()
  return null
}

function show(ends_in = 12 * 60 * MINUTE) {
  renderPage(
    <>
      <Memory />
      <SessionGuard person={PERSON} idle={15 * MINUTE} ends_in={ends_in} />
    </>,
  )
  client?.setQueryData(KEY, ['Theo Lindqvist'])
  return () => client?.getQueryData(KEY)
}

test('a minute before the end it asks, counts down, and staying is one press', async () => {
  show()
  await pass(14 * MINUTE)
  const dialog = await screen.findByRole('alertdialog', { name: 'Are you still there?' })
  expect(screen.getByRole('timer').textContent).toMatch(/^(1:00|0:5\d)$/)
  await pass(20_000)
  expect(screen.getByRole('timer').textContent).toMatch(/^0:(3\d|40)$/)
  const stay = screen.getByRole('button', { name: 'Stay signed in' })
  expect(document.activeElement).toBe(stay)
  await user().click(stay)
  await pass(500)
  expect(asked).toBe(1)
  expect(dialog.isConnected).toBe(false)
  expect(left).not.toHaveBeenCalled()
})

test('without an answer the session ends, on the server, in memory and on the screen', async () => {
  const remembered = show()
  await pass(15 * MINUTE)
  await vi.waitFor(() =>
    expect(left).toHaveBeenCalledWith('/sign-in?next=%2Fproduction%2Forders%3Fpage%3D2&reason=idle'),
  )
  expect(remembered()).toBeUndefined()
  expect(vi.mocked(blankPage)).toHaveBeenCalled()
  await vi.waitFor(() => expect(signedOut).toBe(1))
})

test('signing out in another tab signs out here, leads back to no page and hides patients again', async () => {
  writeCookie('patient_data_production', 'shown-1789000000000')
  writeCookie('patient_data_sandbox', 'masked')
  const remembered = show()
  tab.postMessage({ kind: 'ended', why: 'signed_out' })
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith('/sign-in?reason=signed_out'))
  expect(remembered()).toBeUndefined()
  expect(document.cookie).toBe('patient_data_sandbox=masked')
  expect(signedOut).toBe(0)
})

test('a call that is answered 401 leads to the sign-in page, in this tab and in the others', async () => {
  const heard: unknown[] = []
  tab.onmessage = ({ data }: MessageEvent<unknown>) => heard.push(data)
  server.use(mock(listStaff, () => HttpResponse.json({ detail: 'Sign in again.' }, { status: 401 })))
  const remembered = show()
  await expect(consoleRequest(listStaff, {}, { origin: 'http://localhost:3000' })).rejects.toThrow('Sign in again.')
  expect(left).toHaveBeenCalledWith('/sign-in?next=%2Fproduction%2Forders%3Fpage%3D2&reason=ended')
  expect(remembered()).toBeUndefined()
  await vi.waitFor(() => expect(heard).toContainEqual({ kind: 'ended', why: 'ended' }))
})

test('a person at work is never asked', async () => {
  show()
  const person = user()
  for (let minute = 0; minute < 20; minute++) {
    await pass(MINUTE)
    await person.keyboard('x')
  }
  await pass(500)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(asked).toBeGreaterThan(10)
})

test('what a page asks for by itself does not keep the session alive', async () => {
  const marks: (string | null)[] = []
  server.use(
    mock(listStaff, ({ request }) => {
      marks.push(request.headers.get('x-console-background'))
      return HttpResponse.json({ staff: [] })
    }),
  )
  show()
  const poll = () => consoleRequest(listStaff, {}, { origin: 'http://localhost:3000' })
  await user().keyboard('x')
  await poll()
  await pass(11_000)
  await poll()
  await user().keyboard('x')
  await poll()
  expect(marks).toEqual([null, '1', null])
  // Once the question stands, moving about is no answer to it.
  await pass(14 * MINUTE)
  await screen.findByRole('alertdialog')
  await user().keyboard('x')
  await poll()
  expect(marks.at(-1)).toBe('1')
})

test('the end that nothing moves is announced, and can be put aside until then', async () => {
  show(4 * MINUTE)
  await screen.findByRole('alertdialog', { name: 'Your session ends soon' })
  await user().click(screen.getByRole('button', { name: 'Keep working' }))
  await pass(500)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await pass(4 * MINUTE)
  await vi.waitFor(() => expect(left.mock.calls[0]?.[0]).toContain('reason=ended'))
})

test('a page goes into the browser’s memory blank, and is loaded anew when it comes back', () => {
  show()
  const turn = (type: string, persisted: boolean) =>
    window.dispatchEvent(Object.defineProperty(new Event(type), 'persisted', { value: persisted }))
  turn('pagehide', false)
  expect(vi.mocked(blankPage)).not.toHaveBeenCalled()
  turn('pagehide', true)
  expect(vi.mocked(blankPage)).toHaveBeenCalled()
  turn('pageshow', true)
  expect(vi.mocked(loadAgain)).toHaveBeenCalled()
})

test('a call that is refused while the session is being ended doesn’t say why it ends, and the server ends it first', async () => {
  const answered = Promise.withResolvers<void>()
  server.use(
    mock(authEndpoints.sign_out, async () => {
      await answered.promise
      return new HttpResponse(null, { status: 204 })
    }),
  )
  show()
  await pass(15 * MINUTE)
  expect(left).not.toHaveBeenCalled()
  announceEnd('ended')
  answered.resolve()
  await vi.waitFor(() => expect(left).toHaveBeenCalled())
  expect(left.mock.calls).toEqual([[signInPath('/production/orders?page=2', 'idle')]])
})

describe('what somebody has typed', () => {
  const draft = () => onTestFinished(holdDraft())
  const refused = () => consoleRequest(listStaff, {}, { origin: 'http://localhost:3000' }).catch(() => undefined)
  const isHidden = () => document.documentElement.hasAttribute('data-session-ended')
  let signsIn: string

  beforeEach(async () => {
    await import('./session-dialog.tsx')
    signsIn = VIEWER.id
    server.use(
      mock(listStaff, () => HttpResponse.json({ detail: 'Sign in again.' }, { status: 401 })),
      mock(getViewer, () => HttpResponse.json({ ...VIEWER, id: signsIn })),
      mock(authEndpoints.list_sign_in_methods, () =>
        HttpResponse.json({ sso: { label: 'Clinic' }, idle_minutes: 15, needs_setup: false }),
      ),
      mock(authEndpoints.sign_in, () => HttpResponse.json({ status: 'signed_in' })),
    )
  })

  async function signIn() {
    const dialog = await screen.findByRole('dialog', { name: 'Sign in to continue' })
    expect(isHidden()).toBe(true)
    expect(within(dialog).getByRole('textbox', { name: 'Work email' })).toHaveProperty('value', VIEWER.email)
    await user().type(within(dialog).getByLabelText('Password'), 'a quiet river{Enter}')
    await pass(500)
  }

  test('is kept out of sight until the same person has signed in over it; what failed is asked again', async () => {
    draft()
    const remembered = show()
    const resumed = vi.fn()
    onTestFinished(onSessionEvent(({ kind }) => kind === 'resumed' && resumed()))
    await refused()
    await signIn()
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect([isHidden(), resumed.mock.calls.length, router.refresh.mock.calls.length]).toEqual([false, 1, 1])
    expect(remembered()).toEqual(['Theo Lindqvist'])
    expect(left).not.toHaveBeenCalled()
    expect(vi.mocked(blankPage)).not.toHaveBeenCalled()
  })

  test('is nobody else’s: another person gets a page of their own', async () => {
    draft()
    show()
    await refused()
    signsIn = 'b2'
    await signIn()
    await vi.waitFor(() => expect(vi.mocked(loadAgain)).toHaveBeenCalled())
    expect(hasDraft()).toBe(false)
  })

  test('is given up after ten minutes, or when they say so, or sign out elsewhere', async () => {
    for (const leaveBy of [
      () => pass(10 * MINUTE + 1_000),
      () => user().click(screen.getByRole('button', { name: 'Leave without saving' })),
      async () => tab.postMessage({ kind: 'ended', why: 'signed_out' }),
    ]) {
      left.mockClear()
      draft()
      const remembered = show()
      await refused()
      await screen.findByRole('dialog', { name: 'Sign in to continue' })
      await leaveBy()
      await vi.waitFor(() => expect(left).toHaveBeenCalledWith(expect.stringMatching(/reason=(ended|signed_out)$/)))
      expect([remembered(), hasDraft()]).toEqual([undefined, false])
      cleanup()
    }
  })

  test('waits through an idle end as well, and not through signing out', async () => {
    draft()
    show()
    await pass(15 * MINUTE)
    expect(await screen.findByText(/You were signed out after a period of inactivity/)).toBeTruthy()
    expect(left).not.toHaveBeenCalled()
    cleanup()
    draft()
    show()
    tab.postMessage({ kind: 'ended', why: 'signed_out' })
    await vi.waitFor(() => expect(left).toHaveBeenCalledWith('/sign-in?reason=signed_out'))
  })
})
