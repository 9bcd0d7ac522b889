/** The network of component tests: a test says what answers by `server.use(…)`, and anything else fails the test. */
import { HttpResponse, http } from 'msw'
import { setupServer } from 'msw/node'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { mock } from './mock.ts'

/** Pages that could not reach the console ask until it answers; here it stays away unless a test says otherwise. */
const unreachable = http.get('/healthz', () => HttpResponse.error())

/** Most orders have no booking made here; a test about bookings says which there are. */
const unbooked = mock(listBookings, () =>
  HttpResponse.json({ bookings: [], total: 0, cancelled: 0, now: '2026-11-21T08:00:00Z' }),
)

/** Rows and dialogs name the patient; no one has demographics unless a test says otherwise. */
const noInfo = mock(getLatestUserInfo, () => HttpResponse.json({ detail: 'User info not found.' }, { status: 404 }))

/** Every page of an order with a result asks what is on record about it. */
const nothingRecorded = http.get('*/api/console/overview/:environment/acknowledgements', () =>
  HttpResponse.json({ acknowledgements: [], seen_critical: [], starts_at: null }),
)

export const server = setupServer(unreachable, unbooked, noInfo, nothingRecorded)
