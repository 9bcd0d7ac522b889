import { expect, test } from 'vitest'
import { adviseOn } from './password-advice.ts'

const ANN = { email: 'ann@clinic.test', name: 'Ann', host: 'desk.northlab.org' }

test('a long phrase is hard to guess', () => {
  expect(adviseOn('a quiet river bends north', ANN)).toEqual({ faults: [], score: 4 })
})

test('what is refused is never called good', () => {
  expect(adviseOn('ann walks along a quiet river', ANN)).toEqual({ faults: ['own'], score: 1 })
  expect(adviseOn('password1234', ANN)).toEqual({ faults: ['common'], score: expect.toSatisfy((n: number) => n < 2) })
})

test('the longest that is taken is looked at quickly', () => {
  const before = performance.now()
  adviseOn('p4$$w0rd-'.repeat(14), ANN)
  expect(performance.now() - before).toBeLessThan(1000)
})
