import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { createQueryClient, readAllAgain } from './queries.ts'

test('a first answer that was asked for before is dropped, and asked for again', async () => {
  const client = createQueryClient()
  const answers: ((orders: number) => void)[] = []
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve))
  const observer = new QueryObserver(client, { queryKey: ['orders'], queryFn })
  const stop = observer.subscribe(() => undefined)
  const read = readAllAgain(client)
  await expect.poll(() => answers.length).toBe(2)
  answers[0]?.(1)
  answers[1]?.(2)
  await read
  expect(observer.getCurrentResult().data).toBe(2)
  stop()
})

test('on the server no timer holds what a page read', async () => {
  vi.useFakeTimers()
  const client = createQueryClient()
  await client.fetchQuery({ queryKey: ['orders'], queryFn: async () => 1 })
  expect(vi.getTimerCount()).toBe(0)
  await client.fetchQuery({ queryKey: ['short'], queryFn: async () => 1, gcTime: 1000 })
  expect(vi.getTimerCount()).toBe(1)
  vi.useRealTimers()
})
