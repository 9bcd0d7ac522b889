import { useCallback, useMemo } from 'react'
import { historyState, navigate, useAddressSearch } from '#lib/kernel/client/address.ts'
import type { DefinedList, ListPlace } from './define-list.ts'

interface Paged {
  offset: number
  limit: number
}

interface Given<F, P> {
  /** The place that other filters begin with: the first page. */
  first: Partial<P>
  /** Filters that the page itself stands for, so that its address leaves them out; of a stable identity. */
  own?: Partial<F>
}

export type ListAddress<F extends object, P extends Paged> = ReturnType<typeof useListAddress<F, P>>

/** The place of a list as the address says it, and the ways to another; `toList` is for `List` itself. */
export function useListAddress<F extends object, P extends Paged>(
  list: DefinedList<F, P>,
  { first, own }: Given<F, P>,
) {
  const search = useAddressSearch()
  const { place, ignored } = useMemo(() => {
    const { place: read, ignored: unread } = list.read(search)
    return { place: { ...read, filters: { ...read.filters, ...own } }, ignored: unread }
  }, [list, search, own])
  const { filters, offset } = place
  const unsaid = useMemo(() => Object.fromEntries(Object.keys(own ?? {}).map((key) => [key, null])), [own])
  const go = useCallback(
    (next: Partial<ListPlace<F, P>>, way?: 'push' | 'replace') => {
      const whole: ListPlace<F, P> = { ...place, ...next }
      navigate(list.write({ ...whole, filters: { ...whole.filters, ...unsaid } }), historyState(), way)
    },
    [list, place, unsaid],
  )
  const apply = (next: F) => go({ ...place, ...first, filters: next })
  const isFiltered = list.isFiltered({ ...filters, ...unsaid })
  return {
    place,
    go,
    apply,
    isFiltered,
    /** The query of another place in the whole list. */
    searchOf: useCallback((next: Partial<ListPlace<F, P>>) => list.write({ ...place, ...next }), [list, place]),
    /** For `NoRows`. */
    toEmpty: {
      isFiltered,
      onClear: () => apply({ ...list.cleared(filters), ...own }),
      onFirst: () => go({ ...place, ...first }),
    },
    toList: {
      onPage: (to: number) => go({ ...place, offset: to }),
      // The first row on screen stays on screen.
      onSize: (size: number) => go({ ...place, offset: Math.floor(offset / size) * size, limit: size }),
      ignored,
      onClearIgnored: () => go(place, 'replace'),
    },
  }
}
