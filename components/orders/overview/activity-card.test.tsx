import { screen } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { expect, test } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { mock, server } from '#components/testing/server.ts'
import { type AuditEntry, listAudit } from '#lib/domains/audit/audit.ts'
import { ActivityCard } from './activity-card.tsx'

const entryOf = (id: number, outcome: AuditEntry['outcome']): AuditEntry => ({
  ...{ id, at: '2026-11-19T20:30:00.000Z', actor_id: 'rosa', actor_email: null, actor_name: 'Rosa Lind' },
  ...{ role: 'administrator', environment: 'sandbox', action: 'book_phlebotomy_appointment', subjects: [] },
  ...{ listed: false, masked: false, outcome, status: null, request_id: `request-${id}`, duration: 42 },
})

test('a booking that failed, or whose outcome nobody knows, is never told as one that was made', async () => {
  const outcomes = ['done', 'failed', 'started', 'refused'] as const
  const entries = outcomes.map((outcome, at) => entryOf(10 - at, outcome))
  server.use(mock(listAudit, () => HttpResponse.json({ entries, next: null })))
  renderPage(<ActivityCard environment="sandbox" />)
  await screen.findAllByText('Rosa Lind')
  expect(screen.getAllByRole('listitem').map((item) => item.textContent?.replace(/Nov.*|\d+ .*ago.*/, ''))).toEqual([
    'Rosa Lind booked a draw',
    'Rosa Lind booked a draw (failed)',
    'Rosa Lind booked a draw (outcome unknown)',
    'Rosa Lind booked a draw (refused)',
  ])
})
