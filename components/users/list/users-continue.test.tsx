import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { server } from '#components/testing/server.ts'
import { openUsers, searched, view } from './users.testing.tsx'
import { unsearchable } from './users-search.ts'

beforeEach(() => {
  openUsers()
  server.use(searched())
})

const box = () => screen.findByRole('textbox', { name: 'Reference or user ID' })

describe('a search that finds nobody', () => {
  test('says what can’t be searched and goes on among orders; the name is in no address', async () => {
    renderPage(view, { search: '?limit=25' })
    const user = userEvent.setup()
    await user.type(await box(), 'Maren Okafor')
    expect(await screen.findByText(/Email addresses and phone numbers can’t be searched/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Search orders for this name' }))
    expect(router.push).toHaveBeenCalledWith('/sandbox/orders?view=all')
  })

  test.each([
    ['maren@clinic.test', 'Email addresses can’t be searched'],
    ['(713) 555-0199', 'Phone numbers can’t be searched'],
  ])('for %s says why and sends nobody on', async (text, title) => {
    renderPage(view, { search: '?limit=25' })
    await userEvent.setup().type(await box(), text)
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Search orders/ })).toBeNull()
  })
})

test.each([
  ['+1 713 555 0199', 'Phone numbers'],
  ['7135550199', 'Phone numbers'],
  ['555-0199', null],
  ['20931', null],
  ['901bd6a5', null],
  ['90123456', null],
  ['O’Hara', null],
])('%s: %s', (text, never) => {
  expect(unsearchable(text)).toBe(never)
})

test('Enter opens the only user who is found, and none of several', async () => {
  const opened = vi.fn((event: Event) => event.preventDefault())
  renderPage(view, { search: '?limit=25' })
  const user = userEvent.setup()
  await user.click(await box())
  document.addEventListener('click', opened, { capture: true })
  await user.keyboard('member-2{Enter}')
  expect(await screen.findByText('36 found')).toBeTruthy()
  expect(opened).not.toHaveBeenCalled()
  await user.keyboard('44{Enter}')
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(1))
  expect(opened.mock.calls[0]?.[0].target).toMatchObject({ pathname: expect.stringMatching(/^\/sandbox\/users\//) })
  document.removeEventListener('click', opened, { capture: true })
})
