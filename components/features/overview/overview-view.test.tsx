import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { NOW, renderPage } from '#components/test/render.tsx'
import { server } from '#components/test/server.ts'
import { type Overview, STUCK_RULES } from '#lib/contract/console/overview.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/contract/values.ts'
import { OverviewView } from './overview-view.tsx'

const OLDEST = new Date(NOW - 50 * 3_600_000).toISOString()
const COUNTED = { missing: null, oldest_at: null }

function overviewWith(counts: Readonly<Record<string, number | null>>, problem: string | null = null): Overview {
  return {
    counted_at: new Date(NOW - 5 * 60_000).toISOString(),
    problem,
    statuses: LOW_LEVEL_STATUSES.map((status) => {
      const count = counts[status] === undefined ? 0 : counts[status]
      return count === null
        ? { status, count, missing: 'The service took too long.', oldest_at: null }
        : { status, count, missing: null, oldest_at: count > 0 ? OLDEST : null }
    }),
    stuck: STUCK_RULES.map(({ name, days, statuses }) => ({
      ...COUNTED,
      rule: name,
      days,
      statuses: [...statuses],
      unchanged_since: '2026-11-07T08:00:00.000Z',
      count: name === 'in_transit' ? 3 : 0,
    })),
    trend: [
      { day: '2026-11-19', methods: ORDER_METHODS.map((method, index) => ({ method, count: index, missing: null })) },
    ],
  }
}

function answer(overview: Overview) {
  server.use(http.get('*/api/console/overview/sandbox', () => HttpResponse.json(overview)))
}

const view = <OverviewView environment="sandbox" failure={null} />
const hrefOf = (element: HTMLElement) => decodeURIComponent(element.getAttribute('href') ?? '')

test('stages, ends and exceptions lead to their orders, with age and what is missing', async () => {
  answer(overviewWith({ ordered: 1_200, registered: 30, lost: 4, completed: null, corrected: 7, cancelled: 2 }))
  renderPage(view)
  const stages = await screen.findByRole('list', { name: 'Stages' })
  const placed = await within(stages).findByRole('link', { name: /Placed.*1,230/ })
  expect(hrefOf(placed)).toBe(
    '/sandbox/orders?status=awaiting_registration&status=ordered&status=registered&status=requisition_bypassed&status=requisition_created',
  )
  expect(placed.textContent).toContain('oldest 2 d 2 h')
  expect(hrefOf(within(stages).getByRole('link', { name: 'Ordered 1,200' }))).toBe('/sandbox/orders?status=ordered')
  expect(within(stages).getByRole('link', { name: /Results in.*at least 7/ })).toBeTruthy()
  expect(within(stages).getByRole('link', { name: /Completed.*Not counted/ })).toBeTruthy()
  expect(screen.getByText(/Some counts are missing. The service took too long./)).toBeTruthy()
  expect(screen.getByText('Counted 5 min ago')).toBeTruthy()
  const ends = screen.getByRole('list', { name: 'Orders that ended otherwise' })
  expect(hrefOf(within(ends).getByRole('link', { name: 'Closed 2' }))).toContain('status=cancelled')
  const exceptions = screen.getByRole('list', { name: 'Exceptions' })
  const lost = within(exceptions).getByRole('link', { name: /^Lost.*Ask the courier.*oldest 2 d 2 h.*4$/ })
  expect(hrefOf(lost)).toBe('/sandbox/orders?status=lost&order_key=created_at&order_direction=asc')
  const late = within(exceptions).getByRole('link', { name: /^Stuck in transit over 5 d.*3$/ })
  expect(hrefOf(late)).toContain('updated_end_date=2026-11-07T08:00:00.000Z')
  expect(within(exceptions).getByRole('link', { name: /^Sample error.*0$/ })).toBeTruthy()
})

test('what failed can be tried again, and older counts stay with the reason', async () => {
  server.use(
    http.get('*/api/console/overview/sandbox', () =>
      HttpResponse.json({ detail: 'The console is busy.' }, { status: 503 }),
    ),
  )
  renderPage(view)
  expect(await screen.findByRole('heading', { name: 'Overview did not load' })).toBeTruthy()
  answer(overviewWith({ lost: 4 }, 'The service cannot be reached.'))
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nothing newer could be counted. The service cannot be reached.')).toBeTruthy()
  expect(screen.getByRole('link', { name: /^Lost.*4$/ })).toBeTruthy()
})
