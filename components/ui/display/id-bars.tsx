import { BARS_WIDTH, idBars } from '#lib/utils/ids/ids.ts'

/** The id as a small barcode: two places that show the same id look alike. */
export function IdBars({ id }: { id: string }) {
  const bars = idBars(id).map(({ x, width }) => `M${x} 0h${width}v11h-${width}z`)
  return (
    <svg width={BARS_WIDTH} height="11" aria-hidden="true" className="shrink-0 text-ink-3" fill="currentColor">
      <path d={bars.join('')} />
    </svg>
  )
}
