/** How a count of seconds that runs down is written. */

/** `4:12`, `0:07`, `1:04:12`; never below zero. */
export function formatCountdown(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds))
  const pad = (value: number) => String(value).padStart(2, '0')
  const minutes = Math.floor(left / 60)
  if (minutes < 60) return `${minutes}:${pad(left % 60)}`
  return `${Math.floor(minutes / 60)}:${pad(minutes % 60)}:${pad(left % 60)}`
}
