/** Words for a group of views. Pure. */
import type { ViewGroup } from '#lib/domains/audit/audit.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'

type Counts = Pick<ViewGroup, 'listed' | 'opened' | 'masked' | 'other'>

const FEW = ['never', 'once', 'twice']
const timesOf = (count: number) => FEW[count] ?? `${formatCount(count)} times`

/** `12 times in lists, opened twice, names masked`; what did not happen is left out. */
export function viewLabel({ listed, opened, masked, other }: Counts): string {
  const views = listed + opened
  const parts = [
    listed > 0 && `${timesOf(listed)} in lists`,
    opened > 0 && `opened ${timesOf(opened)}`,
    masked > 0 && (masked === views ? 'names masked' : `${masked} of ${views} with names masked`),
    other > 0 && countOf(other, 'other action', 'other actions'),
  ]
  const words = parts.filter(Boolean).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
