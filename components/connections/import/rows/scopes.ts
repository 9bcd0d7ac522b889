/** Granted scopes, as exports write them: one text with separators, a JSON list, or a list. */
import { type Cell, cellText } from './table.ts'

/** Each scope once; null for none at all, which the service reads as all of them (gap "ConnectionRecipe"). */
export function readScopes(cell: Cell | undefined): string[] | null {
  const parts = Array.isArray(cell) ? cell.map(cellText) : partsOf(cellText(cell))
  const scopes = [...new Set(parts.map((part) => part.trim()).filter(Boolean))]
  return scopes.length > 0 ? scopes : null
}

function partsOf(text: string): string[] {
  const inner = /^\[(.*)\]$/s.exec(text)?.[1]
  if (inner !== undefined) return inner.split(',').map((part) => part.trim().replace(/^["']|["']$/g, ''))
  return text.split(/[\s,;|]+/)
}
