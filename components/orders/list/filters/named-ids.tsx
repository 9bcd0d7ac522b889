import { Verbatim } from '#components/ui/display/verbatim.tsx'
import { formatCount } from '#lib/utils/text/counts.ts'

/** Named so many; the others are counted. */
const NAMED = 5

export function NamedIds({ words, ids }: { words: string; ids: readonly string[] }) {
  const more = ids.length - NAMED
  return (
    <span>
      {words} <Verbatim className="font-mono break-all">{ids.slice(0, NAMED).join(', ')}</Verbatim>
      {more > 0 && ` and ${formatCount(more)} more`}
    </span>
  )
}
