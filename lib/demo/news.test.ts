import { expect, test, vi } from 'vitest'
import { beginAnew, hasOtherData, noteOtherData, onDemoData, publishDataChange } from './news.ts'

test('who listens is told of every change, and at once of what came before', () => {
  const early = vi.fn()
  const stop = onDemoData(early)
  expect(early).not.toHaveBeenCalled()
  publishDataChange()
  expect(early).toHaveBeenCalledTimes(1)

  const late = vi.fn()
  onDemoData(late)
  expect(late).toHaveBeenCalledTimes(1)
  stop()
  publishDataChange()
  expect(early).toHaveBeenCalledTimes(1)
  expect(late).toHaveBeenCalledTimes(2)
})

test('another base is known until pages have begun anew', () => {
  expect(hasOtherData()).toBe(false)
  noteOtherData()
  expect([hasOtherData(), hasOtherData()]).toEqual([true, true])
  beginAnew()
  expect(hasOtherData()).toBe(false)
})
