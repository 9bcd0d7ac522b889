import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useRefreshAfter, type WorkUnderWay } from './work-under-way.ts'

const IMPORT = '/sandbox/connections/import'

const RUNNING: WorkUnderWay = { section: 'connections/import', label: 'import running', percent: 40 }

function start() {
  const client = new QueryClient()
  const refresh = vi.spyOn(client, 'invalidateQueries')
  const initialProps: { work: WorkUnderWay | null } = { work: RUNNING }
  const hook = renderHook(({ work }: typeof initialProps) => useRefreshAfter(work), {
    initialProps,
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const show = (work: WorkUnderWay | null, pathname = IMPORT) => {
    window.history.replaceState(null, '', pathname)
    hook.rerender({ work })
  }
  return { refresh, show }
}

test('what a page shows is read again when the work is over', async () => {
  const { refresh, show } = start()
  show({ ...RUNNING, percent: 90 })
  show({ ...RUNNING, percent: 95 }, '/sandbox/users')
  expect(refresh).not.toHaveBeenCalled()
  show(null)
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(1))
})

test('so is the page that was on its way by then, and none after it', async () => {
  const { refresh, show } = start()
  show(null)
  show(null, '/sandbox/users')
  await waitFor(() => expect(refresh).toHaveBeenCalledTimes(2))
  show(null, '/sandbox/orders')
  expect(refresh).toHaveBeenCalledTimes(2)
})
