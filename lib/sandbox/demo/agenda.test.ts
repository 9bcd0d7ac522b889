import { expect, test } from 'vitest'
import { createAgenda, type Due } from './agenda.ts'
import { createSimulatedClock } from './clock.ts'

const START = Date.parse('2026-11-22T15:42:00Z')

function setUp(planned: Due[] = []) {
  const clock = createSimulatedClock({ now: START, read_at: 0, running: false }, () => 0)
  const happened: [string, number][] = []
  const agenda = createAgenda(clock, () => planned[0] ?? null)
  const due = (name: string, at: number): Due => ({
    at: START + at,
    about: null,
    run: async () => void happened.push([name, clock.now() - START]),
  })
  return { agenda, clock, due, happened }
}

test('lets everything happen in order, each at its own instant, and nothing that is not due', async () => {
  const { agenda, due, happened } = setUp()
  for (const each of [due('second', 20), due('first', 10), due('later', 100)]) agenda.add(each)
  await agenda.runUntil(START + 50)
  expect(happened).toEqual([
    ['first', 10],
    ['second', 20],
  ])
  expect(agenda.next()?.at).toBe(START + 100)
})

test('of two at the same instant, the one that was added first comes first', async () => {
  const { agenda, due, happened } = setUp()
  for (const name of ['a', 'b', 'c']) agenda.add(due(name, 10))
  await agenda.runUntil(START + 10)
  expect(happened.map(([name]) => name)).toEqual(['a', 'b', 'c'])
})

test('what happens may add what is due as well', async () => {
  const { agenda, due, happened } = setUp()
  const first = due('first', 10)
  agenda.add({
    ...first,
    run: async () => {
      await first.run()
      agenda.add(due('follows', 15))
    },
  })
  await agenda.runUntil(START + 20)
  expect(happened.map(([name]) => name)).toEqual(['first', 'follows'])
})

test('takes turns with what is planned elsewhere', async () => {
  const planned: Due[] = []
  const { agenda, due, happened } = setUp(planned)
  const plan = due('plan', 15)
  planned.push({ ...plan, run: () => plan.run().then(() => void planned.shift()) })
  for (const each of [due('job', 10), due('job after', 20)]) agenda.add(each)
  await agenda.runUntil(START + 30)
  expect(happened.map(([name]) => name)).toEqual(['job', 'plan', 'job after'])
})

test('two runs at once let each thing happen once', async () => {
  const { agenda, due, happened } = setUp()
  agenda.add(due('once', 10))
  await Promise.all([agenda.runUntil(START + 10), agenda.runUntil(START + 10)])
  expect(happened).toHaveLength(1)
})
