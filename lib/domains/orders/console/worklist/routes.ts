/** The worklist over HTTP. */
import { type ConsoleRoute, route } from '#lib/console/route.ts'
import { getWorklistOrder, listWorklist, markWorklistOrder } from '#lib/domains/orders/worklist/worklist.ts'
import type { WorklistChange } from '#lib/domains/orders/worklist/worklist-changes.ts'
import type { WorklistOf } from './worklist.ts'

/** Returns the routes that read the worklist, and that assign its orders and put them off. */
export function worklistRoutes(worklist: WorklistOf): ConsoleRoute[] {
  return [
    route(listWorklist, async ({ params: { environment }, query }, { viewer }) => ({
      body: await worklist.list(environment, { ...query, viewer_id: viewer.id }),
    })),

    route(getWorklistOrder, async ({ params: { environment, order_id } }) => ({
      body: await worklist.find(environment, order_id),
    })),

    route(markWorklistOrder, async ({ params: { environment, order_id }, body }, { viewer: { id, name }, note }) => {
      const { owner, snooze } = body
      const ofOwner: WorklistChange[] = owner ? [`owner.${owner}`] : []
      const ofSnooze: WorklistChange[] = snooze === undefined ? [] : [snooze ? 'snooze.until' : 'snooze.ended']
      note({ fields: [...ofOwner, ...ofSnooze] })
      return { body: await worklist.mark({ environment, order_id, change: body, by: { id, name } }) }
    }),
  ]
}
