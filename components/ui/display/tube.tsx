import { BARS_WIDTH, idBars } from '#lib/utils/ids/ids.ts'

interface TubeProps {
  /** How far the sample has come: 0 empty to 4 full. */
  level: 0 | 1 | 2 | 3 | 4
  className?: string
}

const BODY = 'M3.5 5.2h9v12.3a4.5 4.5 0 0 1-9 0z'
/** Level of the liquid from the top of the drawing. */
const SURFACE = [24, 16.6, 13.4, 9.6, 5.2] as const

/** The specimen tube: logo, stage mark and empty state alike. */
export function Tube({ level, className }: TubeProps) {
  const top = SURFACE[level]
  return (
    <svg viewBox="0 0 16 23" aria-hidden="true" className={className} fill="currentColor">
      <rect x="1.8" y="0.8" width="12.4" height="4" rx="1.3" />
      <path d={BODY} fillOpacity="0.16" />
      <path d={BODY} fillOpacity="0" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
      {level > 0 && <path d={`M3.5 ${top}h9v${Math.max(0, 17.5 - top)}a4.5 4.5 0 0 1-9 0z`} fillOpacity="0.88" />}
    </svg>
  )
}

export function TubeLogo({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 16 23" aria-hidden="true" className={className} fill="currentColor">
      <rect x="1" y="0.5" width="14" height="4.4" rx="1.4" />
      <path fillRule="evenodd" fillOpacity="0.9" d="M2.6 4.9h10.8v12.2a5.4 5.4 0 0 1-10.8 0zM4.6 7.2v2.9h6.8V7.2z" />
    </svg>
  )
}

/** The id as a small barcode: two places that show the same id look alike. */
export function IdBars({ id }: { id: string }) {
  const bars = idBars(id).map(({ x, width }) => `M${x} 0h${width}v11h-${width}z`)
  return (
    <svg width={BARS_WIDTH} height="11" aria-hidden="true" className="shrink-0 text-ink-3" fill="currentColor">
      <path d={bars.join('')} />
    </svg>
  )
}
