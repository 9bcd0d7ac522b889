/** A shuffled deck of episodes, dealt by an order's place in the whole set, so that every share is kept whatever the seed. */
import { EPISODES, type Episode, type Journey } from './journeys.ts'
import { Random } from './prng.ts'

/** An episode of two orders takes two places; `tail` marks the second. */
interface Slot {
  episode: Episode
  tail: boolean
}

const DECK: readonly Slot[] = new Random(2, 7, 1828)
  .shuffled(EPISODES.flatMap((episode) => Array<Episode>(episode.weight).fill(episode)))
  .flatMap((episode) => (episode.second ? [false, true] : [false]).map((tail) => ({ episode, tail })))

export interface Leg {
  journey: Journey
  origin: 'initial' | 'redraw' | 'recreation'
}

/**
 * What happens at a place in the set, in at most `room` orders. Where a pair does not fit into one user, each half
 * becomes an order of its own.
 */
export function deal(place: number, room: number): readonly [Leg, ...Leg[]] {
  const slot = DECK[place % DECK.length]
  if (!slot) throw new Error('the deck is empty')
  const { first, second } = slot.episode
  if (slot.tail && second) return [{ journey: second.journey, origin: 'initial' }]
  const leg: Leg = { journey: first, origin: 'initial' }
  return second && room > 1 ? [leg, second] : [leg]
}
