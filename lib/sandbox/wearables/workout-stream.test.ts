/** Streams of workouts: one for each sport, as the summary of the same workout says. */
import { expect, test } from 'vitest'
import { userIdOf } from '#lib/domains/users/user.testing.ts'
import { DAY } from '#lib/utils/time/durations.ts'
import { createWearables } from './stream.ts'
import { workoutStreamOf } from './workout-stream.ts'

const AT = Date.parse('2026-11-21T20:07:00Z')
const zone = 'America/Phoenix'

const workout = (number: number, sport: string) => ({
  user_id: userIdOf(number),
  workout_id: userIdOf(1000 + number),
  slug: 'korrin_ring',
  sport,
  zone,
  at: AT + number * DAY,
})
const many = (sport: string) => Array.from({ length: 40 }, (_, number) => workoutStreamOf(workout(number, sport)))

/** The columns that any of the workouts has. */
const measured = (sport: string) =>
  [
    ...new Set(many(sport).flatMap((each) => Object.entries(each).flatMap(([name, rows]) => (rows ? [name] : [])))),
  ].sort()

test('each sport has what its devices measure', () => {
  const all = ['heartrate', 'time', 'user_id']
  const moving = ['cadence', 'distance', 'velocity_smooth']
  const outdoors = ['altitude', 'lat', 'lng', 'temperature']
  expect(measured('strength_training')).toEqual(all)
  expect(measured('swimming')).toEqual([...all, ...moving].sort())
  expect(measured('running')).toEqual([...all, ...moving, ...outdoors].sort())
  expect(measured('cycling')).toEqual([...all, ...moving, ...outdoors, 'power', 'resistance'].sort())
})

test('the same workout has the same stream, and another has another', () => {
  expect(workoutStreamOf(workout(1, 'running'))).toEqual(workoutStreamOf(workout(1, 'running')))
  expect(workoutStreamOf(workout(1, 'running')).lat).not.toEqual(workoutStreamOf(workout(2, 'running')).lat)
})

test('it agrees with the summary of the workout: when it was, and how the heart went', () => {
  for (let number = 0; number < 40; number += 1) {
    const { user_id, slug, at } = workout(number, '')
    const source = { user_id, zone, source: { name: 'Ring', slug }, resources: ['workouts'] }
    const summary = createWearables().next(source, at)?.data
    const { time, heartrate } = workoutStreamOf(workout(number, 'running'))
    expect(time?.[0]).toBe(Date.parse(String(summary?.time_start)) / 1000)
    expect(time?.at(-1)).toBe(Date.parse(String(summary?.time_end)) / 1000)
    const beats = heartrate ?? []
    expect(Math.max(...beats)).toBe(summary?.hr_max)
    const average = beats.reduce((sum, each) => sum + each, 0) / beats.length
    expect(Math.abs(average - Number(summary?.hr_average))).toBeLessThan(3)
  }
})

test('a run comes back to where it began, and goes as far as it says', () => {
  for (const { lat, lng, distance, velocity_smooth } of many('running')) {
    const [first, last] = [0, -1].map((row) => [lat?.at(row) ?? 0, lng?.at(row) ?? 0])
    expect(Math.hypot((first?.[0] ?? 0) - (last?.[0] ?? 9), (first?.[1] ?? 0) - (last?.[1] ?? 9))).toBeLessThan(0.001)
    const meters = velocity_smooth?.slice(1).reduce((sum, each) => sum + 5 * each, 0) ?? 0
    expect(Math.abs((distance?.at(-1) ?? 0) - meters)).toBeLessThan(1)
    expect(Math.min(...(velocity_smooth ?? [0]))).toBeGreaterThan(1.5)
  }
})
