/** A shuffled deck of episodes, dealt by an order's place in the whole set, so that every share is kept whatever the seed. */
import { EXCEPTION_STATUSES } from '#lib/domains/orders/status/status.ts'
import { EPISODES, type Episode, type Journey } from '#lib/sandbox/data/orders/journeys.ts'
import { Random } from './prng.ts'

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

/** Deals at most `room` orders; a pair that doesn't fit into one user becomes two orders. */
export function deal(deck: Deck, place: number, room: number): readonly [Leg, ...Leg[]] {
  const slot = deck[place % deck.length]
  if (!slot) throw new Error('the deck is empty')
  const { first, second } = slot.episode
  if (slot.tail && second) return [{ journey: second.journey, origin: 'initial' }]
  const leg: Leg = { journey: first, origin: 'initial' }
  return second && room > 1 ? [leg, second] : [leg]
}

/** How often things happen in a data set: the mix of a normal day, and of a bad one. */
export interface Mix {
  /** Cards of an episode in the deck: how often it occurs, relative to the others. */
  weigh: (episode: Episode) => number
  /** Shares of the results that are read; what is neither is normal. */
  abnormal: number
  critical: number
}

export const NORMAL_MIX: Mix = { weigh: ({ weight }) => weight, abnormal: 0.24, critical: 0.06 }

/** Statuses in which an at-home draw has no appointment yet, or none any more. */
const TO_BOOK: readonly string[] = ['requisition_created', 'requisition_bypassed', 'appointment_cancelled']

/** How many times as often as on a normal day. */
const OPEN_EXCEPTION = 6
const STUCK = 5
const DRAW_TO_BOOK = 3
const PAST_EXCEPTION = 2

function busyFactor({ first, second }: Episode): number {
  const { standing, path, method } = second?.journey ?? first
  const last = path.at(-1) ?? ''
  const isException = EXCEPTION_STATUSES.some((status) => status === last)
  if (standing === 'stuck') return STUCK
  if (standing === 'open' && method === 'at_home_phlebotomy' && TO_BOOK.includes(last)) return DRAW_TO_BOOK
  if (standing === 'open' && isException) return OPEN_EXCEPTION
  return isException || second ? PAST_EXCEPTION : 1
}

/** A lab on a bad Monday: couriers late, samples spoiled, patients who cancelled, and results that cannot wait. */
export const BUSY_MIX: Mix = {
  weigh: (episode) => episode.weight * busyFactor(episode),
  abnormal: 0.3,
  critical: 0.18,
}
