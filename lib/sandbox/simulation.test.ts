import { expect, test } from 'vitest'
import { ApiError } from '#lib/kernel/api-error.ts'
import { generateBundles } from '#lib/sandbox/data/generate.ts'
import { createSimulation } from './simulation.ts'

const TEAM = '00000000-0000-4000-8000-000000000001'
const [record] = [...generateBundles({ users: 2, orders: 20, today: new Date('2026-11-21'), team_id: TEAM })].flatMap(
  ({ orders }) => orders,
)
const step = { environment: 'sandbox', order_id: TEAM, status: undefined, interpretation: undefined, after_event_id: 7 }

test('only environments that the embedded service is behind have a simulation', async () => {
  const advanceOrder = () => Promise.reject(new Error('never asked'))
  expect(await createSimulation(['sandbox'], { advanceOrder }).advance({ ...step, environment: 'eu' })).toBeNull()
  expect(await createSimulation([], null).advance(step)).toBeNull()
})

test('hands the choice on and answers the order with its event', async () => {
  const [event] = record?.order.events ?? []
  if (!record || !event) throw new Error('the data set has no order')
  const asked: unknown[] = []
  const simulation = createSimulation(['sandbox'], {
    advanceOrder: async (input) => {
      asked.push(input)
      return { record, event }
    },
  })
  expect(await simulation.advance({ ...step, status: 'lost' })).toEqual({ order: record.order, event })
  const choice = { status: 'lost', interpretation: undefined }
  expect(asked).toEqual([{ order_id: TEAM, choice, after_event_id: 7 }])
})

test.each([
  ['not_found', 404],
  ['stale', 409],
  ['invalid_input', 422],
] as const)('passes on %s (%i) of the service', async (code, status) => {
  const advanceOrder = () => Promise.reject(new ApiError(code, 'Why.'))
  const refused = createSimulation(['sandbox'], { advanceOrder }).advance(step)
  await expect(refused).rejects.toBeInstanceOf(ApiError)
  await expect(refused).rejects.toMatchObject({ code, status, detail: 'Why.' })
})

test('what nobody expected stays what it was', async () => {
  const broken = new ApiError('internal_error', 'The disk is full.')
  const advanceOrder = () => Promise.reject(broken)
  await expect(createSimulation(['sandbox'], { advanceOrder }).advance(step)).rejects.toBe(broken)
})
