import { expect, test } from 'vitest'
import { serviceCenter } from '#lib/domains/service-centers/service-center.ts'
import {
  capabilityChoices,
  capabilityLabel,
  centerText,
  directionsHref,
  isNearestFirst,
  milesLabel,
  phoneLabel,
} from './center-labels.ts'
import { center } from './centers.testing.ts'

test('a center as text, with everything that is known of it', () => {
  expect(centerText(center(), 3)).toBe(`3. Calder Draw Site, Maple, 1.5 miles
4099 Maple Ter, Suite 4
Denver, CO 80205
Hours: Mon and Tue 7:00 AM to 3:30 PM
Phone: 303-555-0142
Fax: 303-555-0186
Offers: STAT, pediatric_draws`)
  const bare = center({ phone_number: null, fax_number: '', second_line: null, hours: null }, { capabilities: [] })
  expect(centerText(bare, 1)).toBe(`1. Calder Draw Site, Maple, 1.5 miles
4099 Maple Ter
Denver, CO 80205
Hours: not listed, call first`)
})

test('the way there names where the center stands, and nothing else', () => {
  const url = new URL(directionsHref(center({ name: 'A & B' })))
  expect(url.protocol).toBe('https:')
  expect(Object.fromEntries(url.searchParams)).toEqual({ api: '1', destination: '4099 Maple Ter, Denver, CO 80205' })
})

test.each([
  ['+13035550142', '303-555-0142', 'tel:+13035550142'],
  ['(303) 555-0142', '303-555-0142', 'tel:+13035550142'],
  ['+44 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
  ['303-555-0142 ext. 7', '303-555-0142 ext. 7', 'tel:+13035550142;ext=7'],
])('%s is read %s and called %s', (sent, text, href) => {
  expect(phoneLabel(sent)).toEqual({ text, href })
})

test('what is no number is not called', () => {
  for (const sent of [null, undefined, '', 'ask']) expect(phoneLabel(sent)).toBeNull()
})

test('a capability that nobody knows is asked for and shown as it is', () => {
  expect(capabilityChoices(['stat', 'x_ray'])).toEqual([
    'stat',
    'appointment_scheduling_via_service',
    'appointment_scheduling_with_lab',
    'x_ray',
  ])
  expect(capabilityLabel('x_ray')).toMatchObject({ text: 'x_ray', known: false })
  expect(capabilityLabel('stat')).toMatchObject({ text: 'STAT', known: true })
})

test('"nearest first" is said only where it is so', () => {
  const at = (...distances: string[]) => distances.map((distance) => center({}, { distance }))
  expect(isNearestFirst(at('0.00', '9.5', '9.50', '10.1'))).toBe(true)
  expect(isNearestFirst(at('10.1', '9.5'))).toBe(false)
  expect(isNearestFirst(at('near', '9.5'))).toBe(false)
  expect(isNearestFirst([])).toBe(true)
})

test.each([
  ['0.00', 'under 1 mile'],
  ['0.99', 'under 1 mile'],
  ['1.00', '1 mile'],
  ['3.26', '3.3 miles'],
  ['25', '25 miles'],
  ['nearby', 'nearby miles'],
])('%s reads %s', (distance, words) => {
  expect(milesLabel(distance)).toBe(words)
})

test('a distance that arrives as a number is read as the text it stands for', () => {
  expect(serviceCenter.parse({ ...center(), distance: 3.25 }).distance).toBe('3.25')
  expect(serviceCenter.safeParse({ ...center(), distance: null }).success).toBe(false)
})
