import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

interface CountProps {
  count: number | null
  /** Some counts are missing: there are at least so many. */
  partial?: boolean
  /** How many of them were counted without a check: there are at most so many. */
  unchecked?: number
}

/** A number, or a dash where it could not be counted; the page says why above. */
export function Count({ count, partial = false, unchecked = 0 }: CountProps) {
  if (count === null) return <NoValue word="Not counted" />
  if (unchecked > 0 && partial) {
    return <span title="Some counts are missing, and some orders weren’t checked">about {formatCount(count)}</span>
  }
  if (unchecked > 0) {
    return (
      <span title={`${formatCount(unchecked)} of them weren’t checked: some may have been replaced`}>
        <span aria-hidden="true">≤ </span>
        <span className="sr-only">at most</span> {formatCount(count)}
      </span>
    )
  }
  if (!partial) return formatCount(count)
  return (
    <>
      <span className="sr-only">at least</span> {formatCount(count)}
      <span aria-hidden="true" title="Some counts are missing">
        +
      </span>
    </>
  )
}
