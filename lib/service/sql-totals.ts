/** The exact totals of a team, kept with every insert. */
import { eq } from 'drizzle-orm'
import type { Database } from '#lib/platform/database/database.ts'
import { teamTotals } from './tables.ts'

/**
 * Returns how many users and orders a team has, from a maintained count rather than a scan; zeros for an unknown team.
 */
export async function teamTotalsOf(db: Database, team_id: string): Promise<{ users: number; orders: number }> {
  const [row] = await db.select().from(teamTotals).where(eq(teamTotals.team_id, team_id))
  return row ?? { users: 0, orders: 0 }
}
