import { act, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createTestDemo } from '#components/demo/demo.testing.ts'
import { RequestError } from '#lib/kernel/client/errors.ts'
import { isChecked, openControls, resetControlsAroundTests, said } from './controls.testing.tsx'

resetControlsAroundTests()

test('a scenario is chosen with the arrow keys, shows at once, and is announced when it has taken effect', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await openControls()
  const normal = panel.getByRole('radio', {
    name: 'Normal day',
    description: '2,600 orders · 260 users Routine work and a few problems',
  })
  const busy = panel.getByRole('radio', { name: 'Busy lab' })
  expect(isChecked(normal)).toBe(true)
  normal.focus()
  await user.keyboard('{ArrowDown}')
  expect(isChecked(busy)).toBe(true)
  expect(screen.getByRole('status').textContent).not.toContain('Busy lab')
  release()
  await said('Scenario: Busy lab.')
  expect(demo.calls).toEqual(['scenario {"base":"busy","modifiers":[],"booking":null}'])
})

test('of choices made while another takes effect, only the last one is asked for', async () => {
  const demo = createTestDemo()
  const release = demo.hold()
  const { user, panel } = await openControls()
  await user.click(panel.getByRole('radio', { name: 'Busy lab' }))
  await user.click(panel.getByRole('switch', { name: 'Slow network' }))
  await user.click(panel.getByRole('switch', { name: 'Unknown values' }))
  release()
  await said('Unknown values on.')
  expect(demo.calls).toEqual([
    'scenario {"base":"busy","modifiers":[],"booking":null}',
    'scenario {"base":"busy","modifiers":["slow","unknown"],"booking":null}',
  ])
})

test('modifiers are switches, and their number is beside the title', async () => {
  const demo = createTestDemo({ scenario: { base: 'busy', modifiers: ['flaky'], booking: null } })
  const { user, panel } = await openControls()
  const group = within(panel.getByRole('group', { name: /^Modifiers/ }))
  expect(group.getAllByRole('switch')).toHaveLength(5)
  expect(group.getByText('1 on')).toBeTruthy()
  expect(isChecked(group.getByRole('switch', { name: 'Flaky service' }))).toBe(true)
  await user.click(group.getByRole('switch', { name: 'Slow network' }))
  expect(await group.findByText('2 on')).toBeTruthy()
  expect(demo.calls).toEqual(['scenario {"base":"busy","modifiers":["slow","flaky"],"booking":null}'])
  await user.click(group.getByRole('switch', { name: 'Flaky service' }))
  await said('Flaky service off.')
})

test('how bookings end is chosen from a list that begins with the key', async () => {
  const demo = createTestDemo()
  const { user, panel } = await openControls()
  const select = panel.getByRole('combobox', { name: 'Booking outcome' })
  expect(within(select).getAllByRole('option')[0]?.textContent).toContain('By booking key')
  await user.selectOptions(select, 'Conflict')
  await said('Booking outcome: Conflict.')
  expect(panel.getByText('Refused: the order already has an appointment (409)')).toBeTruthy()
  await user.selectOptions(select, 'By booking key')
  await said('Booking outcome: by booking key.')
  expect(demo.calls.at(-1)).toBe('scenario {"base":"normal","modifiers":[],"booking":null}')
})

test('a choice that fails is taken back, and says so in its place', async () => {
  const demo = createTestDemo()
  demo.fail(new RequestError({ kind: 'shape', call: 'demo', detail: 'This role can’t be played.' }))
  const { user, panel } = await openControls()
  const roles = within(panel.getByRole('group', { name: 'Role' }))
  expect(roles.getAllByRole('radio')).toHaveLength(4)
  await user.click(roles.getByRole('radio', { name: 'Support' }))
  expect((await roles.findByRole('alert')).textContent).toContain('This role can’t be played.')
  expect(isChecked(roles.getByRole('radio', { name: 'Lab coordinator' }))).toBe(true)
  await user.click(roles.getByRole('radio', { name: 'Support' }))
  await said('Role: Support.')
  expect(roles.queryByRole('alert')).toBeNull()
})

test('a large scenario shows how much of it is there', async () => {
  const demo = createTestDemo({ loaded: 0.428 })
  const { panel } = await openControls()
  expect(panel.getByRole('progressbar', { name: 'Loading sample data' }).getAttribute('aria-valuenow')).toBe('42')
  act(() => demo.change({ loaded: 1 }))
  expect(panel.queryByRole('progressbar')).toBeNull()
  await said('Sample data loaded.')
})
