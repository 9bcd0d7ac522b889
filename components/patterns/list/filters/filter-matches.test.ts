import { expect, test } from 'vitest'
import { filterMatches } from './filter-search.tsx'

const FIELDS = [
  {
    id: 'status',
    label: 'Status',
    choices: [
      { id: 'lost', label: 'Lost', keywords: 'lost' },
      { id: 'with_customer', label: 'With patient', keywords: 'with_customer' },
      { id: 'partial_results', label: 'Partial results', keywords: 'partial_results' },
    ],
  },
  { id: 'result', label: 'Result', choices: [{ id: 'normal', label: 'Normal' }] },
  { id: 'patient', label: 'Patient name', choices: [] },
]
const found = (text: string) =>
  filterMatches(FIELDS, text).map(({ field, choice }) => (choice ? `${field.label}: ${choice.label}` : field.label))

test.each([
  ['', []],
  ['  ', []],
  ['lost', ['Status: Lost']],
  ['LO', ['Status: Lost']],
  // Prefix matches come before matches inside a word.
  ['result', ['Result', 'Status: Partial results']],
  ['patient', ['Patient name', 'Status: With patient']],
  // A field's name finds the field alone, and together with a value that value.
  ['status', ['Status']],
  ['status lost', ['Status: Lost']],
  ['with_cus', ['Status: With patient']],
  ['nothing', []],
])('%j finds %j', (text, expected) => expect(found(text)).toEqual(expected))
