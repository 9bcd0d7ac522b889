import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, describe, expect, test } from 'vitest'
import { runShortcut } from '#components/patterns/page/shortcuts.tsx'
import { router } from '#components/testing/page.ts'
import { renderPage } from '#components/testing/render.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { listBookings } from '#lib/domains/bookings/booking.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { listCallbacks } from '#lib/domains/orders/critical/callbacks.ts'
import { listAcknowledgements } from '#lib/domains/orders/critical/critical.ts'
import { makeOrder } from '#lib/domains/orders/order.testing.ts'
import { listOrders } from '#lib/domains/orders/order.ts'
import { getDirectoryUser } from '#lib/domains/users/directory.ts'
import { deleteUser, seenUserTag, undoDeleteUser, updateUser } from '#lib/domains/users/user.ts'
import { SEEN_HEADER } from '#lib/kernel/record-tag.ts'
import { ProfileView } from './profile-view.tsx'
import { ADDRESS, ROW } from './user.testing.ts'

const sent: unknown[] = []
const reads: string[] = []
let stored = ROW

function accept(): Response {
  return new Response(null, { status: 204 })
}

beforeEach(() => {
  sent.length = 0
  reads.length = 0
  stored = ROW
  server.use(
    mock(at(getDirectoryUser, { environment: 'sandbox', user_id: ADDRESS.user_id }), ({ request }) => {
      reads.push(new URL(request.url).search)
      return HttpResponse.json({ ...stored, problem: null })
    }),
  )
})

function answerUpdate(answer: () => Response) {
  server.use(
    mock(at(updateUser, { user_id: ADDRESS.user_id }), async ({ request }) => {
      sent.push(await request.json())
      return answer()
    }),
  )
}

const view = <ProfileView {...ADDRESS} denial={null} failure={null} />
const review = () => within(screen.getByRole('region', { name: 'Changes' }))

describe('the profile', () => {
  test('sends only what was changed, shown from old to new before, and reads the user again from the service', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const reference = await screen.findByRole('textbox', { name: 'Reference' })
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save changes' }).disabled).toBe(true)
    await user.clear(reference)
    await user.type(reference, 'member-7')
    expect(review().getByText('member-20931')).toBeTruthy()
    expect(review().getByText('member-7')).toBeTruthy()
    stored = { ...ROW, user: { ...ROW.user, client_user_id: 'member-7' } }
    await user.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(reads.at(-1)).toBe('?fresh=true'))
    expect(sent).toEqual([{ client_user_id: 'member-7' }])
    expect(await screen.findByRole('button', { name: /^Edit profile/ })).toBe(document.activeElement)
    expect(window.location.search).toBe('')
  })

  test('clearing sends null, and a bound is only touched when it is said so', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await user.click(await screen.findByRole('button', { name: 'Clear fallback time zone' }))
    await user.click(screen.getByRole('button', { name: 'Clear fallback birth date' }))
    await user.selectOptions(screen.getByRole('combobox', { name: 'Last day to ingest' }), 'No limit')
    expect(review().getByText('not returned by the API')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save 3 changes' }))
    await waitFor(() =>
      expect(sent).toEqual([{ fallback_time_zone: null, fallback_birth_date: null, ingestion_end: null }]),
    )
  })

  test('finds a zone by a part of its name and shows its clock', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const zone = await screen.findByRole('combobox', { name: 'Fallback time zone' })
    await user.clear(zone)
    await user.type(zone, 'mumbai')
    const option = await screen.findByRole('option', { name: /Kolkata|Calcutta/ })
    expect(option.textContent).toMatch(/\d\d:\d\d/)
    await user.click(option)
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toEqual([{ fallback_time_zone: expect.stringMatching(/^Asia\//) }]))
  })

  test('a birth date in the future is refused at its field, and nothing is sent', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const birth = await screen.findByLabelText('Fallback birth date')
    await user.clear(birth)
    await user.type(birth, '2999-01-01')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText('Enter a birth date between 1900 and today.')).toBeTruthy()
    expect(birth.getAttribute('aria-invalid')).toBe('true')
    expect(sent).toEqual([])
  })

  test('a reference that is an email is refused, bare digits are only warned about', async () => {
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const reference = await screen.findByRole('textbox', { name: 'Reference' })
    await user.clear(reference)
    await user.type(reference, 'a@b.example')
    await user.tab()
    expect(await screen.findByText(/looks like an email address/)).toBeTruthy()
    await user.clear(reference)
    await user.type(reference, '6025550143')
    expect(screen.queryByText(/looks like an email address/)).toBeNull()
    expect(screen.getByText(/as long as a phone number/)).toBeTruthy()
  })
})

describe('when someone else saved in between', () => {
  const others = (client_user_id: string) => {
    stored = { ...ROW, user: { ...ROW.user, client_user_id } }
  }
  const change = async (user: ReturnType<typeof userEvent.setup>, to: string) => {
    const reference = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reference' })
    await user.clear(reference)
    await user.type(reference, to)
    return reference
  }

  test('nothing is sent before it is clear whose value to keep', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await change(user, 'member-7')
    others('member-6')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Someone else changed this' }))
    expect(sent).toEqual([])
    await user.click(dialog.getByRole('radio', { name: /Yours member-7/ }))
    await user.click(dialog.getByRole('button', { name: 'Save with these choices' }))
    await waitFor(() => expect(sent).toEqual([{ client_user_id: 'member-7' }]))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  test('between the check and the save: the server refuses, and the same question is asked', async () => {
    const seen: (string | null)[] = []
    server.use(
      mock(at(updateUser, { user_id: ADDRESS.user_id }), async ({ request }) => {
        seen.push(request.headers.get(SEEN_HEADER))
        if (seen.length > 1) return accept()
        others('member-6')
        return HttpResponse.json({ code: 'stale', detail: 'Someone else changed this user.' }, { status: 409 })
      }),
    )
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await change(user, 'member-7')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Someone else changed this' }))
    await user.click(dialog.getByRole('radio', { name: /Yours member-7/ }))
    await user.click(dialog.getByRole('button', { name: 'Save with these choices' }))
    await waitFor(() => expect(seen).toHaveLength(2))
    const update = { client_user_id: 'member-7' }
    expect(seen).toEqual([seenUserTag(ROW.user, update), seenUserTag(stored.user, update)])
    expect(seen[0]).not.toBe(seen[1])
  })

  test('their value is kept by choosing it, and then there is nothing to send', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const reference = await change(user, 'member-7')
    others('member-6')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Someone else changed this' }))
    await user.click(dialog.getByRole('radio', { name: /Theirs member-6/ }))
    await user.click(dialog.getByRole('button', { name: 'Save with these choices' }))
    await waitFor(() => expect(reference.value).toBe('member-6'))
    expect(await review().findByText('Nothing yet.')).toBeTruthy()
    expect(sent).toEqual([])
  })

  test('a change of another field, or to the same value, is no question', async () => {
    answerUpdate(accept)
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await change(user, 'member-7')
    stored = { ...ROW, user: { ...ROW.user, client_user_id: 'member-7', fallback_time_zone: null } }
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toEqual([{ client_user_id: 'member-7' }]))
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  test('discarding shows what is recorded', async () => {
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const reference = await change(user, 'member-7')
    expect(reference.value).toBe('member-7')
    await user.click(review().getByRole('button', { name: 'Discard' }))
    expect(await screen.findByText('member-20931')).toBeTruthy()
    runShortcut('e')
    const again = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reference' })
    expect([again.value, document.activeElement]).toEqual(['member-20931', again])
    expect(review().getByText('Nothing yet.')).toBeTruthy()
  })
})

describe('what the service refuses', () => {
  test('a reference that is taken leads to its holder', async () => {
    const holder = { user_id: '11111111-2222-4333-8444-555555555555', created_on: '2026-01-02T00:00:00Z' }
    answerUpdate(() => HttpResponse.json({ detail: { error: 'taken', ...holder } }, { status: 400 }))
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    const reference = await screen.findByRole('textbox', { name: 'Reference' })
    await user.type(reference, '5')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText('Another user has this reference.')).toBeTruthy()
    const link = screen.getByRole('link', { name: '11111111…5555' })
    expect(link.getAttribute('href')).toBe(`/sandbox/users/${holder.user_id}`)
    expect(document.activeElement).toBe(reference)
    await user.type(reference, '6')
    expect(screen.queryByText('Another user has this reference.')).toBeNull()
  })

  test('a 422 lands on its field in the service’s own words', async () => {
    const issue = {
      loc: ['body', 'ingestion_end'],
      msg: 'the end lies before the start',
      type: 'custom',
    }
    answerUpdate(() => HttpResponse.json({ detail: [issue] }, { status: 422 }))
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Last day to ingest' }), 'Choose a date')
    const day = screen.getByLabelText('Last day to ingest', { selector: 'input' })
    await user.type(day, '2026-01-01')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText('The service refused this: “the end lies before the start”')).toBeTruthy()
    expect(day.getAttribute('aria-invalid')).toBe('true')
  })

  test('a change whose end is not known says so and keeps what was typed', async () => {
    answerUpdate(() => HttpResponse.json({ detail: 'It may or may not have been made.' }, { status: 502 }))
    const user = userEvent.setup()
    renderPage(view, { search: '?edit=1' })
    await user.type(await screen.findByRole('textbox', { name: 'Reference' }), '5')
    await user.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText('It may or may not have been made.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Save 1 change' })).toBeTruthy()
  })
})

test('who may not change it reads it, and why', async () => {
  renderPage(<ProfileView {...ADDRESS} denial="Your role does not include this." failure={null} />)
  expect(await screen.findByText('member-20931')).toBeTruthy()
  expect(screen.getByText('Your role does not include this.')).toBeTruthy()
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('unsaved changes are asked about before a link is followed', async () => {
  const user = userEvent.setup()
  let followed = 0
  renderPage(
    <>
      {view}
      <a
        href="/sandbox/orders"
        onClick={(event) => {
          if (!event.defaultPrevented) followed += 1
          event.preventDefault()
        }}
      >
        Orders
      </a>
    </>,
    { search: '?edit=1' },
  )
  await user.type(await screen.findByRole('textbox', { name: 'Reference' }), '5')
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  expect(followed).toBe(0)
  await user.click(screen.getByRole('button', { name: /Keep editing/ }))
  await user.click(screen.getByRole('link', { name: 'Orders' }))
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  expect(followed).toBe(1)
})

test('a user without a reference is deleted by the beginning of their ID; an open critical result and a visit are named first', async () => {
  const user = userEvent.setup()
  stored = { ...ROW, user: { ...ROW.user, client_user_id: null } }
  server.use(
    mock(at(getLatestUserInfo, { user_id: ADDRESS.user_id }), () => new HttpResponse(null, { status: 404 })),
    mock(listOrders, () => {
      const created_at = '2026-11-18T16:30:00Z'
      const events = [{ id: 2, created_at, status: 'collecting_sample.at_home_phlebotomy.appointment_scheduled' }]
      const visit = makeOrder({ id: 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d3', events })
      return HttpResponse.json({
        orders: [makeOrder({ interpretation: 'critical' }), visit],
        total: 2,
        page: 1,
        size: 50,
      })
    }),
    mock(at(listAcknowledgements, { environment: 'sandbox' }), () =>
      HttpResponse.json({ acknowledgements: [], seen_critical: [], starts_at: null }),
    ),
    mock(at(listCallbacks, { environment: 'sandbox' }), () => HttpResponse.json({ callbacks: [] })),
    mock(at(listBookings, { environment: 'sandbox' }), () =>
      HttpResponse.json({ bookings: [], total: 0, cancelled: 0, now: '2026-11-20T12:00:00Z' }),
    ),
  )
  renderPage(<ProfileView {...ADDRESS} denial={null} mayDelete failure={null} />)
  await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this user?' }))
  expect(await dialog.findByText(/^1 critical result of this user isn’t settled/)).toBeTruthy()
  expect(dialog.getByText(/^1 visit may still take place. Cancel it with the provider first/)).toBeTruthy()
  await user.type(dialog.getByRole('textbox'), ADDRESS.user_id.slice(0, 8))
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete user' }).disabled).toBe(false)
})

test('a user is deleted once their reference is typed, with what goes with them, and can be brought back', async () => {
  const user = userEvent.setup()
  const calls: string[] = []
  const done = ({ request }: { request: Request }) => {
    const { pathname, search } = new URL(request.url)
    calls.push(`${request.method} ${pathname.slice(pathname.indexOf('/v2'))}${search}`)
    return HttpResponse.json({ success: true })
  }
  server.use(
    mock(at(deleteUser, { user_id: ADDRESS.user_id }), done),
    mock(undoDeleteUser, done),
    mock(at(getLatestUserInfo, { user_id: ADDRESS.user_id }), () => new HttpResponse(null, { status: 404 })),
    mock(listOrders, () => HttpResponse.json({ orders: [], total: 12, page: 1, size: 50 })),
  )
  renderPage(
    <>
      <ProfileView {...ADDRESS} denial={null} mayDelete failure={null} />
      <ToastHost />
    </>,
  )
  await user.click(await screen.findByRole('button', { name: 'Delete user' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this user?' }))
  expect(await dialog.findByText('12 orders will leave every list.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Delete user' }).disabled).toBe(true)
  await user.type(dialog.getByRole('textbox'), 'member-20931')
  await user.click(dialog.getByRole('button', { name: 'Delete user' }))
  await waitFor(() => expect(router.push).toHaveBeenCalledWith('/sandbox/users'))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('User restored.')).toBeTruthy()
  const path = `/v2/user/${ADDRESS.user_id}`
  expect(calls).toEqual([`DELETE ${path}`, `POST /v2/user/undo_delete?user_id=${ADDRESS.user_id}`])
})
