/** Which markers a text means, where it stands in them, and the orders in which they can be listed. Pure. */
import type { Marker } from '#lib/domains/catalog/marker.ts'
import { isNamedLike, plainSigns } from '#lib/utils/text/typed-text.ts'
import { comparePrices, readPrice } from './price.ts'

export const SORTS = ['sent', 'name', 'type', 'price', 'price_down'] as const
export type MarkerSort = (typeof SORTS)[number]

/** The words of a search as they are typed, which are marked where they stand. */
export function wordsOf(text: string): string[] {
  return [...new Set(text.toLocaleLowerCase().split(/\s+/).filter(Boolean))]
}

function searched({ name, slug, unit, provider_id, expected_results }: Marker): string {
  const results = expected_results.flatMap((result) => [
    result.name,
    result.slug,
    result.provider_id,
    result.loinc?.code,
    result.loinc?.name,
    result.loinc?.unit,
  ])
  return [name, slug, unit, provider_id, ...results].join('\n')
}

export function findMarkers(markers: readonly Marker[], text: string): readonly Marker[] {
  return plainSigns(text) === '' ? markers : markers.filter((marker) => isNamedLike([searched(marker)], text))
}

/** A text cut where the words stand in it; every second piece is one of them. */
export function cutAt(text: string, words: readonly string[]): string[] {
  if (words.length === 0) return [text]
  // The longer of two that begin alike is the one that is marked.
  const sorted = [...words].sort((a, b) => b.length - a.length)
  const either = sorted.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')).join('|')
  return text.split(new RegExp(`(${either})`, 'gi'))
}

const byText = (a: string, b: string) => a.localeCompare(b, 'en', { sensitivity: 'base', numeric: true })

/** Ties stay in the order in which the service sent them. Prices that are no numbers come last. */
export function sortMarkers(markers: readonly Marker[], sort: MarkerSort): readonly Marker[] {
  switch (sort) {
    case 'sent':
      return markers
    case 'name':
      return markers.toSorted((a, b) => byText(a.name, b.name))
    case 'type':
      return markers.toSorted((a, b) => Number(!a.type) - Number(!b.type) || byText(a.type ?? '', b.type ?? ''))
    case 'price':
    case 'price_down': {
      const priced = markers.filter(({ price }) => readPrice(price) !== null)
      const others = markers.filter(({ price }) => readPrice(price) === null)
      const way = sort === 'price' ? 1 : -1
      return [...priced.sort((a, b) => way * (comparePrices(a.price, b.price) ?? 0)), ...others]
    }
  }
}
