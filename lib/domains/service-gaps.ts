/** Every place where the spec says "not shown", and what this project does there. service-gaps.md is made of it. */
import type { Gap } from '#lib/kernel/gaps/gap.ts'
import { wireGaps } from '#lib/kernel/gaps/wire.ts'
import { accessGaps } from './access/gaps.ts'
import { bookingsGaps } from './bookings/gaps.ts'
import { catalogGaps } from './catalog/gaps.ts'
import { connectionsGaps } from './connections/gaps.ts'
import { eventsGaps } from './events/gaps.ts'
import { ordersGaps } from './orders/gaps.ts'
import { usersGaps } from './users/gaps.ts'

export const gaps: readonly Gap[] = [
  ...usersGaps,
  ...connectionsGaps,
  ...ordersGaps,
  ...bookingsGaps,
  ...catalogGaps,
  ...accessGaps,
  ...eventsGaps,
  ...wireGaps,
]
