/** Orders, in memory: the plain statement of what every filter of order search means. */
import type { OrderSearch } from '#lib/domains/orders/order.ts'
import { emitInMemory } from '#lib/service/memory-outbox.ts'
import { addEvent, type MemoryState, plainOrder, type StoredOrder } from '#lib/service/memory-state.ts'
import { newestEvent } from '#lib/service/order-change.ts'
import { appointmentMessage } from '#lib/service/outbox.ts'
import {
  type CountLimits,
  isFiltered,
  mostCounted,
  type SearchPlan,
  searchPlan,
  totalOfLastPage,
} from '#lib/service/search-keys.ts'
import type { OrderStore } from '#lib/service/store.ts'
import { sortedSlice } from '#lib/utils/data/page-window.ts'
import { byCodePoint } from '#lib/utils/text/code-points.ts'
import { holds, type SearchTerms } from '#lib/utils/text/typed-text.ts'

/** Creates the memory store of orders (spec § 13); a filtered count beyond `limits` isn't returned. */
export function memoryOrders(state: MemoryState, limits: CountLimits): OrderStore {
  const { orders, appointments } = state
  return {
    async searchOrders(team_id, search) {
      const plan = searchPlan(search)
      const rules = rulesOf(search, plan)
      const found: StoredOrder[] = []
      let ofTeam = 0
      for (const stored of orders.values()) {
        if (stored.order.team_id !== team_id) continue
        ofTeam += 1
        if (rules.every((rule) => rule(stored))) found.push(stored)
      }
      const inOrder = (a: StoredOrder, b: StoredOrder) => compare(a, b, plan) || byCodePoint(a.order.id, b.order.id)
      const page = sortedSlice(found, inOrder, plan.offset, plan.offset + plan.limit).map(plainOrder)
      const most = mostCounted(plan, ofTeam, limits)
      const isTooMany = isFiltered(search) && (most === 0 || found.length > most)
      return { orders: page, total: totalOfLastPage(plan, page.length) ?? (isTooMany ? null : found.length) }
    },

    async getOrder(team_id, order_id) {
      const stored = orders.get(order_id)
      return stored?.order.team_id === team_id ? plainOrder(stored) : null
    },

    async changeOrder(team_id, order_id, after_event_id, { appointment, ...change }) {
      const stored = orders.get(order_id)
      if (stored?.order.team_id !== team_id) return null
      if ((newestEvent(stored.order)?.id ?? null) !== after_event_id) return null
      const open = appointment && appointments.get(appointment.id)
      if (appointment && open?.appointment.status !== appointment.from) return null
      if (appointment && open) {
        const changed = { ...open.appointment, ...appointment.change }
        appointments.set(appointment.id, { ...open, appointment: changed })
        emitInMemory(state, [appointmentMessage(changed, 'updated', change.at)])
      }
      return addEvent(state, { ...change, order_id, ...(appointment && { appointment_id: appointment.id }) })
    },
  }
}

type Rule = (stored: StoredOrder) => boolean

function rulesOf(search: OrderSearch, plan: SearchPlan): Rule[] {
  const { interpretation, is_critical, user_id, order_transaction_id } = search
  const rules: (Rule | null)[] = [
    within(plan.created, ({ created }) => created),
    within(plan.updated, ({ updated }) => updated),
    containing(plan.search, ({ keys }) => keys.search_key),
    containing(plan.patient, ({ keys }) => keys.patient_key),
    containing(plan.recipient, ({ keys }) => keys.recipient_key),
    inList(search.status, ({ keys }) => keys.last_status),
    inList(search.order_type, ({ keys }) => keys.method),
    inList(search.order_activation_types, ({ activation_type }) => activation_type),
    inList(search.order_ids, ({ order }) => order.id),
    interpretation === undefined ? null : ({ keys }) => keys.interpretation === interpretation,
    is_critical === undefined ? null : ({ keys }) => (keys.interpretation === 'critical') === is_critical,
    user_id === undefined ? null : ({ order }) => order.user_id === user_id,
    order_transaction_id === undefined ? null : ({ order }) => order.order_transaction?.id === order_transaction_id,
  ]
  return rules.filter((rule) => rule !== null)
}

function within({ from, to }: SearchPlan['created'], read: (stored: StoredOrder) => number): Rule | null {
  if (from === null && to === null) return null
  const [least, most] = [from?.getTime() ?? Number.NEGATIVE_INFINITY, to?.getTime() ?? Number.POSITIVE_INFINITY]
  return (stored) => read(stored) >= least && read(stored) <= most
}

function containing(terms: SearchTerms, read: (stored: StoredOrder) => string): Rule | null {
  return terms.length === 0 ? null : (stored) => holds(read(stored), terms)
}

function inList(wanted: readonly string[] | undefined, read: (stored: StoredOrder) => string): Rule | null {
  if (!wanted?.length) return null
  const set = new Set(wanted)
  return (stored) => set.has(read(stored))
}

function compare(a: StoredOrder, b: StoredOrder, { sort, descending }: SearchPlan) {
  const order = sort === 'created_at' ? a.created - b.created : byCodePoint(a.keys[sort], b.keys[sort])
  return descending ? -order : order
}
