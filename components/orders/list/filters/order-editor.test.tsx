import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { orderFields } from '#components/orders/list/orders-view.tsx'
import { NO_FILTERS, type OrderFilters } from '#components/orders/search/orders-search.ts'
import { renderPage } from '#components/testing/render.tsx'
import { clock24 } from '#lib/utils/time/instants.ts'
import { CreatedFilter } from './order-editor.tsx'

const chipOf = (filters: OrderFilters) =>
  orderFields(clock24('America/Denver'), false)
    .find(({ id }) => id === 'created')
    ?.chip(filters, clock24('America/Denver'))

function Editor({ onDraft }: { onDraft: (draft: OrderFilters) => void }) {
  const [draft, setDraft] = useState(NO_FILTERS)
  const onChange = (next: OrderFilters) => {
    onDraft(next)
    setDraft(next)
  }
  return <CreatedFilter draft={draft} onChange={onChange} />
}

test('a usual range stays relative, and a day of one’s own makes it fixed', async () => {
  let last = NO_FILTERS
  renderPage(
    <Editor
      onDraft={(draft) => {
        last = draft
      }}
    />,
  )
  const preset = screen.getByRole('button', { name: 'Last 7 days' })
  await userEvent.click(preset)
  expect(last).toEqual({ ...NO_FILTERS, created_within: '7d' })
  expect(preset.getAttribute('aria-pressed')).toBe('true')
  expect(chipOf(last)).toEqual({ operator: 'in the', value: 'last 7 days, your time' })
  expect(screen.getByText(/counts the days of whoever opens it/)).toBeTruthy()
  const first = screen.getByLabelText('First day')
  expect(first).toHaveProperty('value', expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/))
  await userEvent.clear(first)
  expect(last).toMatchObject({ start_date: null, created_within: null })
  expect(last.end_date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
