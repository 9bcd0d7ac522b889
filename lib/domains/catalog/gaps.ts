/** Gaps of the specification about lab tests, markers and service centers. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'

export const catalogGaps: readonly Gap[] = [
  {
    name: 'lab test facts',
    section: 'Marker',
    decision:
      'No call lists lab tests. The console counts and adds up the markers’ own `total` and `price`; a price that isn’t a number leaves out the sum. A test’s collection methods are those of orders with exactly its name that the browser has shown already: orders carry no lab test ID.',
  },
  {
    name: 'unknown lab, lab test, lab account or ZIP',
    section: 'List markers, Patient service center info',
    decision:
      '404 for the first three; a ZIP that is not in use is a 422. An account without the lab gets an empty list.',
  },
  {
    name: 'capabilities filter',
    section: 'Patient service center info',
    decision: 'A center must have all that are asked for. Distances are between the centroids of ZIPs, in miles.',
  },
  {
    name: 'hours of a center',
    section: 'Patient service center',
    decision:
      'A text, or days with their spans in any usual form, is put into words; any other is shown as sent. The embedded service sends a text for each open day, or null.',
  },
  {
    name: 'position of a center',
    section: 'Patient service center',
    decision:
      'A `location` of lng and lat is used where one is sent; else the middle of its ZIP, and the page says so.',
  },
  { name: 'marker type', section: 'Marker', decision: '`biomarker` or `panel`; anything else is shown as sent.' },
]
