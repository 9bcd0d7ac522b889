import { screen, within } from '@testing-library/react'
import { OctagonAlert } from 'lucide-react'
import { expect, test } from 'vitest'
import type { Problem } from '#components/patterns/states/problem.ts'
import { renderPage } from '#components/testing/render.tsx'
import { AttentionCard } from './attention-card.tsx'

const problem = (id: string, severity: Problem['severity'], since: number | null): Problem => ({
  id,
  severity,
  since,
  icon: OctagonAlert,
  tone: 'bad',
  title: id,
  detail: `About ${id}.`,
  action: { label: 'View', href: `/sandbox/${id}` },
})

test('the most severe problem is first, then the oldest; each leads to one place', () => {
  const sources = {
    Orders: [problem('late', 3, 2_000), problem('critical', 1, 5_000)],
    Connections: [problem('source', 2, null), problem('older source', 2, 1_000)],
    Demographics: [],
  }
  renderPage(<AttentionCard sources={sources} />)
  const lines = screen.getAllByRole('listitem')
  expect(lines.map((line) => within(line).getByRole('link').getAttribute('href'))).toEqual([
    '/sandbox/critical',
    '/sandbox/older source',
    '/sandbox/source',
    '/sandbox/late',
  ])
  expect(screen.getByText('4')).toBeTruthy()
})

test('nothing needs attention only when all was checked', () => {
  const { rerender } = renderPage(<AttentionCard sources={{ Orders: [], Connections: [] }} />)
  expect(screen.getByText('Nothing needs attention')).toBeTruthy()
  rerender(<AttentionCard sources={{ Orders: [], Connections: undefined }} />)
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
  rerender(<AttentionCard sources={{ Orders: [], Connections: null }} />)
  expect(screen.queryByText('Nothing needs attention')).toBeNull()
  expect(screen.getByText('Not checked in full: connections. Part of what that takes didn’t load.')).toBeTruthy()
})
