import { dehydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { beginAnew } from '#lib/demo/news.ts'
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

const queryKey = ['who']

/** Keeps whom it showed first, as a list keeps the rows that somebody sees. */
function Page() {
  const { data = 'nobody yet' } = useQuery({
    queryKey,
    queryFn: async () => 'Ben',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [first] = useState(data)
  return <p>{first}</p>
}

test('keeps nobody of the base before on the page, and none of what came with the HTML', async () => {
  const [server, client] = [new QueryClient(), new QueryClient()]
  server.setQueryData(queryKey, 'Ana')
  render(
    <QueryClientProvider client={client}>
      <ServerData state={dehydrate(server)}>
        <Page />
      </ServerData>
    </QueryClientProvider>,
  )
  screen.getByText('Ana')
  await act(async () => {
    client.removeQueries()
    beginAnew()
  })
  screen.getByText('nobody yet')
  expect(client.getQueryData(queryKey)).toBe('Ben')
})
