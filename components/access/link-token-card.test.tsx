import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { createLinkToken } from '#lib/domains/access/link.ts'
import { listUserProviders } from '#lib/domains/connections/connection.ts'
import { LinkTokenCard } from './link-token-card.tsx'

const USER = '8a5fc03d-41b9-4ed2-87c6-19f0a3e7d25b'
const NOTHING = {
  user_id: USER,
  provider: null,
  filter_on_providers: null,
  redirect_url: null,
  on_error: null,
  on_close: null,
}

const bodies: unknown[] = []

beforeEach(() => {
  bodies.length = 0
  server.use(
    mock(at(listUserProviders, { user_id: USER }), () =>
      HttpResponse.json({
        providers: [
          {
            name: 'Korrin Ring Pro',
            slug: 'korrin_ring',
            status: 'connected',
            created_on: '2026-03-04T10:00:00Z',
            resource_availability: {},
          },
        ],
      }),
    ),
    mock(createLinkToken, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json({ link_token: 'secret-token-1234', link_web_url: 'https://link.example.test/l/1234' })
    }),
  )
})

function open() {
  const user = userEvent.setup()
  renderPage(<LinkTokenCard context={{ environment: 'sandbox', user_id: USER, allow: async () => true }} />)
  return user
}
const make = () => screen.getByRole('button', { name: 'Create link token' })
const only = () => screen.getByRole('combobox', { name: /Offer only these/ })
const address = () => screen.getByRole('textbox', { name: /After linking/ })

test('as it stands it asks for nothing but the person', async () => {
  const user = open()
  await user.click(make())
  expect(await screen.findByText('Opens on link.example.test.')).toBeTruthy()
  expect(bodies).toEqual([NOTHING])
})

test('one source is found by a part of its slug and chosen by keyboard; the filter then has no say', async () => {
  const user = open()
  await user.click(screen.getByRole('combobox', { name: /Go straight to/ }))
  expect(await screen.findByRole('option', { name: /Korrin Ring Pro/ })).toBeTruthy()
  expect(screen.getAllByRole('option')).toHaveLength(39)
  await user.keyboard('garrick_tr{ArrowDown}{Enter}')
  expect(screen.getByText('Goes straight to Garrick Trainer’s sign-in page.')).toBeTruthy()
  expect(only().hasAttribute('disabled')).toBe(true)
  await user.click(make())
  await waitFor(() => expect(bodies).toEqual([{ ...NOTHING, provider: 'garrick_trainer' }]))
})

test('the source that is chosen stays in sight, also after typing something else, and can be cleared', async () => {
  const user = open()
  const source = screen.getByRole<HTMLInputElement>('combobox', { name: /Go straight to/ })
  await user.type(source, 'garrick_tr')
  await user.click(await screen.findByRole('option', { name: /Garrick Trainer/ }))
  expect(source.value).toBe('Garrick Trainer')
  // Text that was typed but not chosen has no effect on the link.
  await user.clear(source)
  await user.type(source, 'kor')
  await user.tab()
  expect(source.value).toBe('Garrick Trainer')
  await user.click(screen.getByRole('button', { name: 'Clear source' }))
  expect(source.value).toBe('')
  expect(document.activeElement).toBe(source)
  await user.keyboard('{Escape}')
  expect(only().hasAttribute('disabled')).toBe(false)
  await user.click(make())
  await waitFor(() => expect(bodies).toEqual([NOTHING]))
})

test('a slug that no list knows may be asked for', async () => {
  const user = open()
  await user.type(screen.getByRole('combobox', { name: /Go straight to/ }), 'other_watch')
  await user.click(await screen.findByRole('option', { name: /Other Watch/ }))
  await user.click(make())
  await waitFor(() => expect(bodies).toEqual([{ ...NOTHING, provider: 'other_watch' }]))
})

test('several sources are an allow-list; with the last one gone there is none, and never an empty one', async () => {
  const user = open()
  await user.type(only(), 'pulsew')
  await user.click(await screen.findByRole('option', { name: /Pulsewren/ }))
  await user.tab()
  await waitFor(() => expect(screen.queryByRole('listbox')).toBeNull())
  expect(screen.getByText('Shows a list of one source: Pulsewren.')).toBeTruthy()
  await user.click(make())
  await waitFor(() => expect(bodies).toEqual([{ ...NOTHING, filter_on_providers: ['pulsewren'] }]))
  await user.click(screen.getByRole('button', { name: 'Remove Pulsewren' }))
  // The created link is for one source, which the form no longer says.
  await waitFor(() => expect(screen.queryByText('Opens on link.example.test.')).toBeNull())
  await user.click(make())
  await waitFor(() => expect(bodies.at(-1)).toEqual(NOTHING))
})

test('returning needs an address: both switches wait for it, and go with it', async () => {
  const user = open()
  const [on_error, on_close] = screen.getAllByRole('switch')
  expect(on_error?.hasAttribute('disabled')).toBe(true)
  await user.type(address(), 'https://app.example.test/linked')
  await user.click(screen.getByRole('switch', { name: 'Return on error' }))
  await user.click(screen.getByRole('switch', { name: 'Return on close' }))
  expect(screen.getByText('Closing the page goes back to app.example.test with the error user_cancelled.')).toBeTruthy()
  await user.click(make())
  const redirect_url = 'https://app.example.test/linked'
  await waitFor(() =>
    expect(bodies).toEqual([{ ...NOTHING, redirect_url, on_error: 'redirect', on_close: 'redirect' }]),
  )
  await user.clear(address())
  expect(on_close?.hasAttribute('disabled')).toBe(true)
  await user.click(await screen.findByRole('button', { name: 'Create link token' }))
  await waitFor(() => expect(bodies.at(-1)).toEqual(NOTHING))
})

test('an address that is none is refused before it is sent; what the service refuses lands on its field', async () => {
  const user = open()
  await user.type(address(), 'app.example.test')
  await user.tab()
  expect(await screen.findByText('Enter an http or https address.')).toBeTruthy()
  await user.click(make())
  expect(bodies).toEqual([])
  await user.clear(address())
  await user.type(address(), 'https://app.example.test/')
  server.use(
    mock(createLinkToken, () =>
      HttpResponse.json(
        {
          detail: [
            { loc: ['body', 'redirect_url'], msg: 'This host is not on your list.', type: 'value' },
            { loc: ['body', 'user_id'], msg: 'The user is locked.', type: 'value' },
          ],
        },
        { status: 422 },
      ),
    ),
  )
  await user.click(make())
  const problem = await screen.findByText(/This host is not on your list/)
  expect(address().getAttribute('aria-describedby')).toContain(problem.closest('[id]')?.id)
  expect(within(screen.getByRole('alert')).getByText('user_id: The user is locked.')).toBeTruthy()
})
