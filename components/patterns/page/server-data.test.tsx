import { dehydrate, QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { beginAnew } from '#lib/demo/news.ts'
import { ServerData } from './server-data.tsx'

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

it('keeps nobody of the base before on the page, and none of what came with the HTML', async () => {
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
