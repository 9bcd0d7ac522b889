/** The sandbox's initial entries of the console's catalog. */
import type { LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import type { LearnedFact } from '#lib/domains/catalog/console/store.ts'
import { LAB_ACCOUNTS, LAB_TESTS, LABS } from './labs.ts'

export const SANDBOX_FACTS: readonly LearnedFact[] = [
  ...LABS.map(({ id, name }) => ({ kind: 'lab', id: String(id), name, lab_id: null }) as const),
  ...LAB_TESTS.map(({ id, name, lab_id }) => ({ kind: 'lab_test', id, name, lab_id: String(lab_id) }) as const),
  ...LAB_ACCOUNTS.map(({ id, name }) => ({ kind: 'lab_account', id, name, lab_id: null }) as const),
]

export const SANDBOX_METHODS: readonly LabTestMethod[] = LAB_TESTS.map(({ name, method }) => ({
  lab_test: name,
  method,
}))
