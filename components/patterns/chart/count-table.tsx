import { formatCount } from '#lib/utils/text/counts.ts'
import { type ChartBar, shareOf } from './chart-bars.ts'

interface CountTableProps {
  label: string
  /** Column heads, such as "Source" and "Connections". */
  heads: readonly [string, string]
  bars: readonly ChartBar[]
  /** Sum over all rows, including those not shown. */
  total: number
  selected: ReadonlySet<string>
  onToggle: (id: string) => void
}

export function CountTable({ label, heads, bars, total, selected, onToggle }: CountTableProps) {
  const [what, counted] = heads
  return (
    <table aria-label={label} className="w-full">
      <thead>
        <tr className="h-8 border-b border-line text-xs text-ink-3 [&>th]:font-control">
          <th scope="col" className="text-left">
            {what}
          </th>
          <th scope="col" className="text-right">
            {counted}
          </th>
          <th scope="col" className="w-16 text-right">
            Broken
          </th>
          <th scope="col" className="w-16 text-right">
            Share of all
          </th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ id, label: name, mark, count, broken }) => (
          <tr key={id} className="border-b border-line last:border-0 hover:bg-hover">
            <th scope="row" className="min-w-0 p-0 text-left font-control">
              <button
                type="button"
                aria-pressed={selected.has(id)}
                onClick={() => onToggle(id)}
                className="flex min-h-8 w-full items-center gap-2 text-left aria-pressed:font-heading max-rail:min-h-10"
              >
                {mark}
                {name}
                {selected.has(id) && <span className="text-xs font-text text-accent-ink">chosen</span>}
              </button>
            </th>
            <td className="text-right">{formatCount(count)}</td>
            <td data-tone={broken > 0 ? 'bad' : undefined} className="text-right data-tone:text-tone-fg">
              {formatCount(broken)}
            </td>
            <td className="text-right text-ink-2">{shareOf(count, total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
