/** Takes turns: so many at once for one person, so many for all, each in the order in which they came. */
import pLimit, { type LimitFunction } from 'p-limit'

export interface TurnOptions {
  /** At once for one person. */
  each: number
  /** At once for everybody; no limit unless set. */
  all?: number
}

/** `most`: at once for this person from now on, in place of `each`. */
export type Turns = <T>(who: string, work: () => Promise<T>, most?: number) => Promise<T>

/** Returns what does work when it is its turn. Nobody waits for more than `each` of any other person's. */
export function createTurns({ each, all }: TurnOptions): Turns {
  /** Only of those who have something to do. */
  const people = new Map<string, { own: LimitFunction; count: number }>()
  const everybody = all === undefined ? null : pLimit(all)
  return async (who, work, most = each) => {
    const person = people.get(who) ?? { own: pLimit(most), count: 0 }
    if (person.own.concurrency !== most) person.own.concurrency = most
    people.set(who, person)
    person.count += 1
    try {
      return await person.own(() => (everybody ? everybody(work) : work()))
    } finally {
      person.count -= 1
      if (person.count === 0) people.delete(who)
    }
  }
}
