/** The catalogue as a readable model: one map an environment. */

import { type CatalogueRow, inOrder, type Known, keyOf, planLearning, planSave } from './rules.ts'
import type { CatalogueStore } from './store.ts'

export function memoryCatalogue(): CatalogueStore {
  const all = new Map<string, Map<string, CatalogueRow>>()
  const of = (environment: string) => all.get(environment) ?? new Map<string, CatalogueRow>()
  const known = (environment: string): Known => {
    const rows = of(environment)
    return { rows, count: [...rows.values()].filter((row) => !row.is_removed).length }
  }
  const write = (environment: string, rows: readonly CatalogueRow[]) =>
    all.set(environment, new Map([...of(environment), ...rows.map((row) => [keyOf(row), row] as const)]))

  return {
    catalogueEntries: async (environment) => inOrder([...of(environment).values()]),

    async saveCatalogue(environment, entries) {
      const plan = planSave(entries, known(environment))
      if (plan) write(environment, plan.write)
      return plan?.result ?? null
    },

    async removeCatalogueEntry(environment, kind, id) {
      const row = of(environment).get(keyOf({ kind, id }))
      if (!row || row.is_removed) return false
      write(environment, [{ ...row, is_removed: true }])
      return true
    },

    async learnCatalogue(environment, facts, origin) {
      const plan = planLearning(facts, known(environment), origin)
      write(environment, plan.write)
      return plan.result
    },
  }
}
