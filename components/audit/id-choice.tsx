import { Fingerprint } from 'lucide-react'
import { Note } from '#components/patterns/states/states.tsx'
import type { IdMatches } from '#lib/domains/audit/audit.ts'
import { shortId } from '#lib/utils/ids/ids.ts'
import { countOf } from '#lib/utils/text/counts.ts'

interface IdChoiceProps {
  part: string | null
  matches: IdMatches
  onChoose: (id: string) => void
}

/** The IDs that a part of one may stand for, to choose from. Loaded where there is a choice. */
export function IdChoice({ part, matches: { ids, is_cut }, onChoose }: IdChoiceProps) {
  return (
    <Note tone="move" icon={Fingerprint}>
      <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
        <span className="mr-1">
          {is_cut
            ? `More than ${countOf(ids.length, 'ID')} contain ${part}. Type more of it, or choose one:`
            : `${countOf(ids.length, 'ID')} contain ${part}. These are the entries about all of them. Show one:`}
        </span>
        {ids.map((id) => (
          <button
            key={id}
            type="button"
            translate="no"
            title={id}
            aria-label={`Show only ${id}`}
            onClick={() => onChoose(id)}
            className="min-h-6 rounded-tag border border-line-2 bg-surface px-2 font-mono text-xs hover:bg-hover max-rail:min-h-10 max-rail:px-3"
          >
            {shortId(id)}
          </button>
        ))}
      </span>
    </Note>
  )
}
