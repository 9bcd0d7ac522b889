import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  appearanceOf,
  isChanged,
  knownViews,
  noViews,
  shownView,
  type View,
  viewAddress,
  writeViewSearch,
} from '#components/patterns/views/shown-view.ts'
import { keepable, layoutFrom } from '#components/patterns/views/view-work.tsx'
import type { SavedView } from '#lib/domains/views/views.ts'
import { LOW_LEVEL_STATUSES, ORDER_METHODS } from '#lib/kernel/values.ts'
import { orderFilters } from './orders-search.testing.ts'
import {
  ORDER_VIEW_LIST as LIST,
  leftOut,
  NO_FILTERS,
  ORDER_SIZES,
  type OrderFilters,
  readOrdersSearch,
  writeOrdersSearch,
} from './orders-search.ts'

const ID = 'f401872e-15b1-44fa-82f0-d063d07c216e'
const saved = (filter: SavedView['filter'], changes: Partial<SavedView> = {}): SavedView => ({
  id: ID,
  name: 'Queue',
  shared: false,
  owner_name: 'Ann',
  is_own: true,
  may_change: true,
  filter,
  look: { columns: 'id.-status' },
  version: 3,
  changed_at: '2026-11-21T08:00:00.000Z',
  ...changes,
})
const LOST = { status: ['lost', 'held_for_review'], order_key: 'last_status', size: 25 } as const
const NO_VIEWS = noViews(LIST)
const known = knownViews(LIST, [saved({ ...LOST, status: [...LOST.status] })], 'all')
const [view] = known.tabs.slice(-1)
if (!view) throw new Error('It was given.')

function shown(address: string, views = known) {
  const { view: tab, search, isWaiting } = shownView(new URLSearchParams(address), LIST, views)
  const { filters, page, size } = readOrdersSearch(search)
  return { tab: tab?.id ?? null, isWaiting, filters, page, size }
}

interface Asked {
  filters: OrderFilters
  page: number
  size: number
}
const stated = ({ filters, page, size }: Asked) => writeOrdersSearch(filters, page, size)
const write = (asked: Asked, tab: View | null, first: string) => `${writeViewSearch(LIST, stated(asked), tab, first)}`
const differs = (tab: View, asked: Asked) => isChanged(LIST, tab, stated(asked))

describe('an address', () => {
  test.each<[string, string | null, Partial<OrderFilters>, number, number]>([
    ['', 'all', {}, 1, 50],
    ['view=all', 'all', {}, 1, 50],
    ['status=lost&page=2', 'all', { status: ['lost'] }, 2, 50],
    ['view=critical', 'critical', { is_critical: true }, 1, 50],
    [`view=${ID}`, ID, { status: ['lost', 'held_for_review'], order_key: 'last_status' }, 1, 25],
    [`view=${ID}&page=3`, ID, { status: ['lost', 'held_for_review'], order_key: 'last_status' }, 3, 25],
    [`view=${ID}&status=ordered`, ID, { status: ['ordered'] }, 1, 50],
    [`view=${ID}&order_key=created_at`, ID, { order_key: 'created_at' }, 1, 50],
    ['view=gone', null, {}, 1, 50],
    ['view=gone&status=ordered', null, { status: ['ordered'] }, 1, 50],
  ])('%j shows a tab, and one key of a filter is all of it', (address, tab, filters, page, size) => {
    expect(shown(address)).toEqual({ tab, isWaiting: false, filters: { ...NO_FILTERS, ...filters }, page, size })
  })

  test('of a saved view waits for it, unless it says itself what to ask', () => {
    expect(shown(`view=${ID}`, NO_VIEWS)).toMatchObject({ tab: null, isWaiting: true })
    expect(shown(`view=${ID}&status=lost`, NO_VIEWS)).toMatchObject({ tab: null, isWaiting: false })
    expect(shown('view=open', NO_VIEWS)).toMatchObject({ tab: 'open', isWaiting: false })
  })

  test('that asks for nothing is not written where another view opens first', () => {
    const next = { filters: NO_FILTERS, page: 1, size: 50 }
    expect(write(next, null, 'all')).toBe('')
    expect(write(next, null, ID)).toBe('view=all')
    expect(write({ ...next, page: 2 }, null, ID)).toBe('page=2')
  })

  test('of a view is short while it is as it was saved, and whole when it is not', () => {
    const asSaved = shown(`view=${ID}`)
    const changed = (change: Partial<Asked>) => write({ ...asSaved, ...change }, view, 'all')
    expect(changed({})).toBe(`${viewAddress(ID)}`)
    expect(changed({ page: 4 })).toBe(`view=${ID}&page=4`)
    const turned = { ...asSaved.filters, status: ['held_for_review', 'lost'], patient_name: 'Theo' }
    expect(changed({ filters: turned })).toBe(`view=${ID}`)
    expect(changed({ size: 100 })).toBe(`view=${ID}&status=lost&status=held_for_review&order_key=last_status&size=100`)
    expect(changed({ filters: NO_FILTERS, size: 50 })).toBe(`view=${ID}&order_key=created_at`)
  })

  test('300 searches within each kind of view: written and read they are the same, and no name is in them', () => {
    const name = fc.constantFrom('', 'Theo')
    const filters = fc
      .record({ all: orderFilters, search_input: name, patient_name: name, shipping_recipient_name: name })
      .map(({ all, ...names }): OrderFilters => ({ ...all, ...names }))
    const tabs = fc.constantFrom(...known.tabs)
    fc.assert(
      fc.property(
        filters,
        fc.integer({ min: 1, max: 9 }),
        fc.constantFrom(...ORDER_SIZES),
        tabs,
        (asked, page, size, tab) => {
          const now = { filters: asked, page, size }
          const address = write(now, tab, 'open')
          expect(address).not.toContain('Theo')
          const read = shown(address)
          expect([read.tab, read.page, read.size]).toEqual([tab.id, page, size])
          expect(differs({ ...tab, filter: {} }, read)).toBe(differs({ ...tab, filter: {} }, now))
          expect(differs(tab, read)).toBe(differs(tab, now))
          const kept = keepable('orders', stated({ ...now, page: 1 }))
          // A view keeps words that are known; what somebody typed stays in the address alone.
          const words = new Set<string>([...LOW_LEVEL_STATUSES, ...ORDER_METHODS])
          const isWords = [...asked.status, ...asked.order_type].every((value) => words.has(value))
          expect('filter' in kept).toBe(isWords)
          if ('filter' in kept) expect(differs({ ...tab, filter: kept.filter }, now)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('what a view keeps', () => {
  test('is nothing that may name a person, and nothing that was typed wrong', () => {
    const filters = { ...NO_FILTERS, search_input: 'Theo', shipping_recipient_name: 'Theo', is_critical: true }
    expect(keepable('orders', writeOrdersSearch(filters, 1, 50))).toEqual({ filter: { is_critical: true } })
    expect(leftOut(filters)).toEqual(['ID, patient or recipient search', 'Recipient'])
    const wrong = { ...NO_FILTERS, user_id: 'theo' }
    expect(keepable('orders', writeOrdersSearch(wrong, 1, 50))).toEqual({ problem: expect.stringMatching(/UUID/) })
    const many = { ...NO_FILTERS, order_ids: Array.from({ length: 150 }, () => ID) }
    expect(keepable('orders', writeOrdersSearch(many, 1, 50))).toEqual({ problem: expect.stringMatching(/too many/) })
  })

  test('is the look with what this console does not know of it; what is not saved shares one', () => {
    expect(layoutFrom({ columns: 'id' }, { columns: 'x', density: 'compact' })).toEqual({
      columns: 'id',
      density: 'compact',
    })
    expect(layoutFrom({ columns: '' }, { columns: 'x' })).toEqual({})
    expect(appearanceOf('orders', view)).toEqual({ layout: `orders.${ID}`, defaults: 'id.-status' })
    for (const other of [null, known.tabs[1] ?? null])
      expect(appearanceOf('orders', other)).toEqual({ layout: 'orders', defaults: null })
  })
})
