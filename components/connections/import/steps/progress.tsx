interface ProgressProps {
  label: string
  done: number
  total: number
}

/** How far something is that has an end. */
export function Progress({ label, done, total }: ProgressProps) {
  const share = total === 0 ? 0 : Math.min(1, done / total)
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={done}
      className="h-1.5 w-full overflow-hidden rounded-full bg-line"
    >
      <div
        className="h-full rounded-full bg-accent transition-[width] duration-200"
        style={{ width: `${share * 100}%` }}
      />
    </div>
  )
}
