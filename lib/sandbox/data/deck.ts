/** A shuffled deck of episodes, dealt by an order's place in the whole set, so that every share is kept whatever the seed. */
import { EPISODES, type Episode, type Journey } from '#lib/sandbox/data/orders/journeys.ts'
import { type Mix, Random } from './prng.ts'

/** An episode of two orders takes two places; `tail` marks the second. */
interface Slot {
  episode: Episode
  tail: boolean
}

export type Deck = readonly Slot[]

/** The deck with `weigh` cards of each episode. */
function deckOf(weigh: Mix['weigh']): Deck {
  return new Random(2, 7, 1828)
    .shuffled(EPISODES.flatMap((episode) => Array<Episode>(weigh(episode)).fill(episode)))
    .flatMap((episode) => (episode.second ? [false, true] : [false]).map((tail) => ({ episode, tail })))
}

const decks = new Map<Mix, Deck>()

/** Shuffled when first asked for. */
export function deckFor(mix: Mix): Deck {
  const known = decks.get(mix)
  if (known) return known
  const deck = deckOf(mix.weigh)
  decks.set(mix, deck)
  return deck
}

export interface Leg {
  journey: Journey
  origin: 'initial' | 'redraw' | 'recreation'
}

/**
 * Deals the orders for a place in the set, `room` at most. A pair that doesn't fit into one user becomes two orders.
 */
export function deal(deck: Deck, place: number, room: number): readonly [Leg, ...Leg[]] {
  const slot = deck[place % deck.length]
  if (!slot) throw new Error('the deck is empty')
  const { first, second } = slot.episode
  if (slot.tail && second) return [{ journey: second.journey, origin: 'initial' }]
  const leg: Leg = { journey: first, origin: 'initial' }
  return second && room > 1 ? [leg, second] : [leg]
}
