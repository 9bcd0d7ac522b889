/** Keeps what was made for a while, and makes it once for everybody who asks meanwhile. */

export interface Kept<T> {
  get(key: string): Promise<T>
  /** The next who asks has it made anew. */
  forget(key: string): void
}

/** What was made counts as `milliseconds` old from when it was asked for; what failed is made again by the next. */
export function keptFor<T>(milliseconds: number, now: () => Date, make: (key: string) => Promise<T>): Kept<T> {
  const kept = new Map<string, { at: number; value: Promise<T> }>()
  return {
    get(key) {
      const at = now().getTime()
      const known = kept.get(key)
      if (known && at - known.at < milliseconds) return known.value
      const value = make(key)
      const entry = { at, value }
      kept.set(key, entry)
      value.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
      return value
    },
    forget: (key) => void kept.delete(key),
  }
}
