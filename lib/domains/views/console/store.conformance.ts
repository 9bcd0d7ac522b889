/**
 * Conformance of stores for saved views. Run by lib/system/console/store.test.ts.
 */
import { describe, expect, test } from 'vitest'
import type { ViewPlace } from '#lib/domains/views/views.ts'
import type { NewView, ViewStore } from './store.ts'

const AT = '2026-11-21T08:00:00.456Z'
const LATER = '2026-11-21T09:00:00.789Z'
const NEVER = '1970-01-01T00:00:00.000Z'
const MOST = 9

let places = 0
/** Each test has an environment of its own. */
const somewhere = (list: ViewPlace['list'] = 'orders'): ViewPlace => ({ environment: `views-${++places}`, list })

function view(name: string, owner = 'ann', changes: Partial<NewView> = {}): NewView {
  return {
    id: crypto.randomUUID(),
    name,
    shared: false,
    owner_id: owner,
    owner_name: `Name of ${owner}`,
    filter: { status: ['lost', 'held_for_review'], start_date: '2026-11-01', is_critical: false, size: 25 },
    look: { columns: 'id.recipient.-status', density: 'compact', widths: { id: 140 } },
    changed_at: AT,
    ...changes,
  }
}

export function viewStatements(stored: () => ViewStore): void {
  describe('views', () => {
    const names = async (place: ViewPlace, person: string) =>
      (await stored().viewsFor(place, person)).map(({ name }) => name)

    test('are kept word for word, in the order in which they were made; a private one is its owner’s alone', async () => {
      const [store, here] = [stored(), somewhere()]
      const own = view("O'Brien’s 100%_\\ 😀")
      const added = await store.addView(here, own, MOST)
      expect(added).toEqual({ ...own, version: 1 })
      await store.addView(here, view('Shared', 'ben', { shared: true }), MOST)
      await store.addView(here, view('Also private', 'ben'), MOST)
      await store.addView(somewhere(), view('Elsewhere', 'ann', { shared: true }), MOST)
      expect(await store.viewsFor(here, 'ann')).toEqual([added, expect.objectContaining({ name: 'Shared' })])
      expect(await names(here, 'ben')).toEqual(['Shared', 'Also private'])
      expect(await store.findView(here, own.id)).toEqual(added)
      expect(await store.findView({ ...here, environment: 'elsewhere' }, own.id)).toBeNull()
    })

    test('of two lists of one environment know nothing of each other', async () => {
      const [store, orders] = [stored(), somewhere()]
      const users: ViewPlace = { ...orders, list: 'users' }
      const [one, other] = [view('Queue', 'ann', { shared: true }), view('Queue', 'ann', { shared: true })]
      expect(await store.addView(orders, one, 1)).toMatchObject({ id: one.id })
      expect(await store.addView(users, other, 1)).toMatchObject({ id: other.id })
      expect(await store.viewsFor(users, 'ben')).toEqual([{ ...other, version: 1 }])
      expect(await store.findView(users, one.id)).toBeNull()
      expect(await store.changeView(users, { id: one.id, version: 1 }, { name: 'Other' }, LATER)).toBe('gone')
      expect(await store.deleteView(users, { id: one.id, version: 1 }, LATER, NEVER)).toBe('gone')
    })

    test('a name is one’s own once, and the shared ones’ once, whatever its capitals and whoever is quicker', async () => {
      const [store, here] = [stored(), somewhere()]
      const both = await Promise.all([
        store.addView(here, view('Queue'), MOST),
        store.addView(here, view('QUEUE'), MOST),
      ])
      expect(both.filter((one) => one === 'taken')).toHaveLength(1)
      expect(await store.addView(here, view('queue', 'ben'), MOST)).toMatchObject({ name: 'queue' })
      const shared = await store.addView(here, view('ﬁrst', 'cy', { shared: true }), MOST)
      expect(await store.addView(here, view('First', 'dee', { shared: true }), MOST)).toBe('taken')
      const private_one = await store.addView(here, view('First', 'dee'), MOST)
      if (typeof shared === 'string' || typeof private_one === 'string') throw new Error('Both are free.')
      expect(await store.changeView(here, private_one, { shared: true }, LATER)).toBe('taken')
      expect(await store.findView(here, private_one.id)).toEqual(private_one)
      expect(await store.changeView(here, shared, { name: 'Second' }, LATER)).toMatchObject({
        name: 'Second',
        version: 2,
      })
      expect(await store.changeView(here, private_one, { shared: true }, LATER)).toMatchObject({ shared: true })
    })

    test('one person keeps so many and no more, also from many windows at once', async () => {
      const [store, here] = [stored(), somewhere()]
      const tries = Array.from({ length: 6 }, (_, index) => store.addView(here, view(`View ${index}`), 4))
      const refused = (await Promise.all(tries)).filter((one) => typeof one === 'string')
      expect(refused).toEqual(['too_many', 'too_many'])
      expect(await store.addView(here, view('View of another', 'ben'), 4)).toMatchObject({ version: 1 })
    })

    test('of several changes of one version one is made, and what it does not name stays', async () => {
      const [store, here] = [stored(), somewhere()]
      const first = await store.addView(here, view('Mine'), MOST)
      if (typeof first === 'string') throw new Error('It is free.')
      const sizes = [25, 50, 100]
      const done = await Promise.all(
        sizes.map((size) => store.changeView(here, first, { filter: { order_ids: [first.id], size } }, LATER)),
      )
      expect(done.filter((one) => one === 'stale')).toHaveLength(2)
      const made = done.find((one) => typeof one !== 'string')
      expect(made).toMatchObject({ name: 'Mine', look: first.look, version: 2, changed_at: LATER, owner_id: 'ann' })
      expect(await store.findView(here, first.id)).toEqual(made)
      expect(await store.changeView(here, { id: crypto.randomUUID(), version: 1 }, {}, LATER)).toBe('gone')
    })

    test('a deleted one is gone for everybody and comes back as it was, unless its name is taken or its time is over', async () => {
      const [store, here] = [stored(), somewhere()]
      const kept = await store.addView(here, view('Gone', 'ann', { shared: true }), MOST)
      if (typeof kept === 'string') throw new Error('It is free.')
      expect(await store.deleteView(here, { ...kept, version: 7 }, AT, NEVER)).toBe('stale')
      expect(await store.deleteView(here, kept, AT, NEVER)).toBe('deleted')
      expect(await store.deleteView(here, kept, AT, NEVER)).toBe('gone')
      expect(await store.findView(here, kept.id)).toBeNull()
      expect(await names(here, 'ann')).toEqual([])
      expect(await store.changeView(here, kept, { name: 'x' }, LATER)).toBe('gone')
      const taker = await store.addView(here, view('gone', 'ben', { shared: true }), MOST)
      expect(await store.restoreView(here, kept.id, MOST)).toBe('taken')
      if (typeof taker === 'string') throw new Error('It is free again.')
      await store.deleteView(here, taker, LATER, NEVER)
      expect(await store.restoreView(here, kept.id, 0)).toBe('too_many')
      expect(await store.findDeletedView(here, kept.id)).toEqual(kept)
      const restored = { ...kept, version: 2 }
      expect(await store.restoreView(here, kept.id, MOST)).toEqual(restored)
      expect(await store.restoreView(here, kept.id, MOST)).toBe('gone')
      expect(await store.viewsFor(here, 'ben')).toEqual([restored])
      // The next who deletes takes with it what was deleted too long ago.
      expect(await store.deleteView(here, restored, LATER, '2026-11-21T10:00:00.000Z')).toBe('deleted')
      expect(await store.findDeletedView(here, taker.id)).toBeNull()
    })
  })
}
