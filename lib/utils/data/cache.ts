/** Caches what was made for a while, and makes it once for everybody who asks in that time. */
import { LRUCache } from 'lru-cache'

export interface TtlCache<T> {
  get(key: string): Promise<T>
  /** Has the value made anew for the next who asks. */
  invalidate(key: string): void
}

/** More than environments and views in use at once; room for each is taken at the start. */
const MAX_KEYS = 1_000

/** Returns the store of a cache: entries are `ttlMs` old at most, by the clock of `now`. */
export function ttlStore<T extends object>(ttlMs: number, now: () => Date, max = MAX_KEYS): LRUCache<string, T> {
  // The library treats an entry as stale after the limit; here it must be stale exactly at the limit.
  return new LRUCache({ max, ttl: ttlMs - 1, ttlResolution: 0, perf: { now: () => now().getTime() } })
}

/** Caches by key what `make` resolves to, for `ttlMs` from when it was asked for. A failure is not cached. */
export function ttlCache<T>(
  ttlMs: number,
  now: () => Date,
  make: (key: string) => Promise<T>,
  max?: number,
): TtlCache<T> {
  const cache = ttlStore<Promise<T>>(ttlMs, now, max)
  return {
    get(key) {
      const known = cache.get(key)
      if (known !== undefined) return known
      const value = make(key)
      cache.set(key, value)
      value.catch(() => {
        if (cache.peek(key) === value) cache.delete(key)
      })
      return value
    },
    invalidate: (key) => void cache.delete(key),
  }
}
