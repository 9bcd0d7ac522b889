/** The type of an event: its last two parts say what it is, those before are quieter. */
export function EventType({ type, isClosed = false }: { type: string; isClosed?: boolean }) {
  const parts = type.split('.')
  const end = parts.slice(-2).join('.')
  const start = parts.slice(0, -2).join('.')
  return (
    <span className={`font-mono text-sm break-words ${isClosed ? 'line-through' : ''}`}>
      {start && <span className="text-ink-3">{start}.</span>}
      <wbr />
      <span className="font-control">{end}</span>
    </span>
  )
}
