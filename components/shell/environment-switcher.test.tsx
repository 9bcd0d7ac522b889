import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import type { Environment } from '#lib/domains/environments/environment.ts'
import { EnvironmentSwitcher } from './environment-switcher.tsx'

const sandbox: Environment = { id: 'sandbox', label: 'Sandbox', kind: 'sandbox' }
const production: Environment = { id: 'production-us', label: 'Production US', kind: 'production' }
const staging: Environment = { id: 'staging-eu', label: 'Staging EU', kind: 'staging' }

/** Their first load takes longer than a test should wait. */
beforeAll(async () => {
  await import('./environment-menu.tsx')
})

const reported: unknown[] = []

beforeEach(() => {
  window.history.replaceState(null, '', '/sandbox/orders')
  reported.length = 0
  server.use(
    mock(reportAction, async ({ request }) => {
      reported.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
})

async function choose(name: RegExp, current = sandbox) {
  const user = userEvent.setup()
  renderPage(<EnvironmentSwitcher environments={[sandbox, production, staging]} current={current} place="rail" />)
  await user.click(screen.getByRole('button', { name: /^Environment/ }))
  await user.click(await screen.findByRole('menuitemradio', { name }))
  return user
}

test('an environment that is not production is entered at once, on the same page', async () => {
  await choose(/Staging EU/)
  expect(router.push).toHaveBeenCalledWith('/staging-eu/orders')
})

test('production asks for its own id, works only with it, and is on record first', async () => {
  const user = await choose(/Production US/)
  const field = await screen.findByRole('textbox', { name: 'Type production-us to continue' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await user.keyboard('production{Enter}')
  expect(router.push).not.toHaveBeenCalled()
  await user.keyboard('-US{Enter}')
  await waitFor(() => expect(router.push).toHaveBeenCalledWith('/production-us/orders'))
  expect(reported).toEqual([{ action: 'enter_production', environment: 'production-us', subjects: [] }])
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

test('what cannot be recorded is not entered', async () => {
  const detail = 'This could not be recorded.'
  server.use(mock(reportAction, () => HttpResponse.json({ detail }, { status: 503 })))
  const user = await choose(/Production US/)
  await user.type(await screen.findByRole('textbox'), 'production-us{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain(detail)
  expect(router.push).not.toHaveBeenCalled()
})

test('Escape stays, and gives the focus back', async () => {
  const user = await choose(/Production US/)
  await screen.findByRole('alertdialog', { name: 'Switch to Production US?' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(router.push).not.toHaveBeenCalled()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Environment/ })))
})

test('the environment you are in is not entered again', async () => {
  await choose(/Production US/, production)
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(router.push).not.toHaveBeenCalled()
})
