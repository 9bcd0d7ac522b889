/** Every place where the spec says "not shown", and what this project does there. gaps.md is made of it. */
import { accessGaps } from './gaps/access.ts'
import { bookingsGaps } from './gaps/bookings.ts'
import { connectionsGaps } from './gaps/connections.ts'
import { eventsGaps } from './gaps/events.ts'
import type { Gap } from './gaps/gap.ts'
import { labsGaps } from './gaps/labs.ts'
import { ordersGaps } from './gaps/orders.ts'
import { usersGaps } from './gaps/users.ts'
import { wireGaps } from './gaps/wire.ts'

export const gaps: readonly Gap[] = [
  ...usersGaps,
  ...connectionsGaps,
  ...ordersGaps,
  ...bookingsGaps,
  ...labsGaps,
  ...accessGaps,
  ...eventsGaps,
  ...wireGaps,
]

/** The list as the table of the page: one row a gap. */
export function gapsTable(): string {
  const rows = gaps.map(
    ({ name, section, decision }) => `| ${name} | ${section} | ${decision.replaceAll('|', '\\|')} |`,
  )
  return ['| gap | where | what the project does |', '|---|---|---|', ...rows].join('\n')
}
