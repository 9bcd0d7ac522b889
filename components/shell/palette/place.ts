/** Pages and actions of the console, and which of them a text means. Pure. */
import type { LucideIcon } from 'lucide-react'
import { plainSigns } from '#lib/utils/text/typed-text.ts'

/** A page or an action of the console. */
export interface Place {
  kind: 'page' | 'action'
  key: string
  label: string
  /** Note that separates equal names: "in Settings", "for member-7". */
  note: string | null
  words: string
  strokes: readonly string[]
  icon: LucideIcon
  href: string | null
  /** The action of the page at `href` that begins once it is there, by its label. */
  onArrival: string | null
  /** Action that needs no page. */
  run: (() => void) | null
}

/** Every word of the text begins a word of the label, or of its other names. Best first, otherwise as they were. */
export function rankPlaces(places: readonly Place[], text: string): { places: Place[]; atStart: boolean } {
  const start = plainSigns(text).toLowerCase()
  const wanted = start.split(' ')
  const ranked = places.flatMap((place) => {
    const label = place.label.toLowerCase()
    if (label.startsWith(start)) return [{ place, rank: 0 }]
    const begins = (words: string) => wanted.every((word) => words.split(/[\s/]+/).some((one) => one.startsWith(word)))
    if (begins(label)) return [{ place, rank: 1 }]
    return begins(`${label} ${place.note ?? ''} ${place.words}`.toLowerCase()) ? [{ place, rank: 2 }] : []
  })
  ranked.sort((a, b) => a.rank - b.rank)
  return { places: ranked.map(({ place }) => place), atStart: ranked[0]?.rank === 0 }
}
