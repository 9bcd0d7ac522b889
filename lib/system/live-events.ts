/** The streams of news, started: what any instance keeps is heard by all that share the database. */
import { z } from 'zod'
import { createLiveEvents, type LiveEvents } from '#lib/domains/events/console/live.ts'
import { ARRIVED } from '#lib/domains/events/console/save-sql.ts'
import type { EventStore } from '#lib/domains/events/console/store.ts'
import { EVENT_FORMS } from '#lib/domains/events/event-forms.ts'
import type { OpenDatabase } from '#lib/platform/database/database.ts'
import { openNotices } from '#lib/platform/database/notices.ts'
import { errorFacts } from './log/log.ts'
import type { SystemOptions } from './options.ts'

const arrived = z.array(
  z.object({
    environment: z.string(),
    up_to: z.number(),
    forms: z.array(z.enum(EVENT_FORMS)),
    order_ids: z.array(z.string()).nullable(),
  }),
)

export interface OpenLiveEvents {
  live: LiveEvents
  /** Ends the streams and stops listening. */
  close(): Promise<void>
}

export async function openLiveEvents(
  { engine }: OpenDatabase,
  store: Pick<EventStore, 'eventsSince'>,
  log: SystemOptions['log'],
): Promise<OpenLiveEvents> {
  const live = createLiveEvents(store)
  const notices = await openNotices(engine, ARRIVED, {
    onNotice(text) {
      try {
        live.publish(arrived.parse(JSON.parse(text)))
      } catch (error) {
        // Another version of the console may say it in other words: everybody looks for themselves.
        log.warn(errorFacts(error), 'a notice of events cannot be read')
        live.lookAgain()
      }
    },
    onGap: live.lookAgain,
  })
  return {
    live,
    async close() {
      live.close()
      await notices.close()
    },
  }
}
