import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { usePersonTitle } from '#components/patterns/page/person-title.ts'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { openQueue } from '#lib/domains/orders/order-queue.ts'
import { historyState, useHandedOver } from '#lib/kernel/client/address.ts'
import { PageName } from './top-bar.tsx'

const ID = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const LIST = '/sandbox/orders?status=lost&page=2'
const HELD = { 'orders.patient_name': 'Lindqvist' }

interface PlainLinkProps {
  href: string
  children: ReactNode
  onNavigate?: (event: { preventDefault: () => void }) => void
}

/** As Next's own, which needs all of Next around it, asks before it leads on. */
function PlainLink({ href, children, onNavigate }: PlainLinkProps) {
  return (
    <a href={href} onClick={(event) => onNavigate?.(event)}>
      {children}
    </a>
  )
}

vi.mock('next/link', () => ({ default: PlainLink }))

const at = (path: string) => {
  window.history.replaceState(null, '', path)
  return renderPage(<PageName />)
}

const back = () => screen.getByRole('link', { name: 'Orders' })

beforeEach(() => {
  router.push.mockImplementation((address) => window.history.pushState(null, '', address))
  openQueue({
    environment: 'sandbox',
    address: LIST,
    held: HELD,
    ids: [ID],
    start: 25,
    end: 26,
    size: 25,
    total: 26,
    readPage: async () => [],
  })
})

function List() {
  useHandedOver()
  return null
}

test('leads back to the search that the order was opened from, with what it kept out of the address', async () => {
  at(`/sandbox/orders/${ID}/book`)
  expect(back().getAttribute('href')).toBe(LIST)
  await userEvent.setup().click(back())
  expect(router.push).toHaveBeenCalledWith(LIST)
  renderPage(<List />)
  expect(historyState()).toEqual(HELD)
})

test.each([
  ['an order that was opened otherwise', '/sandbox/orders/d41903eb-0b6e-4f0e-9a35-6f2f0f5c3b77'],
  ['an order of another environment', `/production/orders/${ID}`],
])('leads from %s to all orders', (_, path) => {
  at(path)
  expect(back().getAttribute('href')).toBe(`${path.split('/orders')[0]}/orders`)
})

test('the search is remembered beside the user, and ends on a page of its own', () => {
  at(`/sandbox/users/${ID}/profile`).unmount()
  const { unmount } = at(`/sandbox/orders/${ID}`)
  expect(back().getAttribute('href')).toBe(LIST)
  unmount()
  at('/sandbox/appointments').unmount()
  at(`/sandbox/orders/${ID}`)
  expect(back().getAttribute('href')).toBe('/sandbox/orders')
})

test.each([
  ['/sandbox/users', 'Users'],
  ['/sandbox/users/deleted', 'Deleted users'],
  ['/sandbox/events/deliveries', 'Webhook deliveries'],
  ['/sandbox/settings/staff', 'Settings'],
  ['/sandbox/nowhere', 'Not found'],
])('%s is called %s', (path, name) => {
  expect(at(path).container.textContent).toBe(name)
})

function Person() {
  usePersonTitle(ID, 'Wren Lindqvist', 'Order e27b')
  return null
}

test('names whose page is open in the breadcrumb and the title, after each change of it, and leaves no name behind', async () => {
  document.title = 'Order e27b · Sandbox'
  at(`/sandbox/orders/${ID}`)
  const person = renderPage(<Person />)
  expect(screen.getByRole('navigation').textContent).toBe('OrdersWren Lindqviste27b6d10…f9d2')
  expect(document.title).toBe('Wren Lindqvist · Sandbox')
  document.title = 'History · Order e27b · Sandbox'
  await waitFor(() => expect(document.title).toBe('History · Wren Lindqvist · Sandbox'))
  person.unmount()
  expect(document.title).toBe('History · Order e27b · Sandbox')
  expect(screen.getByRole('navigation').textContent).not.toContain('Lindqvist')
})
