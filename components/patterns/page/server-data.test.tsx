import { dehydrate, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pageTimeOf, syncClock } from '#lib/utils/time/clock.ts'
import { ServerData } from './server-data.tsx'

test.each([-40, 40])('data of the HTML is as old as it is on a computer that is %i minutes off', (minutes) => {
  const server = Date.now() - minutes * 60_000
  syncClock(server)
  const known = new QueryClient()
  known.setQueryData(['orders'], 1, { updatedAt: server })
  const client = new QueryClient()
  render(
    <QueryClientProvider client={client}>
      <ServerData state={dehydrate(known)}>{null}</ServerData>
    </QueryClientProvider>,
  )
  const { dataUpdatedAt = 0 } = client.getQueryState(['orders']) ?? {}
  expect(Math.abs(Date.now() - dataUpdatedAt)).toBeLessThan(60_000)
  expect(Math.abs(pageTimeOf(dataUpdatedAt) - server)).toBeLessThan(1_000)
})
