import { type PointerEvent, useRef } from 'react'

interface ColumnEdgeProps {
  /** Pixels; null for the usual width. */
  onWidth: (width: number | null) => void
}

/** The right edge of a column's head, to be dragged; a double click gives the usual width back. Keys do it in the panel. */
export function ColumnEdge({ onWidth }: ColumnEdgeProps) {
  const drag = useRef<{ from: number; width: number; tracks: string[]; at: number; table: HTMLElement } | null>(null)
  const widthAt = (event: PointerEvent) => {
    const { from, width } = drag.current ?? { from: 0, width: 0 }
    return Math.max(width + event.clientX - from, 0)
  }
  const onPointerDown = (event: PointerEvent<HTMLSpanElement>) => {
    const head = event.currentTarget.closest('th')
    const table = head?.closest('table')
    if (!(head && table) || event.button !== 0) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    const heads = [...table.querySelectorAll('th[scope=col]:not(.list-box)')]
    const tracks = table.style.getPropertyValue('--line-columns').match(/[^\s(]+(\([^)]*\))?/g) ?? []
    const at = heads.indexOf(head) + tracks.length - heads.length
    drag.current = { from: event.clientX, width: head.getBoundingClientRect().width, tracks, at, table }
  }
  // While it is dragged only the grid moves: the rows are drawn again when it is let go.
  const onPointerMove = (event: PointerEvent) => {
    if (!drag.current) return
    const { tracks, at, table } = drag.current
    table.style.setProperty('--line-columns', tracks.with(at, `${widthAt(event)}px`).join(' '))
  }
  const onPointerUp = (event: PointerEvent) => {
    if (drag.current && event.clientX !== drag.current.from) onWidth(widthAt(event))
    drag.current = null
  }
  return (
    <span
      aria-hidden="true"
      className="list-edge"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={() => {
        drag.current = null
      }}
      onDoubleClick={() => onWidth(null)}
    />
  )
}
