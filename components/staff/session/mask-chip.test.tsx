import { QueryClient, QueryClientProvider, QueryObserver } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, HttpResponse } from 'msw'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useShortcutKeys } from '#components/patterns/page/shortcuts.tsx'
import { at, mock, server } from '#components/testing/server.ts'
import { ToastRegion } from '#components/ui/dialog/toast-region.tsx'
import { MaskProvider, type MaskSettings } from '#components/ui/display/mask.tsx'
import { BirthDate, PatientName } from '#components/ui/display/redact.tsx'
import { ViewerProvider } from '#components/ui/display/viewer.tsx'
import { ADDRESS, INFO } from '#components/users/detail/user.testing.ts'
import { useShownInfo, useUserInfo } from '#lib/domains/demographics/queries.ts'
import { getLatestUserInfo } from '#lib/domains/demographics/user-info.ts'
import { revealPatientData } from '#lib/domains/environments/environment.ts'
import { MASK } from '#lib/utils/text/mask.ts'
import { MaskChip } from './mask-chip.tsx'

const NAME = 'Theo Lindqvist'
const reports: unknown[] = []

const client = new QueryClient()

function recorded(status = 200) {
  server.use(
    mock(revealPatientData, ({ params }) => {
      reports.push(params['environment'])
      return status === 200
        ? HttpResponse.json({ until: null })
        : HttpResponse.json({ detail: 'This could not be recorded in the audit log.' }, { status })
    }),
  )
}

function Page({
  environment,
  real = true,
  choice = null,
}: {
  environment: string
  real?: boolean
  choice?: string | null
}) {
  const settings: MaskSettings = { environment, masked_by_default: real, choice, now: Date.now() }
  return (
    <QueryClientProvider client={client}>
      <ViewerProvider timeZone="UTC" clockHours={24} now={settings.now}>
        <MaskProvider settings={settings}>
          <Keys />
          <MaskChip environment={environment} />
          <PatientName name={NAME} />
          <BirthDate value="1982-02-03" />
        </MaskProvider>
      </ViewerProvider>
    </QueryClientProvider>
  )
}

function Keys() {
  useShortcutKeys()
  return null
}

const names = () => screen.queryAllByText(NAME).length
const chip = () => screen.getByRole('button', { name: /^Patient data/ })
let environments = 0
/** Each test has a cookie of its own. */
const fresh = () => `env-${++environments}`

beforeEach(() => {
  reports.length = 0
})
afterEach(() => {
  vi.useRealTimers()
})

test('masked from the first byte: initials, a hatch as wide for every name, and no birth date', () => {
  const html = renderToString(<Page environment={fresh()} />)
  expect(html).not.toContain('Lindqvist')
  expect(html).not.toContain('1982')
  expect(html).toContain('Name hidden, initials <!-- -->T<!-- --> <!-- -->L')
  const short = renderToString(<PatientName name="Ann Ox" />).replaceAll(/[AO]/g, '_')
  const long = renderToString(<PatientName name="Anastasia Oxenstierna-Featherstonehaugh" />).replaceAll(/[AO]/g, '_')
  expect(long).toBe(short)
})

test('the server shows what it knows was asked for, and not a moment longer', () => {
  const environment = fresh()
  const until = Date.now() + 60_000
  expect(renderToString(<Page environment={environment} choice={`shown-${until}`} />)).toContain(NAME)
  expect(renderToString(<Page environment={environment} choice={`shown-${Date.now() - 1}`} />)).not.toContain(NAME)
  expect(renderToString(<Page environment={environment} real={false} />)).toContain(NAME)
  expect(renderToString(<Page environment={environment} real={false} choice="masked" />)).not.toContain(NAME)
})

test('showing is on record first, counts down, and ends by itself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
  recorded()
  const environment = fresh()
  render(<Page environment={environment} />)
  expect(names()).toBe(0)
  await user.click(chip())
  await waitFor(() => expect(names()).toBe(1))
  expect(reports).toEqual([environment])
  expect(screen.getByText('3 Feb 1982')).toBeTruthy()
  expect(chip().textContent).toMatch(/visible.*(5:00|4:59)/)
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000))
  expect(chip().textContent).toMatch(/(1:00|0:5\d)/)
  await act(() => vi.advanceTimersByTimeAsync(61_000))
  expect(names()).toBe(0)
  expect(chip().textContent).toContain('Patient data masked')
})

test('M hides at once and without a word to the server', async () => {
  const user = userEvent.setup()
  recorded()
  render(<Page environment={fresh()} />)
  await user.keyboard('m')
  await waitFor(() => expect(names()).toBe(1))
  await user.keyboard('m')
  expect(names()).toBe(0)
  expect(reports).toHaveLength(1)
})

test('what the page has read is read again when it may be shown and when it may not; the audit log is not', async () => {
  const user = userEvent.setup()
  recorded()
  const read: string[] = []
  const stops = [
    ['service', 'production', 'list_orders'],
    ['console', 'list_audit'],
  ].map((queryKey) => {
    const queryFn = () => read.push(queryKey.at(-1) ?? '')
    return new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(
      () => undefined,
    )
  })
  await waitFor(() => expect(read).toHaveLength(2))
  render(<Page environment={fresh()} />)
  await user.click(chip())
  await waitFor(() => expect(read).toEqual(['list_orders', 'list_audit', 'list_orders']))
  await user.click(chip())
  await waitFor(() => expect(read).toHaveLength(4))
  expect(read.filter((name) => name === 'list_audit')).toHaveLength(1)
  for (const stop of stops) stop()
})

function Person({ environment }: { environment: string }) {
  const address = { environment, user_id: ADDRESS.user_id }
  useUserInfo(address, null)
  const { info } = useShownInfo(address, true)
  return <p>Lives in {info?.address?.city}</p>
}

test('a person whom a page shows in rows and as a whole is read again for both', async () => {
  const user = userEvent.setup()
  recorded()
  let city = MASK
  server.use(
    mock(at(getLatestUserInfo, { user_id: ADDRESS.user_id }), async () => {
      const answer = HttpResponse.json({ ...INFO, address: { ...INFO.address, city } })
      // Longer than a row waits for others.
      await delay(50)
      return answer
    }),
  )
  const environment = fresh()
  render(
    <QueryClientProvider client={client}>
      <Page environment={environment} />
      <Person environment={environment} />
    </QueryClientProvider>,
  )
  expect(await screen.findByText(`Lives in ${MASK}`)).toBeTruthy()
  city = 'Phoenix'
  await user.click(chip())
  expect(await screen.findByText('Lives in Phoenix')).toBeTruthy()
})

test('what the server masked stays hidden until it comes again, whatever the page may show', () => {
  const html = renderToString(
    <ViewerProvider timeZone="UTC" clockHours={24} now={Date.now()}>
      <MaskProvider settings={{ environment: fresh(), masked_by_default: false, choice: null, now: Date.now() }}>
        <PatientName name="T▒ L▒" />
        <BirthDate value="▒" />
      </MaskProvider>
    </ViewerProvider>,
  )
  expect(html).toContain('Name hidden, initials')
  expect(html).toMatch(/Birth date(<!-- -->)? hidden/)
  expect(html).not.toContain('▒')
})

test('what cannot be recorded is not shown', async () => {
  const user = userEvent.setup()
  recorded(503)
  render(
    <>
      <Page environment={fresh()} />
      <ToastRegion place="top" />
    </>,
  )
  await user.click(chip())
  expect(await screen.findByText('Patient data stays hidden.')).toBeTruthy()
  expect(reports).toHaveLength(1)
  expect(names()).toBe(0)
})

test('made-up data is shown, can be hidden, and stays shown when it is asked for again', async () => {
  const user = userEvent.setup()
  recorded()
  render(<Page environment={fresh()} real={false} />)
  expect(names()).toBe(1)
  await user.click(chip())
  expect(names()).toBe(0)
  await user.click(chip())
  await waitFor(() => expect(names()).toBe(1))
  expect(chip().textContent).not.toMatch(/\d/)
})

test('hiding in one tab hides in the others', async () => {
  recorded()
  const environment = fresh()
  const user = userEvent.setup()
  render(<Page environment={environment} />)
  await user.click(chip())
  await waitFor(() => expect(names()).toBe(1))
  // biome-ignore lint/suspicious/noDocumentCookie: what another tab does
  document.cookie = `patient_data_${environment}=masked; path=/`
  const tab = new BroadcastChannel(`patient_data_${environment}`)
  tab.postMessage('changed')
  await waitFor(() => expect(names()).toBe(0))
  tab.close()
})

test('a page that forgot to say is masked', () => {
  render(<PatientName name={NAME} />)
  expect(names()).toBe(0)
})
