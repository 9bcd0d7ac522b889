/** Rows of a long list as they come into sight, fetched in pages from where they live. */
import { useEffect, useRef, useState } from 'react'
import type { ShownRow } from '#components/connections/import/session/engine.ts'

const PAGE = 100

interface Loaded {
  key: string
  pages: ReadonlyMap<number, readonly ShownRow[]>
}

/**
 * @param key changes when the rows themselves have changed.
 * @param load rows from an index on; may be another function at every render.
 * @returns the row at an index, undefined while it is on its way.
 */
export function useShownRows(
  key: string,
  { first, last }: { first: number; last: number },
  load: (from: number, count: number) => Promise<readonly ShownRow[]>,
): (index: number) => ShownRow | undefined {
  const [loaded, setLoaded] = useState<Loaded>({ key, pages: new Map() })
  const asked = useRef({ key: '', pages: new Set<number>() })
  const latest = useRef(load)
  useEffect(() => {
    latest.current = load
  })
  const from = Math.floor(Math.max(0, first) / PAGE)
  const to = Math.floor(Math.max(0, last) / PAGE)
  useEffect(() => {
    if (asked.current.key !== key) asked.current = { key, pages: new Set() }
    for (let page = from; page <= to; page += 1) {
      if (asked.current.pages.has(page)) continue
      asked.current.pages.add(page)
      latest.current(page * PAGE, PAGE).then(
        (rows) =>
          setLoaded((before) => ({
            key,
            pages: new Map(before.key === key ? before.pages : undefined).set(page, rows),
          })),
        // A page that did not come is asked for again when it is next in sight.
        () => asked.current.pages.delete(page),
      )
    }
  }, [key, from, to])
  // While the new rows come, those of before still stand: nothing blinks.
  return (index) => loaded.pages.get(Math.floor(index / PAGE))?.[index % PAGE]
}
