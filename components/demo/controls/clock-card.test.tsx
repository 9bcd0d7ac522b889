import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestDemo, ORDER_ID } from '#components/demo/demo.testing.ts'
import { openControls, resetControlsAroundTests, said } from './controls.testing.tsx'

resetControlsAroundTests()

test('the clock is stopped, started and moved on', async () => {
  const demo = createTestDemo()
  const { user, panel } = await openControls()
  const card = within(panel.getByRole('group', { name: 'Clock Paused' }))
  expect(card.getByText('22 Nov, 15:42 UTC')).toBeTruthy()
  await user.click(panel.getByRole('button', { name: /^\+1 h/ }))
  await said('Demo clock at 22 Nov, 16:42.')
  await user.click(panel.getByRole('button', { name: /^\+1 day/ }))
  await said('Demo clock at 23 Nov, 16:42.')
  await user.click(panel.getByRole('button', { name: 'Resume' }))
  await said('Demo clock running.')
  await user.click(panel.getByRole('button', { name: 'Pause' }))
  await said('Demo clock paused.')
  expect(demo.calls).toEqual(['advance 3600000', 'advance 86400000', 'resume', 'pause'])
})

test('the next event is named, leads to its order, and happens at once on demand', async () => {
  const demo = createTestDemo()
  const { user, panel } = await openControls()
  const link = panel.getByRole('link', { name: 'draw completed in 38 min' })
  expect(link.getAttribute('href')).toBe(`/demo/orders/${ORDER_ID}`)
  await user.click(panel.getByRole('button', { name: 'Skip to next event' }))
  await said('Draw completed. Demo clock at 22 Nov, 16:20.')
  const button = panel.getByRole('button', {
    name: 'Skip to next event',
    description: 'No upcoming events. Book a draw or advance an order.',
  })
  expect(button.getAttribute('aria-disabled')).toBe('true')
  await user.click(button)
  expect(demo.calls).toEqual(['next'])
})

test('a command under way cannot be given twice', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await openControls()
  await user.click(panel.getByRole('button', { name: /^\+1 h/ }))
  await user.click(panel.getByRole('button', { name: /^\+1 day/ }))
  expect(panel.getByRole('button', { name: /\+1 h.*is in progress/ }).getAttribute('aria-disabled')).toBe('true')
  release()
  await said('Demo clock at 22 Nov, 16:42.')
  expect(demo.calls).toEqual(['advance 3600000'])
})
