/** Invented labs, the lab tests on offer and the lab accounts that decide what is available. */

import type { LabTestMethod } from '#lib/domains/catalog/catalog.ts'
import type { LearnedFact } from '#lib/domains/catalog/console/store.ts'
import type { ORDER_METHODS } from '#lib/kernel/values.ts'
import type { CatalogLab, CatalogLabAccount } from '#lib/service/catalog.ts'

export const LABS = [
  { id: 1, slug: 'calder_reference', name: 'Calder Reference Lab' },
  { id: 2, slug: 'tamrook', name: 'Tamrook Walk-in Lab' },
  { id: 3, slug: 'brightpine', name: 'Brightpine Diagnostics' },
  { id: 4, slug: 'stonefly', name: 'Stonefly Laboratories' },
  { id: 5, slug: 'ellery_point', name: 'Ellery Point Labs' },
  { id: 6, slug: 'harbour_assay', name: 'Harbour Assay' },
  { id: 7, slug: 'nettlefold', name: 'Nettlefold Clinical' },
  { id: 8, slug: 'oxbow_valley', name: 'Oxbow Valley Lab' },
  { id: 9, slug: 'pemberlane', name: 'Pemberlane Diagnostics' },
  { id: 10, slug: 'quarrystone', name: 'Quarrystone Reference' },
  { id: 11, slug: 'redwillow', name: 'Redwillow Labs' },
  { id: 12, slug: 'sandpiper', name: 'Sandpiper Home Testing' },
  { id: 13, slug: 'thistledown', name: 'Thistledown Assays' },
  { id: 14, slug: 'varnley', name: 'Varnley Central Lab' },
] as const satisfies readonly CatalogLab[]

export interface LabTest {
  id: string
  name: string
  description: string
  method: (typeof ORDER_METHODS)[number]
  lab_id: number
}

function labTest(
  number: number,
  lab_id: number,
  method: LabTest['method'],
  name: string,
  description: string,
): LabTest {
  return { id: `00000000-0000-4000-a000-000000000${number}`, name, description, method, lab_id }
}

export const LAB_TESTS: readonly [LabTest, ...LabTest[]] = [
  labTest(101, 1, 'walk_in_test', 'Comprehensive wellness', 'More than 50 markers of organs, hormones and nutrition.'),
  labTest(102, 1, 'at_home_phlebotomy', 'Lipid and A1c', 'Cholesterol, triglycerides and average blood sugar.'),
  labTest(103, 12, 'testkit', 'Metabolic panel 14', 'Glucose, electrolytes, kidney and liver function.'),
  labTest(104, 12, 'testkit', 'Thyroid check', 'Thyroid hormones and antibodies.'),
  labTest(105, 13, 'testkit', 'Hormone balance', 'Sex hormones and what steers them.'),
  labTest(106, 12, 'testkit', 'Vitamin and iron check', 'Vitamin D, B12, folate and iron stores.'),
  labTest(107, 2, 'walk_in_test', 'Heart risk', 'Lipids, apolipoproteins and inflammation.'),
  labTest(108, 14, 'at_home_phlebotomy', 'Complete blood count', 'Red cells, white cells and platelets.'),
  labTest(109, 14, 'at_home_phlebotomy', 'Androgen balance', 'Testosterone and what binds it.'),
  labTest(110, 5, 'on_site_collection', 'Workplace health screen', 'Blood sugar, lipids and kidney function.'),
  labTest(111, 5, 'on_site_collection', 'Athlete recovery', 'Muscle, iron, hormones and minerals.'),
  labTest(112, 2, 'walk_in_test', 'Infection screen', 'Common sexually transmitted infections and hepatitis C.'),
]

export const LAB_ACCOUNTS: readonly CatalogLabAccount[] = [
  { id: '00000000-0000-4000-b000-000000000201', name: 'Main account', lab_ids: LABS.map(({ id }) => id) },
  { id: '00000000-0000-4000-b000-000000000202', name: 'Walk-in and draws', lab_ids: [1, 2, 14] },
  { id: '00000000-0000-4000-b000-000000000203', name: 'Home kits', lab_ids: [12, 13] },
]

export const SANDBOX_FACTS: readonly LearnedFact[] = [
  ...LABS.map(({ id, name }) => ({ kind: 'lab', id: String(id), name, lab_id: null }) as const),
  ...LAB_TESTS.map(({ id, name, lab_id }) => ({ kind: 'lab_test', id, name, lab_id: String(lab_id) }) as const),
  ...LAB_ACCOUNTS.map(({ id, name }) => ({ kind: 'lab_account', id, name, lab_id: null }) as const),
]

export const SANDBOX_METHODS: readonly LabTestMethod[] = LAB_TESTS.map(({ name, method }) => ({
  lab_test: name,
  method,
}))
