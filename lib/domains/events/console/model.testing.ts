/** The simplest account of what events leave behind: read one after the other, with nothing but maps. */
import type { NewEvent } from '#lib/domains/events/new-event.ts'
import type { Outcome } from '#lib/domains/events/outcomes.ts'

export interface ModelState {
  outcomes: Outcome[]
  /** Value of each sample by all parts of its key. */
  values: Map<string, number>
}

/** Returns the outcome of each event, and the samples, after all of them have arrived in this order. */
export function modelOf(events: readonly NewEvent[]): ModelState {
  const outcomes: Outcome[] = []
  const seen = new Set<string>()
  const newest = new Map<string, { place: number; at: string }>()
  const values = new Map<string, number>()
  for (const [place, { environment, message_id, form, version, samples }] of events.entries()) {
    if (seen.has(`${environment}|${message_id}`)) {
      outcomes.push('duplicate')
      continue
    }
    seen.add(`${environment}|${message_id}`)
    outcomes.push(form === 'unknown' || (form === 'timeseries' && samples.length === 0) ? 'stored' : 'applied')
    for (const { series, at, value } of samples)
      values.set([environment, ...Object.values(series).sort(), at].join('|'), value)
    if (!version) continue
    const key = `${environment}|${version.key}`
    const before = newest.get(key)
    if (before && before.at > version.at) {
      outcomes[place] = 'older'
      continue
    }
    if (before) outcomes[before.place] = 'superseded'
    newest.set(key, { place, at: version.at })
  }
  return { outcomes, values }
}
