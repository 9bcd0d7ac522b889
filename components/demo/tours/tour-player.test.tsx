/** A tour as one goes through it: each step ends with what really happened, by the button or manually. */
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, useSyncExternalStore } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import type { DemoControl } from '#lib/demo/control.ts'
import { publishAnswer } from '#lib/demo/news.ts'
import type { Role } from '#lib/domains/staff/roles.ts'
import { CONSOLE_PREFIX } from '#lib/kernel/wire.ts'
import { TARGET_TIMEOUT_MS } from './step-body.tsx'
import { fakeControl, testTour } from './tour.testing.ts'
import { type Scene, saveProgress, type Tour } from './tour.ts'
import { TourPlayer } from './tour-player.tsx'

/** The third step of the tour waits for this call. */
const NAMES = `${CONSOLE_PREFIX}/names`

interface PlayProps {
  control?: DemoControl
  tour?: Tour
  first?: number
  onEnd?: () => void
  /** For whom the page is rendered; as a server does, for the role that was chosen. */
  role?: Role
}

function Play({ control = fakeControl(), tour = testTour, first = 0, onEnd = () => undefined, role }: PlayProps) {
  const [step, setStep] = useState(first)
  const [isDone, setDone] = useState(false)
  const [kept] = useState(control)
  const chosen = useSyncExternalStore(kept.subscribe, () => kept.snapshot()?.role ?? null)
  return (
    <main>
      <input aria-label="Name" />
      <p data-fact="">A fact</p>
      <button type="button" onClick={() => publishAnswer({ method: 'POST', pathname: NAMES, status: 201 })}>
        Save
      </button>
      <a href="/other">Other page</a>
      <RoleProvider role={role ?? chosen}>
        <TourPlayer
          tour={tour}
          turn={1}
          step={step}
          isDone={isDone}
          control={kept}
          environment="demo"
          onStep={setStep}
          onFinish={() => setDone(true)}
          onRestart={() => {
            setDone(false)
            setStep(0)
          }}
          onEnd={onEnd}
        />
      </RoleProvider>
    </main>
  )
}

/** A page whose server has rendered it for the role before, until it is refreshed. */
function RenderedLater({ control }: { control: DemoControl }) {
  const [role, setRole] = useState<Role>('administrator')
  return (
    <>
      <Play control={control} role={role} />
      <button type="button" onClick={() => setRole('support')}>
        Refresh
      </button>
    </>
  )
}

const nameField = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const popover = () => screen.getByRole('dialog', { name: /^Save a name/ })
const says = (description: string | RegExp) => screen.findByRole('dialog', { description })
const hasFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element))

/** The step is shown, and its target is there. */
async function atStep(number: number) {
  await screen.findByRole('dialog', { name: `Save a name Step ${number} of 5` })
  await waitFor(() => expect(screen.queryByRole('button', { name: /is in progress$/ })).toBeNull())
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }))
  window.localStorage.clear()
})

test('is played to its end with Enter alone', async () => {
  const user = userEvent.setup()
  const control = fakeControl()
  renderPage(<Play control={control} />)
  await atStep(1)
  expect(control.snapshot()?.role).toBe('support')
  await says('For this tour you’re in the Support role. Enter the name.')
  await hasFocus(popover())
  for (const number of [2, 3, 4, 5]) {
    await user.keyboard('{Enter}')
    await atStep(number)
  }
  expect(nameField().value).toBe('member-7')
  expect(control.snapshot()?.clock.now).toBe(5_000)
  await user.keyboard('{Enter}')
  await says('Tour complete. The name is saved.')
  await user.click(screen.getByRole('button', { name: 'Restart' }))
  await atStep(1)
})

test('begins when the page is rendered for its role', async () => {
  const control = fakeControl()
  renderPage(<RenderedLater control={control} />)
  await waitFor(() => expect(control.snapshot()?.role).toBe('support'))
  await says(/^Setting up/)
  expect(screen.queryByText(/Enter the name/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  await atStep(1)
})

test('goes on when somebody does it manually', async () => {
  const user = userEvent.setup()
  const control = fakeControl()
  renderPage(<Play control={control} />)
  await atStep(1)
  await user.type(nameField(), 'member-7')
  await atStep(2)
  await hasFocus(popover())
  await user.keyboard('{ArrowRight}')
  await atStep(3)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await atStep(4)
  await act(() => control.advance(1))
  await atStep(5)
  window.history.pushState(null, '', '/other')
  await says('Tour complete. The name is saved.')
})

test('takes the focus back that a slow page takes, until somebody does something', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  renderPage(<Play />)
  await atStep(1)
  act(() => nameField().focus())
  await hasFocus(popover())
  await user.click(nameField())
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(document.activeElement).toBe(nameField())
  vi.useRealTimers()
})

test('a refused request completes nothing', async () => {
  renderPage(<Play first={2} />)
  await atStep(3)
  act(() => publishAnswer({ method: 'POST', pathname: NAMES, status: 422 }))
  act(() => publishAnswer({ method: 'GET', pathname: NAMES, status: 200 }))
  await atStep(3)
  act(() => publishAnswer({ method: 'POST', pathname: NAMES, status: 200 }))
  await atStep(4)
})

test('back leads to the step before, where what is done already does not go on by itself', async () => {
  const user = userEvent.setup()
  renderPage(<Play />)
  await atStep(1)
  await user.click(screen.getByRole('button', { name: 'Enter name' }))
  await atStep(2)
  await user.keyboard('{ArrowLeft}')
  await atStep(1)
  expect(screen.queryByRole('button', { name: 'Back' })).toBeNull()
  await user.keyboard('{Enter}')
  await atStep(2)
})

test('opens the page of a step it is started with, and goes on with the same subject', async () => {
  saveProgress('draw', { subject: { user_id: 'u', reference: 'r', problem_id: '', order_id: 'o' } })
  const steps = testTour.steps.map((step, index) =>
    index === 1
      ? { ...step, path: (scene: { subject: { order_id: string } }) => `/orders/${scene.subject.order_id}` }
      : step,
  )
  renderPage(<Play tour={{ ...testTour, steps }} first={1} />)
  await atStep(2)
  expect(router.push).toHaveBeenCalledExactlyOnceWith('/orders/o')
})

test('a target that does not come can be skipped', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const user = userEvent.setup()
  const steps = testTour.steps.map((step, index) => (index === 0 ? { ...step, target: () => null } : step))
  renderPage(<Play tour={{ ...testTour, steps }} />)
  await screen.findByRole('button', { name: /is in progress$/ })
  // The wait for the target may begin anew after a render: time passes until it has ended.
  await waitFor(() => {
    vi.setSystemTime(Date.now() + TARGET_TIMEOUT_MS)
    screen.getByRole('dialog', { description: /This step isn’t available on this screen\.$/ })
  })
  await user.click(screen.getByRole('button', { name: 'Skip step' }))
  await atStep(2)
  vi.useRealTimers()
})

test('a target that comes after all is shown and said, on a machine slower than the wait', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  let hasCome = false
  const steps = testTour.steps.map((step, index) =>
    index === 0 ? { ...step, target: (scene: Scene) => (hasCome ? step.target(scene) : null) } : step,
  )
  renderPage(<Play tour={{ ...testTour, steps }} />)
  await screen.findByRole('button', { name: /is in progress$/ })
  await waitFor(() => {
    vi.setSystemTime(Date.now() + TARGET_TIMEOUT_MS)
    screen.getByRole('button', { name: 'Skip step' })
  })
  hasCome = true
  await atStep(1)
  await waitFor(() => expect(popover().textContent).not.toContain('isn’t available'))
  vi.useRealTimers()
})

test('says when the data has nobody to tell the story about', async () => {
  renderPage(<Play tour={{ ...testTour, findSubject: async () => null }} />)
  expect((await says(/^The sample data has no match/)).isConnected).toBe(true)
})

test('Esc ends it from the popover, not from the page; F6 goes to the target and back', async () => {
  const user = userEvent.setup()
  const onEnd = vi.fn()
  renderPage(<Play onEnd={onEnd} />)
  await atStep(1)
  await hasFocus(popover())
  await user.keyboard('{F6}')
  await hasFocus(nameField())
  await user.keyboard('{Escape}')
  expect(onEnd).not.toHaveBeenCalled()
  await user.keyboard('{F6}')
  await hasFocus(popover())
  await user.keyboard('{Escape}')
  expect(onEnd).toHaveBeenCalledOnce()
})
