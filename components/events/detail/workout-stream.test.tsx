import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { RoleProvider } from '#components/patterns/page/role.tsx'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { MaskProvider } from '#components/ui/display/mask.tsx'
import { OPERATIONS } from '#lib/domains/environments/environment.ts'
import { makeEvent, received } from '#lib/domains/events/event.testing.ts'
import { getWorkoutStream } from '#lib/domains/events/event.ts'
import { getEvent, readEventBody } from '#lib/domains/events/received.ts'
import { createMemoryConsoleStore } from '#lib/system/console/store-memory.ts'
import { EventPanel } from './event-panel.tsx'
import { WorkoutStream } from './workout-stream.tsx'

const NO_ROLE: null = null
const WORKOUT = '0b7c1f52-6d0e-4c3a-9a51-2f0d8c6e7a10'
const USER = '00000000-0000-4000-8000-000000000001'
const NONE = {
  cadence: null,
  altitude: null,
  velocity_smooth: null,
  distance: null,
  power: null,
  resistance: null,
  temperature: null,
  lat: null,
  lng: null,
}
const START = Date.parse('2026-11-18T14:00:00Z') / 1000
const time = Array.from({ length: 13 }, (_, minute) => START + 60 * minute)
const RUN = {
  ...NONE,
  user_id: USER,
  time,
  heartrate: time.map((_, minute) => 120 + minute),
  velocity_smooth: time.map(() => 3),
  distance: time.map((_, minute) => 180 * minute),
  lat: [40, ...time.slice(2).map((_, row) => 40.001 + row / 1e4), 40],
  lng: time.map((_, row) => -74 + row / 1e4),
}

beforeEach(() => {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      disconnect = nothing
    },
  )
})

const answered: string[] = []
function answer(stream: object) {
  answered.length = 0
  server.use(
    mock(at(getWorkoutStream, { workout_id: WORKOUT }), () => {
      answered.push(WORKOUT)
      return HttpResponse.json(stream)
    }),
  )
}
const view = <WorkoutStream environment="sandbox" workout_id={WORKOUT} />

test('charts, averages of each five minutes and the route of a run', async () => {
  answer(RUN)
  renderPage(view)
  expect(await screen.findByRole('img', { name: 'Heart rate: 120 to 132 bpm, 126 on average.' })).toBeTruthy()
  expect(screen.getByRole('img', { name: /^Pace: 5:34 to 5:34 min\/km/ })).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Route of the workout' })).toBeTruthy()
  expect(screen.queryByRole('img', { name: /^Altitude/ })).toBeNull()
  expect(screen.getByText(/2026.* · 12 min · 2\.2 km/)).toBeTruthy()
  const rows = within(screen.getByRole('table')).getAllByRole('row')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'MinutesHeart rate, bpmPace, min/km',
    '0 to 51225:34',
    '5 to 101275:34',
    '10 to 121315:34',
  ])
})

test('what the source didn’t measure isn’t drawn, and fast sports have a speed', async () => {
  answer({ ...RUN, heartrate: null, velocity_smooth: time.map(() => 8), lat: null, lng: null })
  renderPage(view)
  expect(await screen.findByRole('img', { name: /^Speed: 29 to 29 km\/h/ })).toBeTruthy()
  expect(screen.getAllByRole('img')).toHaveLength(1)
})

test('what the source missed in between costs nothing else', async () => {
  const gap = (column: readonly number[]) => column.map((value, row) => (row === 2 ? null : value))
  answer({ ...RUN, heartrate: gap(RUN.heartrate), distance: gap(RUN.distance), lat: gap(RUN.lat) })
  renderPage(view)
  expect(await screen.findByRole('img', { name: /^Heart rate: 120 to 132 bpm/ })).toBeTruthy()
  expect(screen.getByText(/ · 12 min · 2\.2 km/)).toBeTruthy()
  expect(screen.getByRole('img', { name: 'Route of the workout' }).innerHTML).not.toContain('NaN')
})

test('a stream without any figures says so', async () => {
  answer({ ...NONE, user_id: USER, time: null, heartrate: null })
  renderPage(view)
  expect(await screen.findByText('The source measured nothing.')).toBeTruthy()
})

test('while patient data is masked, it isn’t asked for', async () => {
  answer(RUN)
  const settings = { environment: 'masked', masked_by_default: true, choice: null, now: 0 }
  renderPage(<MaskProvider settings={settings}>{view}</MaskProvider>)
  expect(await screen.findByText('Show patient data to see this workout.')).toBeTruthy()
  expect(answered).toEqual([])
})

const event = makeEvent('daily.data.workout_stream.created', {
  message: 'Ready.',
  provider_id: 'p-1',
  sport: { id: 1, name: 'Running', slug: 'running' },
  workout_id: WORKOUT,
})

async function openPanel(hasStream: boolean, button: string) {
  answer(RUN)
  const store = createMemoryConsoleStore()
  await store.saveEvents([received(event)])
  const known = await store.findEvent('sandbox', 1)
  server.use(
    mock(at(getEvent, { environment: 'sandbox' }), () => HttpResponse.json({ event: known, series: [] })),
    mock(at(readEventBody, { environment: 'sandbox' }), () =>
      HttpResponse.json({ event: known, body: event, replaced_body: null }),
    ),
  )
  renderPage(
    <RoleProvider role={NO_ROLE} operations={hasStream ? OPERATIONS : []}>
      <EventPanel environment="sandbox" id={1} place="" hrefOf={() => '/'} onClose={() => undefined} />
    </RoleProvider>,
  )
  await userEvent.click(await screen.findByRole('button', { name: button }))
}

test('its event shows it where the service is the embedded one', async () => {
  await openPanel(true, 'Open workout')
  expect(await screen.findByRole('region', { name: 'Workout' })).toBeTruthy()
  expect(answered).toEqual([WORKOUT])
})

test('of another service, its event says where the stream is read', async () => {
  await openPanel(false, 'Open body')
  expect(await screen.findByText(/^GET \/v2\/timeseries/)).toBeTruthy()
  expect(answered).toEqual([])
})
