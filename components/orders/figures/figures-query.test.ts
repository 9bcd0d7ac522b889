import { expect, test } from 'vitest'
import type { Figure, Figures } from '#lib/domains/orders/figures.ts'
import { MINUTE } from '#lib/utils/time/durations.ts'
import { figureRows, figuresPath, readFigures } from './figures-query.ts'

const UNKNOWN = {
  ...{ label: null, count: null, before: null, p50_ms: null, p50_before_ms: null, p95_ms: null, p95_before_ms: null },
}

test('the file has each number once, times in minutes, and nothing for what nobody knows', () => {
  const rows: Figure[] = [
    { ...UNKNOWN, kind: 'turnaround', name: '', count: 3, before: 0, p50_ms: 90 * MINUTE },
    { ...UNKNOWN, kind: 'failure', name: 'sample_error' },
    { ...UNKNOWN, kind: 'owner', name: 'rosa', label: 'Rosa Adeyemi', count: 0 },
  ]
  const figures: Figures = {
    ...{ counted_at: '2026-11-20T12:00:00Z', seen_from: null, is_whole: true, missing: null, unchecked: 0 },
    ...{ figures: rows, days: [], order_ids: ['6d0f6a4e-0001-4c47-8ace-5589bb58a797'] },
    weeks: [{ from: '2026-11-10', to: '2026-11-16', failed: [4, 0, 1, 0] }],
  }
  expect(figureRows(figures)).toEqual([
    ['figure', 'of', 'count', 'before', 'p50_minutes', 'p50_before_minutes', 'p95_minutes', 'p95_before_minutes'],
    ['turnaround', '', 3, 0, 90, null, null, null],
    ['failure', 'Sample error', null, null, null, null, null, null],
    ['owner', 'Rosa Adeyemi', 0, null, null, null, null, null],
    ['failure from 2026-11-10', 'Sample error', 4],
    ['failure from 2026-11-10', 'Not delivered to lab', 0],
    ['failure from 2026-11-10', 'Not delivered to patient', 1],
    ['failure from 2026-11-10', 'Lost', 0],
  ])
})

test('the address keeps the period, what is shown and the number that is opened; what it can’t use is the usual', () => {
  const place = { period: '90', by: 'stage', kind: 'test', name: 'Lipid & A1c' } as const
  const { searchParams } = new URL(figuresPath('sandbox', place), 'https://console.test')
  expect(readFigures(searchParams)).toEqual(place)
  const usual = { period: '30', by: 'test', kind: null, name: '' } as const
  expect(figuresPath('sandbox', usual)).toBe('/sandbox/figures')
  expect(readFigures(new URLSearchParams('period=31&by=person&of=patient'))).toEqual(usual)
})
