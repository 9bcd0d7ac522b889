import { useQuery } from '@tanstack/react-query'
import { NoValue } from '#components/patterns/states/empty-state.tsx'
import { Button } from '#components/ui/button/button.tsx'
import { useTimeZone, useWallClock } from '#components/ui/display/viewer.tsx'
import { VIEW_GROUPS, type ViewGroup } from '#lib/domains/audit/audit.ts'
import { actorName } from '#lib/domains/audit/sentences.ts'
import { countOf, formatCount } from '#lib/utils/text/counts.ts'
import { formatDay } from '#lib/utils/time/instants.ts'
import { Where, Who } from './audit-cells.tsx'
import { type AuditFilters, viewsQuery } from './audit-filters.ts'

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

interface ViewsTableProps {
  /** With the subject whose views these are. */
  filters: AuditFilters
  onShow: (group: Readonly<Record<'who' | 'environment' | 'from' | 'to', string>>) => void
}

const NOTE =
  'Counts are server calls: one page of a list is one call, and opening a page makes several. Days are in your time zone.'

/** Shows who viewed a user or an order, by person and day, with links to the counted entries. */
export function ViewsTable({ filters, onShow }: ViewsTableProps) {
  const { data } = useQuery(viewsQuery(filters, useTimeZone()))
  if (!data || data.groups.length === 0) return null
  return (
    <section aria-label="By person and day" className="border-b border-line bg-surface px-4 py-3 rail:px-6">
      <h3 className="text-base">By person and day</h3>
      <p className="text-ink-3">{NOTE}</p>
      <ul className="mt-2 max-h-80 overflow-y-auto rounded-card border border-line print:max-h-none">
        {data.groups.map((group) => (
          <Group
            key={JSON.stringify([group.day, group.actor_id, group.role, group.environment])}
            group={group}
            onShow={onShow}
          />
        ))}
      </ul>
      {data.is_cut && (
        <p className="mt-2 text-ink-2">The newest {VIEW_GROUPS} groups. Choose dates to see older ones.</p>
      )}
    </section>
  )
}

function Group({ group, onShow }: { group: ViewGroup } & Pick<ViewsTableProps, 'onShow'>) {
  const { day, actor_id, environment } = group
  const words = viewLabel(group)
  const shown = formatDay(day, useWallClock())
  return (
    <li className="grid items-center gap-x-4 gap-y-1 border-b border-line px-3 py-2 last:border-0 rail:grid-cols-[96px_minmax(140px,1fr)_96px_minmax(200px,1.6fr)_auto]">
      <time dateTime={day} className="whitespace-nowrap text-ink-2">
        {shown}
      </time>
      <Who {...group} />
      <Where environment={environment} />
      <span>{words}</span>
      {actor_id ? (
        <Button
          look="ghost"
          aria-label={`Show entries: ${shown}, ${actorName(group)}, ${words}`}
          onPress={() => onShow({ who: actor_id, environment: environment ?? '', from: day, to: day })}
          className="justify-self-start print:hidden"
        >
          Show entries
        </Button>
      ) : (
        <NoValue word="not signed in" />
      )}
    </li>
  )
}
