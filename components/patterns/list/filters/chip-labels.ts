/** Words of a chip: field, operator and value read as a sentence. */

interface ChipWords {
  operator: string
  value: string
}

/** Few by name, more by number. */
const MAX_NAMED = 2

/** "Status is Lost", "Status is Lost or Canceled", "Status is one of 3 statuses"; null where nothing is chosen. */
export function someLabel(names: readonly string[], noun: string): ChipWords | null {
  if (names.length === 0) return null
  if (names.length > MAX_NAMED) return { operator: 'is one of', value: `${names.length} ${noun}` }
  return { operator: 'is', value: names.join(' or ') }
}
