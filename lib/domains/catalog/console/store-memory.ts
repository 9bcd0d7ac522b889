/** The catalog as a readable model: one map an environment. */
import { CATALOG_LIMIT, type LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import { byTest, type CatalogRow, inOrder, type Known, keyOf, planLearning, planSave } from './rules.ts'
import type { CatalogStore } from './store.ts'

export function memoryCatalog(): CatalogStore {
  const all = new Map<string, Map<string, CatalogRow>>()
  const methods = new Map<string, LabTestMethod[]>()
  const of = (environment: string) => all.get(environment) ?? new Map<string, CatalogRow>()
  const known = (environment: string): Known => {
    const rows = of(environment)
    return { rows, count: [...rows.values()].filter((row) => !row.is_removed).length }
  }
  const write = (environment: string, rows: readonly CatalogRow[]) =>
    all.set(environment, new Map([...of(environment), ...rows.map((row) => [keyOf(row), row] as const)]))

  return {
    catalogEntries: async (environment) => inOrder([...of(environment).values()]),

    async saveCatalog(environment, entries) {
      const plan = planSave(entries, known(environment))
      if (plan) write(environment, plan.write)
      return plan?.result ?? null
    },

    async removeCatalogEntry(environment, kind, id) {
      const row = of(environment).get(keyOf({ kind, id }))
      if (!row || row.is_removed) return false
      write(environment, [{ ...row, is_removed: true }])
      return true
    },

    async learnCatalog(environment, facts, origin) {
      const plan = planLearning(facts, known(environment), origin)
      write(environment, plan.write)
      return plan.result
    },

    labTestMethods: async (environment) => byTest(methods.get(environment) ?? []),

    async learnMethods(environment, seen) {
      const known = methods.get(environment) ?? []
      for (const one of seen) {
        const isKnown = known.some(({ lab_test, method }) => lab_test === one.lab_test && method === one.method)
        if (!isKnown && known.length < CATALOG_LIMIT) known.push(one)
      }
      methods.set(environment, known)
    },
  }
}
