import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { ToastHost } from '#components/ui/dialog/toast.tsx'
import { reportAction } from '#lib/domains/audit/report-action.ts'
import { PrintSheet } from './print-sheet.tsx'
import { useOrderPrint } from './use-order-print.ts'

const ORDER = 'e27b6d10-93c4-4f0a-a7d5-61b8c204f9d2'
const ENTRY = { action: 'print_orders', environment: 'sandbox', subjects: [ORDER], rows: 1 }
/** As a browser does. */
const dialog = () => {
  window.dispatchEvent(new Event('beforeprint'))
  window.dispatchEvent(new Event('afterprint'))
}
const print = vi.fn(dialog)
let reported: unknown[] = []
let status = 204

beforeEach(() => {
  reported = []
  status = 204
  print.mockClear()
  vi.stubGlobal('print', print)
  server.use(
    mock(reportAction, async ({ request }) => {
      reported.push(await request.json())
      return status === 204 ? new HttpResponse(null, { status }) : HttpResponse.json({ detail: 'Down.' }, { status })
    }),
  )
})

function Orders() {
  const paper = useOrderPrint('sandbox', [ORDER])
  return (
    <>
      <button type="button" onClick={paper.print}>
        Print
      </button>
      <ToastHost />
    </>
  )
}

test('orders are printed once that is on record, and recorded once', async () => {
  renderPage(<Orders />)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(reported).toEqual([ENTRY])
  // The browser's own command, which no page can stop.
  dialog()
  await waitFor(() => expect(reported).toEqual([ENTRY, ENTRY]))
})

test('what can’t be recorded isn’t printed', async () => {
  status = 400
  renderPage(<Orders />)
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  expect(await screen.findByText('Nothing was printed.')).toBeTruthy()
  expect(print).not.toHaveBeenCalled()
})

test('a sheet that stands alone on paper is its maker’s to record', async () => {
  renderPage(
    <>
      <Orders />
      <PrintSheet>Bring your ID.</PrintSheet>
    </>,
  )
  dialog()
  await userEvent.click(screen.getByRole('button', { name: 'Print' }))
  await waitFor(() => expect(print).toHaveBeenCalledOnce())
  expect(reported).toEqual([ENTRY])
})
