/** A file that shows the form: every value in it is invented. */

import { FIELDS } from '#components/connections/import/rows/columns.ts'
import { saveFile } from '#lib/utils/browser/browser.ts'
import { csvRows } from '#lib/utils/text/csv.ts'

const ROWS = [1, 2, 3].map((number) => [
  `00000000-0000-4000-8000-00000000000${number}`,
  `example-access-token-${number}`,
  `example-refresh-token-${number}`,
  `account-${number}`,
  String(1_893_456_000 + number * 3600),
  'read:activity read:sleep',
])

function exampleText(): string {
  return csvRows([[...FIELDS], ...ROWS])
}

export function saveExample() {
  saveFile('bulk-import-example.csv', new Blob([exampleText()], { type: 'text/csv' }))
}
