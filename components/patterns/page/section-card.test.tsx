import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { FactList } from './section-card.tsx'

test.each([true, false])('long names and values wrap instead of widening their card, dense: %s', (dense) => {
  const path = 'details.data.collection_partner_internal_reference_number'
  render(<FactList dense={dense} facts={[{ label: path, value: 'x'.repeat(200) }]} />)
  for (const cell of [screen.getByText(path), screen.getByText('x'.repeat(200))])
    expect(cell.className).toContain('wrap-anywhere')
  // The column of names takes at most a part of the width, whatever is in it.
  expect(screen.getByRole('definition').closest('dl')?.className).toMatch(
    /grid-cols-\[fit-content\(\d+%\)_minmax\(0,1fr\)\]/,
  )
})
