import { expect, test } from 'vitest'
import { eventForm } from '#lib/domains/events/event.ts'
import { testWebhookEndpoint } from './endpoints.ts'
import { EVENT_EXAMPLES } from './examples.ts'

test.each(Object.entries(EVENT_EXAMPLES))('the example of %s is one', (event_type, data) => {
  expect(testWebhookEndpoint.body.safeParse({ event_type, data }).success).toBe(true)
  const user_id = '00000000-0000-4000-8000-000000000000'
  expect(eventForm({ event_type, data, team_id: user_id, user_id })).not.toBe('unknown')
})
