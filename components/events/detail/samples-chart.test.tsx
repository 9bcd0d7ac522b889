import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#components/testing/render.tsx'
import { SeriesCharts } from './samples-chart.tsx'

beforeEach(() => {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      disconnect = nothing
    },
  )
})

const sample = (minute: number, unit: string, value: number) => {
  const at = `2026-11-25T14:0${minute}:00Z`
  return { at, value, unit, zone_offset: null, is_own: true, was: null }
}

test('a second unit of a series is said, and has a chart of its own', async () => {
  const mass = { source_type: 'automatic', samples: [sample(0, 'mg/dL', 180), sample(3, 'mg/dL', 390)] }
  const molar = { source_type: 'automatic', samples: [sample(1, 'mmol/L', 10.1)] }
  const { unmount } = renderPage(<SeriesCharts resource="glucose" all={[mass, molar]} />)
  expect(await screen.findByText(/^These samples have 2 units: mg\/dL, mmol\/L\./)).toBeTruthy()
  const labels = screen.getAllByRole('img').map((chart) => chart.getAttribute('aria-label'))
  expect(labels).toEqual([
    expect.stringMatching(/^automatic: 2 samples, 180 to 390 mg\/dL/),
    expect.stringMatching(/^automatic: 1 sample, 10.1 to 10.1 mmol\/L/),
  ])
  unmount()
  renderPage(<SeriesCharts resource="glucose" all={[mass, { ...molar, source_type: 'manual' }]} />)
  expect(screen.queryByText(/2 units/)).toBeNull()
  expect(screen.getAllByRole('img')).toHaveLength(2)
})
