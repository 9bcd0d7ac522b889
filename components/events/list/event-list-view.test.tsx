import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { makeSummary, received } from '#lib/domains/events/event.testing.ts'
import { countEvents, countNewEvents, getEvent, listEvents, type ReceivedEvent } from '#lib/domains/events/received.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { EventListView } from './event-list-view.tsx'

const ENVIRONMENT = { environment: 'sandbox' }
const asked: URLSearchParams[] = []

async function madeEvents(newer = 0): Promise<ReceivedEvent[]> {
  const store = createMemoryConsoleStore()
  await store.saveEvents([received(makeSummary(1)), received(makeSummary(1)), received(makeSummary(2))])
  await store.saveEvents(Array.from({ length: newer }, (_, at) => received(makeSummary(3 + at))))
  return (await store.searchEvents('sandbox', { offset: 0, limit: 50 })).events
}

/** `newer`: how many the list has on top of the three. */
async function answer(fresh: number, newer = 0) {
  const events = await madeEvents(newer)
  const counts = {
    outcomes: [
      { outcome: 'applied', count: 2 },
      { outcome: 'superseded', count: 1 },
    ],
    event_types: [{ event_type: 'daily.data.sleep.created', count: 3 }],
    sources: [{ source: { slug: 'korrin_ring', name: 'Korrin Ring' }, count: 3 }],
    bars: [{ from: '2026-11-21T08:00:00.000Z', outcomes: { applied: 2, superseded: 1 } }],
    rejections: [{ reason: 'signature', count: 4 }],
    is_cut: false,
  }
  server.use(
    mock(at(listEvents, ENVIRONMENT), ({ request }) => {
      asked.push(new URL(request.url).searchParams)
      return HttpResponse.json({ events, total: 3, up_to: 3 })
    }),
    mock(at(countEvents, ENVIRONMENT), () => HttpResponse.json(counts)),
    mock(at(countNewEvents, ENVIRONMENT), () => HttpResponse.json({ count: fresh })),
    mock(at(getEvent, ENVIRONMENT), () => HttpResponse.json({ event: events[2], series: [] })),
  )
}

beforeEach(() => {
  asked.length = 0
  window.history.replaceState(null, '', '/sandbox/events')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
})

const view = <EventListView environment="sandbox" failure={null} />

test('rows stay while others arrive, until these are asked for', async () => {
  await answer(12)
  const { client } = renderPage(view)
  const table = await screen.findByRole('table', { name: 'Events' })
  expect(await within(table).findAllByRole('link')).toHaveLength(3)
  const news = await screen.findByRole('button', { name: 'Show 12 new events' })
  expect(asked).toHaveLength(1)
  const rows = () =>
    within(table)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'))
  const before = rows()
  await answer(12, 1)
  await client.invalidateQueries()
  await vi.waitFor(() => expect(asked).toHaveLength(2))
  expect(rows()).toEqual(before)
  await userEvent.click(news)
  await vi.waitFor(() => expect(rows()).not.toEqual(before))
  await userEvent.click(screen.getByRole('switch', { name: 'Live' }))
  expect(screen.queryByRole('button', { name: /new events/ })).toBeNull()
})

test('numbers beside the list choose; what was rejected is said by reason', async () => {
  await answer(0)
  renderPage(view)
  await userEvent.click(await screen.findByRole('button', { name: /Korrin Ring/ }))
  await vi.waitFor(() => expect(asked.at(-1)?.getAll('sources')).toEqual(['korrin_ring']))
  expect(await screen.findByText('The signature was missing or wrong.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Replaced 1' }))
  await vi.waitFor(() => expect(asked.at(-1)?.getAll('outcomes')).toEqual(['superseded']))
})

test('an event opens beside the list with an address of its own, and Escape closes it', async () => {
  await answer(0)
  renderPage(view)
  const [, , first] = await screen.findAllByRole('link', { name: 'Sleep' })
  if (!first) throw new Error('There are three.')
  await userEvent.click(first)
  const panel = await screen.findByRole('complementary', { name: 'Event' })
  expect(window.location.search).toBe('?event=1')
  expect(await within(panel).findByText(/A newer version of the same record arrived later/)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await vi.waitFor(() => expect(window.location.search).toBe(''))
})
