import { Nothing } from '#components/patterns/states/nothing.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

/** A number, or a dash where it could not be counted; the page says why above. */
export function Count({ count, partial = false }: { count: number | null; partial?: boolean }) {
  if (count === null) return <Nothing word="Not counted" />
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
