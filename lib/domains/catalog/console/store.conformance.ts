/** Conformance of catalog stores. Run by lib/system/console/store.test.ts. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CATALOG_LIMIT, catalogEntry, type NamedEntry } from '#lib/domains/catalog/catalog.ts'
import type { CatalogStore, LearnedFact } from './store.ts'
import { memoryCatalog } from './store-memory.ts'

const A = '00000000-0000-4000-a000-000000000101'
const B = '00000000-0000-4000-a000-000000000102'
const lab = (id: string, name: string) => ({ kind: 'lab', id, name }) as const
const labTest = (id: string, name: string, lab_id?: string | null) =>
  ({ kind: 'lab_test', id, name, ...(lab_id !== undefined && { lab_id }) }) as const
const fact = (entry: NamedEntry, changes: Partial<LearnedFact> = {}): LearnedFact => ({
  ...entry,
  lab_id: entry.kind === 'lab_test' ? (entry.lab_id ?? null) : null,
  ...changes,
})

const NAMES = ['Lipids', 'lipids', "Ada's 100%_\\ panel 😀", 'x'.repeat(200)]
const entry: fc.Arbitrary<NamedEntry> = fc.oneof(
  fc.record({ kind: fc.constant('lab'), id: fc.constantFrom('1', '2', '12'), name: fc.constantFrom(...NAMES) }),
  fc.record(
    {
      kind: fc.constant('lab_test'),
      id: fc.constantFrom(A, B),
      name: fc.constantFrom(...NAMES),
      lab_id: fc.constantFrom('1', '2', null),
    },
    { requiredKeys: ['kind', 'id', 'name'] },
  ),
)
const step = fc.oneof(
  fc.record({ act: fc.constant('save'), entries: fc.array(entry, { minLength: 1, maxLength: 4 }) }),
  fc.record({ act: fc.constant('remove'), entries: fc.tuple(entry) }),
  fc.record({
    act: fc.constantFrom('seed', 'learned', 'makeshift', 'nameless'),
    entries: fc.array(entry, { maxLength: 4 }),
  }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(store: CatalogStore, environment: string, { act, entries }: Step): Promise<unknown> {
  const [first] = entries
  if (act === 'save') return store.saveCatalog(environment, entries)
  if (act === 'remove') return first && store.removeCatalogEntry(environment, first.kind, first.id)
  const facts = entries.map((one) =>
    fact(one, { ...(act === 'makeshift' && { is_makeshift: true }), ...(act === 'nameless' && { name: null }) }),
  )
  return store.learnCatalog(environment, facts, act === 'seed' ? 'seed' : 'learned')
}

export function catalogStatements(stored: () => CatalogStore): void {
  test('catalog: does as the model does, whatever is said, named and removed', async () => {
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        run += 1
        const [store, model] = [stored(), memoryCatalog()]
        const environment = `random-${run}`
        for (const each of steps)
          expect(await take(store, environment, each)).toEqual(await take(model, environment, each))
        const entries = await store.catalogEntries(environment)
        expect(entries).toEqual(await model.catalogEntries(environment))
        for (const one of entries) expect(catalogEntry.parse(one)).toEqual(one)
      }),
      { numRuns: 30 },
    )
  })

  test('catalog: a person’s name stays, a removed entry stays away until a person brings it back', async () => {
    const store = stored()
    const names = async () =>
      (await store.catalogEntries('words')).map(({ id, name, origin }) => `${id} ${name} ${origin}`)
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder')), fact(lab('2', 'Tamrook'))], 'seed')).toBe(2)
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder')), fact(lab('2', 'Tamrook'))], 'seed')).toBe(0)
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder Lab'))], 'learned')).toBe(1)
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder'))], 'seed')).toBe(0)
    expect(await names()).toEqual(['1 Calder Lab learned', '2 Tamrook seed'])

    const saved = await store.saveCatalog('words', [lab('1', 'Ours'), lab('2', 'Tamrook'), lab('3', 'New')])
    expect(saved).toEqual({ added: 1, changed: 1, unchanged: 1 })
    expect(await store.saveCatalog('words', [lab('1', 'Ours'), lab('3', 'New')])).toMatchObject({ unchanged: 2 })
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder')), fact(lab('2', 'T'))], 'learned')).toBe(0)

    expect(await store.removeCatalogEntry('words', 'lab', '1')).toBe(true)
    expect(await store.removeCatalogEntry('words', 'lab', '1')).toBe(false)
    expect(await store.removeCatalogEntry('elsewhere', 'lab', '2')).toBe(false)
    expect(await store.learnCatalog('words', [fact(lab('1', 'Calder'))], 'learned')).toBe(0)
    expect(await names()).toEqual(['3 New person', '2 Tamrook person'])
    expect(await store.saveCatalog('words', [lab('1', 'Ours')])).toEqual({ added: 1, changed: 0, unchanged: 0 })
    expect(await store.catalogEntries('elsewhere')).toEqual([])
  })

  test('catalog: the lab of a lab test is learned where nobody said it, and a slug names only what has no name', async () => {
    const store = stored()
    await store.saveCatalog('labs', [labTest(A, 'Lipids'), labTest(B, 'Thyroid', '7')])
    const nameless = [A, B].map((id) => ({ kind: 'lab_test', id, name: null, lab_id: '12' }) as const)
    expect(await store.learnCatalog('labs', nameless, 'learned')).toBe(1)
    await store.saveCatalog('labs', [labTest(A, 'Lipids, full')])
    const slugs = [fact(lab('7', 'seven_lab'), { is_makeshift: true }), fact(lab('7', 'other'), { is_makeshift: true })]
    expect(await store.learnCatalog('labs', slugs, 'learned')).toBe(1)
    expect((await store.catalogEntries('labs')).map(({ name, lab_id }) => [name, lab_id])).toEqual([
      ['seven_lab', null],
      ['Lipids, full', '12'],
      ['Thyroid', '7'],
    ])
    expect(await store.saveCatalog('labs', [labTest(A, 'Lipids', null)])).toMatchObject({ changed: 1 })
    expect((await store.catalogEntries('labs'))[1]).toMatchObject({ name: 'Lipids', lab_id: null })
  })

  test('catalog: it holds so many and no more; of writers at once none is lost', async () => {
    const store = stored()
    const numbered = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => lab(`${from + index}`, 'Lab'))
    await Promise.all([0, 1, 2, 3, 4].map((at) => store.saveCatalog('full', numbered(at * 999, 999))))
    expect(await store.saveCatalog('full', numbered(4995, 6))).toBeNull()
    expect(await store.saveCatalog('full', numbered(4990, 10))).toEqual({ added: 5, changed: 0, unchanged: 5 })
    expect(await store.learnCatalog('full', [fact(lab('9999', 'Late'))], 'learned')).toBe(0)
    expect(await store.catalogEntries('full')).toHaveLength(CATALOG_LIMIT)
  })

  test('catalog: a method of a lab test is kept once, by name, each environment for itself', async () => {
    const store = stored()
    const of = (lab_test: string, method: string) => ({ lab_test, method })
    await store.learnMethods('methods', [of('Thyroid', 'testkit'), of('Lipids', 'walk_in_test')])
    await store.learnMethods('methods', [of('Thyroid', 'testkit'), of('Lipids', 'at_home_phlebotomy')])
    await store.learnMethods('methods', [])
    expect(await store.labTestMethods('methods')).toEqual([
      of('Lipids', 'at_home_phlebotomy'),
      of('Lipids', 'walk_in_test'),
      of('Thyroid', 'testkit'),
    ])
    expect(await store.labTestMethods('elsewhere')).toEqual([])
    const many = Array.from({ length: CATALOG_LIMIT + 1 }, (_, index) => of(`Test ${index}`, 'testkit'))
    await store.learnMethods('many methods', many)
    expect(await store.labTestMethods('many methods')).toHaveLength(CATALOG_LIMIT)
  })
}
