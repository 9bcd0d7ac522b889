/** Orders, in the database: every filter of order search as a condition with an index behind it. */
import { and, asc, desc, eq, gte, inArray, lte, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { OrderSearch } from '#lib/domains/orders/order.ts'
import { INTERPRETATION_FILTERS } from '#lib/kernel/values.ts'
import type { Database } from '#lib/platform/database/database.ts'
import {
  type CountLimits,
  isFiltered,
  isIndexed,
  mostCounted,
  type SearchPlan,
  searchPlan,
  totalOfLastPage,
} from '#lib/service/search-keys.ts'
import { ORDER_COLUMNS, postgresOrderEvents } from '#lib/service/sql-order-events.ts'
import { asOrderRecord, teamTotalsOf } from '#lib/service/sql-rows.ts'
import type { OrderStore } from '#lib/service/store.ts'
import { orders } from '#lib/service/tables.ts'
import type { SearchTerms } from '#lib/utils/text/typed-text.ts'

/** A filtered count stops at `limits`, an unfiltered one comes from the team's totals (spec § 13). */
export function postgresOrders(db: Database, limits: CountLimits): OrderStore {
  async function count(team_id: string, search: OrderSearch, plan: SearchPlan, where: SQL | undefined) {
    const { orders: all } = await teamTotalsOf(db, team_id)
    return isFiltered(search) ? boundedCount(db, where, mostCounted(plan, all, limits)) : all
  }

  return {
    ...postgresOrderEvents(db),

    async searchOrders(team_id, search) {
      const plan = searchPlan(search)
      const where = and(eq(orders.team_id, team_id), ...conditions(search, plan))
      const direction = plan.descending ? desc : asc
      const rows = await db
        .select(ORDER_COLUMNS)
        .from(orders)
        .where(where)
        .orderBy(direction(orders[plan.sort]), asc(orders.id))
        .offset(plan.offset)
        .limit(plan.limit)
      const total = totalOfLastPage(plan, rows.length) ?? (await count(team_id, search, plan, where))
      return { orders: rows.map(asOrderRecord), total }
    },

    async getOrder(team_id, order_id) {
      const [row] = await db
        .select(ORDER_COLUMNS)
        .from(orders)
        .where(and(eq(orders.team_id, team_id), eq(orders.id, order_id)))
      return row ? asOrderRecord(row) : null
    },
  }
}

/** Exact up to `most`, null beyond; nothing is counted where that is 0. */
async function boundedCount(db: Database, where: SQL | undefined, most: number): Promise<number | null> {
  if (most === 0) return null
  const some = db
    .select({ one: sql`1`.as('one') })
    .from(orders)
    .where(where)
    .limit(most + 1)
    .as('some')
  const total = await db.$count(some)
  return total > most ? null : total
}

function conditions(search: OrderSearch, plan: SearchPlan): (SQL | undefined)[] {
  const { status, order_type, order_activation_types, order_ids } = search
  return [
    plan.created.from ? gte(orders.created_at, plan.created.from) : undefined,
    plan.created.to ? lte(orders.created_at, plan.created.to) : undefined,
    plan.updated.from ? gte(orders.updated_at, plan.updated.from) : undefined,
    plan.updated.to ? lte(orders.updated_at, plan.updated.to) : undefined,
    // Nothing is created after its last update: the newest orders need not be read to find older ones.
    plan.updated.to ? lte(orders.created_at, plan.updated.to) : undefined,
    contains(orders.search_key, plan.search),
    // The trigram index is on search_key, which holds both names: it narrows, the name's own column decides.
    contains(orders.search_key, plan.patient),
    contains(orders.patient_key, plan.patient),
    contains(orders.search_key, plan.recipient),
    contains(orders.recipient_key, plan.recipient),
    status?.length ? inArray(orders.last_status, status) : undefined,
    order_type?.length ? inArray(orders.method, order_type) : undefined,
    order_activation_types?.length ? inArray(orders.activation_type, order_activation_types) : undefined,
    order_ids?.length ? inArray(orders.id, order_ids) : undefined,
    search.interpretation === undefined ? undefined : eq(orders.interpretation, search.interpretation),
    search.is_critical === undefined ? undefined : critical(search.is_critical),
    search.user_id === undefined ? undefined : eq(orders.user_id, search.user_id),
    search.order_transaction_id === undefined
      ? undefined
      : eq(orders.order_transaction_id, search.order_transaction_id),
  ]
}

/** Every term, each by any of its texts; `%`, `_` and `\` are themselves here. */
function contains(column: PgColumn, terms: SearchTerms): SQL | undefined {
  return and(
    ...terms.map((term) => {
      // A short text would read a trigram index whole: then the rows themselves are quicker.
      const text = isIndexed(term) ? sql`${column}` : sql`(${column} || '')`
      const patterns = term.map((part) => sql`${text} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`)
      return or(...patterns) ?? sql`false`
    }),
  )
}

/** Every other value by name: an index cannot look for what is not there. */
function critical(wanted: boolean): SQL {
  const others = INTERPRETATION_FILTERS.filter((value) => value !== 'critical')
  return wanted ? eq(orders.interpretation, 'critical') : inArray(orders.interpretation, others)
}
